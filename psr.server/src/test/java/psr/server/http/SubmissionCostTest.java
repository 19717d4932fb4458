package psr.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.BundleVersion;
import psr.api.lab.ModelStore;
import psr.api.lab.ServiceKind;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.report.Judge;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.settings.Schema;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.experiments.ExperimentFiles;
import psr.launcher.jobs.Reporting;
import psr.launcher.lab.Lab;
import psr.launcher.lab.PresentServices;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.ExperimentLimits;
import psr.launcher.spi.PluginJars;
import psr.server.LabServer;
import psr.server.LabServices;
import psr.server.ServerSettings;

/** Counts what the real engine and a server do for one request; to acquire a service starts a thread. */
@Timeout(60)
class SubmissionCostTest {

    /** The settings that recipes of the preset have. */
    private record Settings(@Option(value = "a", help = "text") String method, @Option(value = "a", help = "text") String history,
            @Option(value = "a", help = "text") String guard, @Option(value = "0", help = "number") double guardLevel,
            @Option(value = "1", help = "number") int horizon, @Option(value = "1", help = "number") double rate,
            @Option(value = "1", help = "number") int passes, @Option(value = "a", help = "text") String mode) {}

    /** The number of services that the preset ring names. */
    private static final int SERVICES = 12;
    /** Those with settings are acquired once more, to find settings that name files before anything is bound. */
    private static final int WITH_SETTINGS = 6;

    private final AtomicInteger acquired = new AtomicInteger();
    /** Calls of {@code retired}: to look up a name calls it for all services of a kind. */
    private final AtomicInteger looks = new AtomicInteger();
    private final CountDownLatch loading = new CountDownLatch(1);
    private final CountDownLatch loaded = new CountDownLatch(1);
    @TempDir
    private Path folder;
    private LabServer server;

    private final class Ring implements DatasetSource<NoSettings> {

        @Override
        public Dataset load(NoSettings settings, Run run) {
            loading.countDown();
            try {
                loaded.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new LearningException("there are no data");
        }
    }

    private static final class Start implements Learner<Settings> {

        @Override
        public Model learn(Sequences sequences, Settings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            throw new LearningException("nothing is learned");
        }
    }

    private static final class Step implements Refiner<Settings> {

        @Override
        public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
            return Optional.empty();
        }

        @Override
        public double validationShare(Settings settings) {
            return 0;
        }

