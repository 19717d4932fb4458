package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.Setting;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;

class PresentServicesTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static PresentServices services(ServiceOffer... offers) {
        return new PresentServices(Fakes.catalogue(offers), Fakes.holds());
    }

    private static List<String> check(PresentServices services, ServiceKind kind, Map<String, String> settings) {
        return services.check(services.present(kind).get(0), settings, LIMIT);
    }

    @Test
    void readsTheSettingsOfAServiceOnce() {
        AtomicInteger acquired = new AtomicInteger();
        ServiceOffer offer = Fakes.offer(ServiceKind.REFINER, "climb", 0, "test", () -> {
            acquired.incrementAndGet();
            return new Fakes.Climb();
        });
        ServiceCatalog catalog = Fakes.catalogue(offer);
        PresentServices services = new PresentServices(catalog, Fakes.holds());
        ServiceInfo climb = services.present(ServiceKind.REFINER).get(0);
        List<Setting> settings = services.settings(climb);
        assertEquals(settings, services.settings(climb));
        assertEquals(1, acquired.get());
        catalog.remove(offer);
        assertThrows(IllegalArgumentException.class, () -> services.settings(climb));
        catalog.put(offer, List.of(offer));
        services.settings(climb);
        assertEquals(2, acquired.get(), "what a service said is forgotten when it goes");
    }

    /** A refiner that returns its input model, or rejects it. */
    private static Refiner<NoSettings> refiner(java.util.function.Predicate<Model> takes) {
        return new Refiner<>() {
            @Override
            public Optional<ValidationError> objection(Model start, Sequences sequences, NoSettings settings) {
                return takes.test(start) ? Optional.empty()
                        : Optional.of(ValidationError.of("it takes no " + start.getClass().getSimpleName()));
            }

            @Override
            public double validationShare(NoSettings settings) {
                return 0;
            }

            @Override
            public Model refine(Model start, Sequences sequences, NoSettings settings, Run run) {
                Symbols data = sequences.as(Symbols.class);
                return start;
            }
        };
    }

    @Test
    void findsServicesByKindAndName() {
        PresentServices services = services(Fakes.offer(ServiceKind.LEARNER, "one", new Fakes.Mean()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(ServiceKind.LEARNER, "level", new Fakes.Mean()));
        assertEquals(Set.of("one", "level"),
                Set.copyOf(services.present(ServiceKind.LEARNER).stream().map(ServiceInfo::name).toList()));
        assertEquals(List.of(), services.present(ServiceKind.DATASET));
        assertEquals(Set.of(ServiceKind.LEARNER, ServiceKind.METRIC),
                Set.copyOf(services.named("level").stream().map(ServiceInfo::kind).toList()));
        assertEquals(List.of(), services.named("two"));
        assertEquals(List.of("offset", "at-least"), services.settings(services.named("one").get(0)).stream()
                .map(Setting::name).toList());
        assertEquals(Set.of("level.mean", "level.nothing"), services.measures(List.of(Stage.of("level"))).keySet());
    }

    @Test
    void acceptsALearnerThatFollowsItsContract() {
        assertEquals(List.of(), check(services(Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean())),
                ServiceKind.LEARNER, Map.of()));
    }

    @Test
    void reportsContractViolationsOfALearner() {
        List<String> broken = check(services(Fakes.offer(ServiceKind.LEARNER, "null", Fakes.learner((data, run) -> null))),
                ServiceKind.LEARNER, Map.of());
        assertTrue(!broken.isEmpty() && broken.get(0).contains("null"), broken.toString());
        List<String> thrown = check(services(Fakes.offer(ServiceKind.LEARNER, "throws", Fakes.learner((data, run) -> {
            throw new IllegalStateException("oh");
        }))), ServiceKind.LEARNER, Map.of());
        assertTrue(thrown.toString().contains("oh"), thrown.toString());
    }

    @Test
    void aModelOfNaNIsAViolationAndNoMatterOfSettings() {
        List<String> broken = check(services(Fakes.offer(ServiceKind.LEARNER, "nan", Fakes.learner((data, run) -> new Hmm(
                data.alphabet(), new double[] {Double.NaN}, new double[][] {{1}},
                new double[][] {new double[data.alphabet().size()]})))),
                ServiceKind.LEARNER, Map.of());
        assertEquals(1, broken.size(), broken.toString());
        assertTrue(
                broken.get(0).startsWith(
                        "learn() must give psr.api arguments that it accepts; it was rejected: the initial distribution must")
                        && broken.get(0).contains("NaN (psr.launcher.lab.PresentServicesTest.") && broken.get(0).endsWith(")"),
                broken.toString());
    }

    @Test
    void rejectsSettingsThatCannotBeChecked() {
        PresentServices services = services(Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()));
        String message = assertThrows(IllegalArgumentException.class,
                () -> check(services, ServiceKind.LEARNER, Map.of("at-least", "1000"))).getMessage();
        assertTrue(message.startsWith("mean:at-least=1000 cannot be tried on 300 sequences")
                && message.endsWith("check mean:key=value,…"), message);
        assertThrows(IllegalArgumentException.class,
                () -> check(services, ServiceKind.LEARNER, Map.of("nothing", "1")));
        PresentServices refusing = services(Fakes.offer(ServiceKind.LEARNER, "no", Fakes.learner((data, run) -> {
            throw new LearningException("no");
        })));
        assertThrows(IllegalArgumentException.class, () -> check(refusing, ServiceKind.LEARNER, Map.of()));
    }

    @Test
    void checksLearnersOnRichData() {
        Symbols[] seen = new Symbols[1];
        check(services(Fakes.offer(ServiceKind.LEARNER, "sees", Fakes.learner((data, run) -> {
            seen[0] = seen[0] == null ? data : seen[0];
            return new Fakes.Flat(data.alphabet(), 1);
        }))), ServiceKind.LEARNER, Map.of());
        assertEquals(300, seen[0].count());
        assertEquals(12, seen[0].longest());
        // Each state prefers one of eight symbols and advances by one or two: some pairs are far more frequent than others.
        int[][] pairs = new int[8][8];
        for (int i = 0; i < 300; i++) {
            for (int t = 1; t < 12; t++) {
                pairs[seen[0].symbol(i, t - 1)][seen[0].symbol(i, t)]++;
            }
        }
        for (int a = 0; a < 8; a++) {
            int step = pairs[a][(a + 5) % 8] + pairs[a][(a + 10) % 8];
            int all = java.util.Arrays.stream(pairs[a]).sum();
            assertTrue(all > 200 && step > .55 * all && step < .75 * all, a + ": " + step + " of " + all);
        }
    }

    @Test
    @Tag("slow")
    void reportsServicesThatExceedTheLimit() {
        PresentServices services = services(Fakes.offer(ServiceKind.LEARNER, "slow", Fakes.learner((data, run) -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Fakes.Flat(data.alphabet(), 1);
        })));
        List<String> broken = services.check(services.present(ServiceKind.LEARNER).get(0), Map.of(), Duration.ofMillis(200));
        assertEquals(1, broken.size());
        assertTrue(broken.get(0).startsWith("it must come to an end; the trial took longer than"), broken.toString());
    }

    @Test
    void checksARefinerWithAModelThatItAccepts() {
        Class<?>[] first = new Class<?>[1];
        for (Class<? extends Model> wanted : List.of(LinearPsr.class, Contracts.sampleModel().getClass(), Fakes.Flat.class)) {
            first[0] = null;
            PresentServices services = services(Fakes.offer(ServiceKind.REFINER, "keeps", refiner(model -> {
                first[0] = wanted.isInstance(model) && first[0] == null ? model.getClass() : first[0];
                return wanted.isInstance(model);
            })), Fakes.offer(ServiceKind.LEARNER, "throws", Fakes.learner((data, run) -> {
                throw new IllegalStateException("not the refiner's fault");
            })), Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()));
            assertEquals(List.of(), check(services, ServiceKind.REFINER, Map.of()), wanted.getSimpleName());
            assertEquals(wanted, first[0]);
        }
        List<String> broken = check(services(Fakes.offer(ServiceKind.REFINER, "never", refiner(model -> false)),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean())), ServiceKind.REFINER, Map.of());
        assertEquals(List.of("objection() must be empty for some model; it objects to those of every learner that is present:"
                + " it takes no LinearPsr"), broken);
    }

    private static DatasetSource<NoSettings> source(java.util.concurrent.Callable<Dataset> load) {
        return new DatasetSource<>() {
            @Override
            public Dataset load(NoSettings settings, Run run) throws IOException {
                try {
                    return load.call();
                } catch (IOException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    @Test
    void checksDataSetsMetricsAndCombiners() {
        assertEquals(List.of(), check(services(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins())),
                ServiceKind.DATASET, Map.of()));
        assertEquals("gone cannot be tried: no such file; give settings that it can be tried with: check gone:key=value,…",
                assertThrows(IllegalArgumentException.class, () -> check(services(Fakes.offer(ServiceKind.DATASET, "gone",
                        source(() -> {
                            throw new IOException("no such file");
                        }))), ServiceKind.DATASET, Map.of())).getMessage());
        assertTrue(!check(services(Fakes.offer(ServiceKind.DATASET, "null", source(() -> null))), ServiceKind.DATASET,
                Map.of()).isEmpty());
        assertEquals(List.of(), check(services(Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level())),
                ServiceKind.METRIC, Map.of()));
        List<String> broken = check(services(Fakes.offer(ServiceKind.METRIC, "two", Fakes.metric((t, filter, scores) -> {},
                2))), ServiceKind.METRIC, Map.of());
        assertTrue(!broken.isEmpty(), "two values of one measure");
        assertEquals(broken.stream().distinct().toList(), broken, "said once, though it is tried with two models");
    }

    @Test
    void reportsServicesThatDoNotStart() {
        PresentServices services = services(new ServiceOffer(ServiceKind.LEARNER, "none", "", "", "test", "1.0.0", 0, 99,
                Fakes.nowhere()));
        ServiceInfo none = services.present(ServiceKind.LEARNER).get(0);
        assertTrue(services.check(none, Map.of(), LIMIT).get(0).contains("cannot be started"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> services.settings(none)).getMessage()
                .contains("cannot be started"));
    }

    /** A learner that says what models it makes. */
    private static final class Telling implements Learner<NoSettings> {
        @Override
        public Fakes.Flat learn(Sequences data, NoSettings settings, Run run) {
            return new Fakes.Flat(data.space().as(Alphabet.class), 1);
        }
    }

    @Test
    void readsTheModelTypeThatALearnerDeclares() {
        PresentServices services = services(Fakes.offer(ServiceKind.LEARNER, "telling", new Telling()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()));
        assertEquals(Optional.of(Fakes.Flat.class), services.models(services.named("telling").get(0)));
        assertEquals(Optional.empty(), services.models(services.named("mean").get(0)), "no more than that it is a model");
        assertEquals(Optional.empty(), services.models(services.named("level").get(0)));
        ServiceInfo none =
                services(new ServiceOffer(ServiceKind.LEARNER, "none", "", "", "test", "1.0.0", 0, 98, Fakes.nowhere()))
                        .named("none").stream().findFirst().orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> services.models(none));
    }
}
