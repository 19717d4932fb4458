package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.lab.Predictor;
import psr.api.linear.LinearPsrFormat;
import psr.api.model.Model;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * How fast a server predicts: steps of 50 sessions at once over HTTP, and the same steps of 50 filters in this process. Only with
 * {@code -Dpsr.speed=true}; its figures are for docs/SERVER.md.
 */
@EnabledIfSystemProperty(named = "psr.speed", matches = "true")
class PredictionSpeedTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SESSIONS = 50;
    private static final int WARM_UP = 200;
    private static final int STEPS = 400;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String address;
    private String token;

    /** One step of a walk. */
    private interface Walk {

        void step(String symbol) throws Exception;
    }

    private JsonNode send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json").timeout(Duration.ofMinutes(2))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertTrue(answer.statusCode() < 300, () -> answer.statusCode() + " " + new String(answer.body()));
        return answer.body().length == 0 ? null : JSON.readTree(answer.body());
    }

    private static Model restore(JsonNode file) {
        List<String> names = new ArrayList<>();
        file.get("alphabet").forEach(name -> names.add(name.asText()));
        StoredModel.Builder stored = StoredModel.builder(file.get("kind").asText(), Alphabet.of(names));
        file.get("words").properties().forEach(each -> stored.word(each.getKey(), each.getValue().asText()));
        file.get("tensors").properties().forEach(each -> stored.tensor(each.getKey(), Tensor.of(
                JSON.convertValue(each.getValue().get("values"), double[].class),
                JSON.convertValue(each.getValue().get("shape"), int[].class))));
        return ModelFormats.of(new LinearPsrFormat()).restore(stored.build());
    }

    /**
     * How fast walks are.
     *
     * @param rate steps per second of all together
     * @param median seconds of a step
     * @param p99 seconds of a step, at the 99th percentile
     * @param processor seconds of a processor for each step, whatever else the machine does
     */
    private record Speed(double rate, double median, double p99, double processor) {

        @Override
        public String toString() {
            return String.format(Locale.ROOT,
                    "%.0f steps/s, median %.3g ms, 99th percentile %.3g ms, %.3g us of a processor each", rate,
                    1e3 * median, 1e3 * p99, 1e6 * processor);
        }
    }

    private static double processor(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private static Speed measure(int steps, List<Walk> walks, String[] symbols, ProcessHandle who) throws Exception {
        double processor = processor(who);
        ExecutorService threads = Executors.newFixedThreadPool(walks.size());
        try {
            long begun = System.nanoTime();
            List<Future<long[]>> all = new ArrayList<>();
            for (Walk walk : walks) {
                all.add(threads.submit(() -> {
                    long[] times = new long[steps];
                    for (int t = 0; t < steps; t++) {
                        long before = System.nanoTime();
                        walk.step(symbols[t % symbols.length]);
                        times[t] = System.nanoTime() - before;
                    }
                    return times;
                }));
            }
            long[] times = new long[0];
            for (Future<long[]> each : all) {
                long[] some = each.get();
                times = Arrays.copyOf(times, times.length + some.length);
                System.arraycopy(some, 0, times, times.length - some.length, some.length);
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Arrays.sort(times);
            return new Speed(times.length / seconds, times[times.length / 2] / 1e9, times[(int) (.99 * times.length)] / 1e9,
                    (processor(who) - processor) / times.length);
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Walk> walks(LongFunction<Walk> make) {
        List<Walk> walks = new ArrayList<>();
        for (long i = 0; i < SESSIONS; i++) {
            walks.add(make.apply(i));
        }
        return walks;
    }

    @Test
    void fiftySessionsAndFiftyFilters() throws Exception {
        Path jar = Path.of("").toAbsolutePath().getParent().resolve("psr.app/target/psr.jar");
        assumeTrue(Files.exists(jar), "skipped: there is no " + jar);
        Path said = folder.resolve("said");
        Process server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dpsr.home="
                + folder.resolve("home"), "-jar", jar.toString(), "serve", "--data", folder.resolve("data").toString(), "--port",
                "0")
                .redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            ServerProcess.await("an address", () -> Files.exists(folder.resolve("data/address")));
            address = Files.readString(folder.resolve("data/address")).strip().replaceAll("/$", "") + "/api/v1";
            token = Files.readString(folder.resolve("data/token")).strip();
            compare(server.toHandle());
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private void compare(ProcessHandle server) throws Exception {
        String id = send("POST", "/models", "{\"dataset\":\"ring\",\"recipe\":\"2sr:rank=20\"}").get("id").asText();
        ServerProcess.await("a model", () -> send("GET", "/models/" + id, null).get("state").asText().equals("ready"));
        Model model = restore(send("GET", "/models/" + id + "/file", null));
        String[] symbols = model.space().names().toArray(String[]::new);
        List<Walk> served = walks(i -> session(id));
        List<Walk> filters = walks(i -> {
            Predictor predictor = new Predictor(model, Predictor.DEFAULT);
            return symbol -> {
                int observed = model.space().as(Alphabet.class).symbol(symbol).getAsInt();
                predictor.logarithm(observed);
                predictor.update(observed);
                predictor.probabilities(1);
            };
        });
        measure(WARM_UP, served, symbols, server);
        Speed overHttp = measure(STEPS, served, symbols, server);
        measure(WARM_UP * 50, filters, symbols, ProcessHandle.current());
        Speed inProcess = measure(STEPS * 250, filters, symbols, ProcessHandle.current());
        // A batch asks for many at once.
        String batch = "{\"batch\":[" + ("{\"prefix\":[\"" + symbols[0] + "\"]},").repeat(999) + "{}]}";
        for (int i = 0; i < 20; i++) {
            assertEquals(1000, send("POST", "/models/" + id + "/predict", batch).get("items").size());
        }
        long begun = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            send("POST", "/models/" + id + "/predict", batch);
        }
        double batches = 20_000 / ((System.nanoTime() - begun) / 1e9);
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("prediction-speed.txt"), String.format(Locale.ROOT,
                "2sr:rank=20 of ring, %d symbols%n%d sessions over HTTP: %s%n%d filters in process: %s%n"
                        + "ratio of the rates 1 : %.0f, of processor time %.0f : 1%nbatches of 1000: %.0f predictions/s%n",
                symbols.length,
                SESSIONS, overHttp, SESSIONS, inProcess, inProcess.rate() / overHttp.rate(),
                overHttp.processor() / inProcess.processor(),
                batches));
    }

    private Walk session(String model) {
        try {
            String path =
                    "/models/" + model + "/sessions/" + send("POST", "/models/" + model + "/sessions", "{}").get("id").asText();
            return symbol -> send("POST", path, "{\"symbol\":\"" + symbol + "\"}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