        @Override
        public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            return start;
        }
    }

    private record Measuring(String... names) implements Metric<NoSettings> {

        @Override
        public List<Measure> measures(NoSettings settings) {
            return Arrays.stream(names).map(name -> Measure.of(name, Measure.Better.LOWER, "a number")).toList();
        }

        @Override
        public Evaluation prepare(Dataset data, NoSettings settings) {
            throw new AssertionError("there is nothing to measure");
        }
    }

    private static final class Accuracy implements Metric<Accuracy.Settings> {

        private record Settings(@Option(value = "1", help = "number") int ahead) {}

        @Override
        public List<Measure> measures(Settings settings) {
            return List.of(Measure.of(Integer.toString(settings.ahead), Measure.Better.HIGHER, "a number"));
        }

        @Override
        public Evaluation prepare(Dataset data, Settings settings) {
            throw new AssertionError("there is nothing to measure");
        }
    }

    private ServiceOffer offer(ServiceKind kind, String name, Object service) {
        return new ServiceOffer(kind, name, "", "", "test", "1.0.0", 0, name.hashCode(), new ServiceOffer.Provider() {
            @Override
            public Object acquire() {
                acquired.incrementAndGet();
                return service;
            }

            @Override
            public void release(Object gone) {}

            @Override
            public boolean retired() {
                looks.incrementAndGet();
                return false;
            }
        });
    }

    /** The services that the preset ring needs. */
    private ServiceCatalog catalog() {
        List<ServiceOffer> offers = new ArrayList<>(List.of(offer(ServiceKind.DATASET, "ring", new Ring()),
                offer(ServiceKind.METRIC, "pnll", new Measuring("operators", "features")),
                offer(ServiceKind.METRIC, "ospa", new Measuring("operators", "features")),
                offer(ServiceKind.METRIC, "accuracy", new Accuracy()),
                offer(ServiceKind.METRIC, "l2se", new Measuring("median", "log-mean", "p99")),
                offer(ServiceKind.METRIC, "health", new Measuring("negative"))));
        List.of("random", "2sr", "psim").forEach(name -> offers.add(offer(ServiceKind.LEARNER, name, new Start())));
        List.of("ig", "cd", "bptt").forEach(name -> offers.add(offer(ServiceKind.REFINER, name, new Step())));
        return ServiceCatalog.of(offers.toArray(ServiceOffer[]::new));
    }

    /** An object whose methods do nothing. */
    private static <T> T idle(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Class<?> wanted = method.getReturnType();
            return wanted == List.class ? List.of() : wanted.isInterface() ? idle(wanted) : null;
        }));
    }

    @BeforeEach
    void start() throws Exception {
        BundleHolds holds = new BundleHolds() {
            @Override
            public Hold hold(Bundle bundle) {
                throw new AssertionError("there are no bundles");
            }

            @Override
            public Selection exactly(List<BundleVersion> bundles) {
                throw new AssertionError("there are no bundles");
            }
        };
        ServiceCatalog catalog = catalog();
        Lab lab = new Lab(catalog, holds, new Reporting(null, List.of()), folder.resolve("home"));
        LabServices services = new LabServices(lab, lab, new PresentServices(catalog, holds), new ExperimentFiles(),
                idle(PluginJars.class), idle(ModelStore.class), idle(Judge.class), List::of, List::of);
        ServerSettings settings = Schema.of(ServerSettings.class).parse(Map.of("threads", "1"), "serve");
        server = new LabServer(settings, folder, services, "1.0.0");
    }

    @AfterEach
    void stop() {
        loaded.countDown();
        server.close();
    }

    /** The server's response. */
    private JsonNode send(String method, String path, Map<String, String> names, String body) throws Exception {
        InputStream bytes = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
        ServletInputStream in = new ServletInputStream() {
            @Override
            public int read() throws java.io.IOException {
                return bytes.read();
            }

            @Override
            public boolean isFinished() {
                return false;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {}
        };
        HttpServletRequest servlet = (HttpServletRequest) Proxy.newProxyInstance(HttpServletRequest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class}, (proxy, called, arguments) -> switch (called.getName()) {
                    case "getContentType" -> "application/json";
                    case "getContentLengthLong" -> (long) body.length();
                    case "getInputStream" -> in;
                    default -> null;
                });
        Routes.Route route = server.routes().all().stream()
                .filter(each -> each.method().equals(method) && each.template().equals(path)).findFirst().orElseThrow();
        Answer answer = route.handler().answer(new Request(servlet, names, new Access.Caller("me", Role.FULL)));
        return Json.read(new String(answer.bytes(), StandardCharsets.UTF_8));
    }

    @Test
    void aRunOfElevenRecipesIsBoundOnce() throws Exception {
        JsonNode run = send("POST", "/api/v1/runs", Map.of(), "{\"preset\": \"ring\"}");
        loading.await();
        int begun = acquired.get();
        assertEquals(SERVICES + WITH_SETTINGS, begun);
        JsonNode seen = send("GET", "/api/v1/runs/{id}", Map.of("id", run.get("id").asText()), "");
        assertEquals("running", seen.get("state").asText());
        assertEquals(11, seen.get("measures").size());
        assertEquals(begun, acquired.get(), "a run that is loaded knows what it measures");
    }

    @Test
    void aSecondCheckAcquiresNoServiceForItsSettings() throws Exception {
        String experiment = send("GET", "/api/v1/presets/{name}", Map.of("name", "ring"), "").toString();
        assertEquals(0, acquired.get(), "reading needs no services");
        assertEquals(0, send("POST", "/api/v1/check", Map.of(), experiment).get("refusals").size());
        int first = acquired.getAndSet(0);
        send("POST", "/api/v1/check", Map.of(), experiment);
        assertEquals(SERVICES + WITH_SETTINGS, first);
        assertEquals(SERVICES, acquired.get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/runs", "/api/v1/check"})
    void doesNotBindAnExperimentThatIsTooLarge(String path) throws Exception {
        String recipe = "\"2sr" + "+ig".repeat(ExperimentLimits.RECIPE_STAGES) + "\"";
        String[] experiments = {"{\"dataset\": \"ring\", \"recipes\": [" + recipe + "]}",
                "{\"dataset\": \"ring\", \"recipes\": [\"2sr\"" + ",\"2sr\"".repeat(ExperimentLimits.RECIPES) + "]}",
                "{\"dataset\": \"ring\", \"recipes\": [\"2sr" + "+ig".repeat(200_000) + "\"]}"};
        for (String experiment : experiments) {
            if (path.endsWith("check")) {
                assertTrue(send("POST", path, Map.of(), experiment).get("refusals").get(0).get("message").asText()
                        .contains(" must have at most "));
            } else {
                assertTrue(assertThrows(ValidationException.class,
                        () -> send("POST", path, Map.of(), "{\"experiment\": " + experiment + "}")).getMessage()
                        .contains(" must have at most "));
            }
            assertEquals(0, acquired.get());
            assertEquals(0, looks.get());
        }
    }

    @Test
    void twiceTheStagesAreNotLookedUpMoreOften() throws Exception {
        int[] counted = new int[2];
        for (int i = 0; i < 2; i++) {
            looks.set(0);
            String recipe = "\"2sr" + "+ig:rate=2".repeat(40 << i) + "\"";
            send("POST", "/api/v1/check", Map.of(), "{\"dataset\": \"ring\", \"recipes\": [" + recipe + "]}");
            counted[i] = looks.get();
        }
        assertTrue(counted[1] <= counted[0], Arrays.toString(counted));
    }
}
