package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.DataKind;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.lab.AcceptedData;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.NoSettings;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.lab.Fakes;
import psr.launcher.services.DataUse;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;

/** Services are selected by the kind of the data, and wrong pairings are rejected before anything is loaded. */
class DataKindsTest {

    private static final AcceptedData VECTORS = new AcceptedData(Set.of(Space.Kind.VECTORS), Set.of(Space.Kind.VECTORS));

    /** What the learners were given. */
    private final List<Sequences> seen = new ArrayList<>();
    private boolean loaded;

    private static ServiceOffer offer(ServiceKind kind, String name, AcceptedData accepts, Configurable<?> service) {
        ServiceOffer plain = Fakes.offer(kind, name, service);
        return new ServiceOffer(kind, name, plain.summary(), plain.paper(), accepts, plain.bundle(), plain.version(),
                plain.ranking(),
                plain.id(), plain.provider());
    }

    private DatasetSource<NoSettings> source(Sequences data) {
        return new DatasetSource<>() {
            @Override
            public DataKind kind(NoSettings settings) {
                return DataKind.of(data);
            }

            @Override
            public Dataset load(NoSettings settings, Run run) {
                loaded = true;
                return Dataset.builder(data).test(data).build();
            }
        };
    }

    private Learner<NoSettings> learner() {
        return new Learner<>() {
            @Override
            public Model learn(Sequences data, NoSettings settings, Run run) {
                seen.add(data);
                return data.space() instanceof Channels channels ? Contracts.sampleModel(channels)
                        : uniform((Alphabet) data.space());
            }
        };
    }

    private static Model uniform(Alphabet alphabet) {
        double[] p = new double[alphabet.size()];
        Arrays.fill(p, 1.0 / p.length);
        return new Hmm(alphabet, new double[] {1}, new double[][] {{1}}, new double[][] {p});
    }

    /** Measures the probability of what was observed. */
    private static Metric<NoSettings> probability() {
        return new Metric<>() {
            @Override
            public List<Measure> measures(NoSettings settings) {
                return List.of(Measure.of("p", Measure.Better.HIGHER, "probability of the last symbol"));
            }

            @Override
            public Evaluation prepare(Dataset data, NoSettings settings) {
                return model -> new Meter() {
                    private double last;

                    @Override
                    public void step(Walk walk) {
                        last = walk.scores(1)[walk.symbol(1)];
                    }

                    @Override
                    public double[] values() {
                        return new double[] {last};
                    }
                };
            }
        };
    }

    private static Symbols actionsAndObservations() {
        Symbols actions = Symbols.of(Alphabet.of(List.of("left", "right")), new int[] {0, 1, 1}, new int[] {1, 0});
        return Symbols.of(Alphabet.of(List.of("wall", "door", "floor")), new int[] {0, 1, 2}, new int[] {2, 0})
                .withInputs(actions);
    }

    private PinnedServices pins(ServiceOffer... offers) {
        return new PinnedServices(ServiceCatalog.of(offers), Fakes.holds(), Selection.CURRENT);
    }

    private static Experiment experiment(String recipe, String metric) {
        return Experiment.builder("kinds", Stage.of("data")).recipe(Recipe.parse(recipe)).metrics(Stage.parseList(metric))
                .trials(1)
                .build();
    }

    @Test
    void oneNameMayHaveAServiceForEachKind() {
        Learner<NoSettings> symbols = learner();
        Learner<NoSettings> vectors = learner();
        PinnedServices pins = pins(offer(ServiceKind.LEARNER, "psr", AcceptedData.SYMBOLS, symbols),
                offer(ServiceKind.LEARNER, "psr", VECTORS, vectors));
        assertEquals(2, pins.catalogue().present(ServiceKind.LEARNER).size());
        assertTrue(pins.catalogue().unused().isEmpty());
        assertSame(vectors, pins.pin(ServiceKind.LEARNER, "psr", DataUse.of("lorenz", DataKind.of(Space.Kind.VECTORS))));
        assertSame(symbols, pins.pin(ServiceKind.LEARNER, "psr", DataUse.of("ring", DataKind.SYMBOLS)));
    }

    @Test
    void kindsThatOverlapAreAConflict() {
        ServiceOffer first = offer(ServiceKind.LEARNER, "psr", AcceptedData.SYMBOLS, learner());
        ServiceOffer both = offer(ServiceKind.LEARNER, "psr", new AcceptedData(Set.of(Space.Kind.values()), Set.of()), learner());
        PinnedServices pins = pins(first, both);
        assertEquals(Set.of(both), pins.catalogue().unused().keySet());
    }

    @Test
    void aLearnerThatDoesNotAcceptTheDataIsRejectedBeforeTheyAreLoaded() {
        ServiceOffer[] offers = {offer(ServiceKind.DATASET, "data", VECTORS, source(Contracts.sampleVectors(2, 5, true))),
                offer(ServiceKind.LEARNER, "unigram", AcceptedData.SYMBOLS, learner()),
                offer(ServiceKind.LEARNER, "rff", VECTORS, learner()),
                offer(ServiceKind.METRIC, "p", VECTORS, probability())};
        ValidationException rejected =
                assertThrows(ValidationException.class, () -> BoundExperiment.of(experiment("unigram", "p"), pins(offers)));
        assertEquals("unigram accepts symbols; data has vectors with inputs (vectors); learners that accept it: rff",
                rejected.error().message());
        assertEquals("/recipes/0", rejected.error().place());
        assertEquals(1, BoundExperiment.validationErrors(experiment("unigram", "p"), pins(offers)).size());
        BoundExperiment.of(experiment("rff", "p"), pins(offers)).close();
        assertFalse(loaded, "nothing may be loaded for that");
    }

    @Test
    void theUsualMetricsAreThoseOfTheKind() {
        ServiceOffer[] offers = {offer(ServiceKind.DATASET, "data", VECTORS, source(Contracts.sampleVectors(2, 5, false))),
                offer(ServiceKind.LEARNER, "rff", VECTORS, learner()), offer(ServiceKind.METRIC, "mse", VECTORS, probability())};
        Experiment open = Experiment.builder("kinds", Stage.of("data")).recipe(Recipe.parse("rff")).build();
        try (BoundExperiment bound = BoundExperiment.of(open, pins(offers))) {
            assertEquals(List.of(Stage.of("mse")), bound.experiment().metrics());
        }
    }

    @Test
    void servicesThatDoNotKnowInputsLearnFromJointSymbolsAndPredictGivenTheInput() throws Exception {
        Symbols data = actionsAndObservations();
        ServiceOffer[] offers = {offer(ServiceKind.DATASET, "data", AcceptedData.SYMBOLS, source(data)),
                offer(ServiceKind.LEARNER, "plain", AcceptedData.SYMBOLS, learner()),
                offer(ServiceKind.LEARNER, "knows", new AcceptedData(Set.of(Space.Kind.SYMBOLS), Set.of(Space.Kind.SYMBOLS)),
                        learner()),
                offer(ServiceKind.METRIC, "p", AcceptedData.SYMBOLS, probability())};
        double plain = run(experiment("plain", "p"), offers);
        assertEquals(data.joint(), seen.get(0));
        assertEquals(List.of("left/wall", "left/door", "left/floor", "right/wall", "right/door", "right/floor"),
                seen.get(0).space().names());
        assertEquals(1 / 3.0, plain, 1e-12, "one of three observations given the action, not of six");
        double knows = run(experiment("knows", "p"), offers);
        assertEquals(data, seen.get(1));
        assertEquals(1 / 3.0, knows, 1e-12);
    }

    private double run(Experiment experiment, ServiceOffer... offers) throws Exception {
        try (Submission run = Fakes.lab(ServiceCatalog.of(offers)).submit(experiment, RunOptions.defaults())) {
            run.await();
            return run.results().summary().get(0).mean();
        }
    }
}
