package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.model.SymbolFilter;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.lab.Fakes;
import psr.launcher.services.CancelledException;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialOutcome;

@Timeout(60)
class TrialTest {

    private final List<String> events = new ArrayList<>();
    private final Fakes.Level level = new Fakes.Level();
    private volatile boolean stopped;
    private String dataset = "coins:oracle=off";

    private final TrialProgress progress = new TrialProgress(0, new Observer() {
        @Override
        public void iterated(int trial, String label, int iteration) {
            events.add(label + " at " + iteration);
        }

        @Override
        public void progressed(int trial, String label, double share, String doing) {
            events.add(label + " " + doing);
        }

        @Override
        public void finished(TrialResult result, int done, int total) {
            events.add("finished " + result.label());
        }
    }, () -> stopped) {
        @Override
        protected void loaded(Dataset data, List<Path> files) {
            events.add("loaded " + files);
        }

        @Override
        void broke(String stage, Throwable e) {
            events.add(stage + " broke: " + e.getMessage());
        }

        @Override
        protected void learned(String label, Model model, Optional<SingularValues> singularValues, Dataset data) {
            events.add("learned " + label + singularValues.map(values -> " from " + values.rank()).orElse(""));
        }
    };

    private static ServiceOffer learner(String name, BiFunction<Symbols, Run, Model> learn) {
        return Fakes.offer(ServiceKind.LEARNER, name, Fakes.learner(learn));
    }

    private static Fakes.Flat flat(Symbols data, double value) {
        return new Fakes.Flat(data.alphabet(), value);
    }

    private List<TrialResult> run(List<ServiceOffer> more, String... recipes) throws Exception {
        List<ServiceOffer> offers = new ArrayList<>(more);
        offers.addAll(List.of(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.REFINER, "climb", new Fakes.Climb()),
                Fakes.offer(ServiceKind.REFINER, "hop", new Fakes.Hop()),
                Fakes.offer(ServiceKind.COMBINER, "sum", new Fakes.Sum()),
                Fakes.offer(ServiceKind.METRIC, "level", level)));
        try (BoundExperiment bound = BoundExperiment.of(Fakes.experiment(1, "mean").change().dataset(Stage.parse(dataset))
                .recipes(Arrays.stream(recipes).map(Recipe::parse).toList()).build(),
                new PinnedServices(Fakes.catalogue(offers.toArray(new ServiceOffer[0])), Fakes.holds(), Selection.CURRENT))) {
            TrialOutcome outcome = new Trial(bound, 0, DataPart.asGiven(), Optional.empty(), NamedFiles.in(Path.of("/base")),
                    progress).run();
            return outcome.results();
        }
    }

    private static List<Integer> iterations(TrialResult result) {
        return result.curve().stream().map(TrialResult.Point::iteration).toList();
    }

    @Test
    void startsNoOtherRecipeAfterItIsCancelled() {
        ServiceOffer last = learner("last", (data, run) -> {
            stopped = true;
            throw new IllegalStateException("stopped in the middle");
        });
        assertThrows(CancelledException.class, () -> run(List.of(last), "mean", "last", "mean:offset=1"));
        assertEquals(List.of("loaded []", "learned mean", "finished mean"), events,
                "an exception after cancelling must not become a result");
    }

    @Test
    void computesNoRecipeAfterItIsCancelled() {
        ServiceOffer quick = Fakes.offer(ServiceKind.LEARNER, "quick", Fakes.learner((data, run) -> flat(data, 1)));
        ServiceOffer never = learner("never", (data, run) -> {
            events.add("never");
            return flat(data, 1);
        });
        TrialProgress stopping = new TrialProgress(0, new Observer() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                stopped = true;
            }
        }, () -> stopped);
        try (BoundExperiment bound = BoundExperiment.of(Fakes.experiment(1, "quick", "never").change()
                .dataset(Stage.parse(dataset)).build(),
                new PinnedServices(Fakes.catalogue(quick, never,
                        Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                        Fakes.offer(ServiceKind.METRIC, "level", level)), Fakes.holds(), Selection.CURRENT))) {
            assertThrows(CancelledException.class, () -> new Trial(bound, 0, DataPart.asGiven(), Optional.empty(),
                    NamedFiles.in(Path.of("")), stopping).run());
        }
        assertTrue(stopped);
        assertEquals(List.of(), events);
    }

    @Test
    void theCurveOfARefinerStartsWithItsInput() throws Exception {
        List<TrialResult> results = run(List.of(), "mean", "mean+hop", "mean+climb:passes=0", "sum/mean/mean+climb:passes=2",
                "mean+climb:passes=2");
        assertEquals(List.of(List.of(0), List.of(0, 1), List.of(0), List.of(0), List.of(0, 1, 2)),
                results.stream().map(TrialTest::iterations).toList());
    }

    @Test
    void measuresOnlyTheLastStages() throws Exception {
        run(List.of(), "mean+climb:passes=5+climb:passes=2");
        assertEquals(3, level.walks.get(), "the start of the last stage and its two iterations");
    }

    @Test
    void reportsEventsForTheRecipesThatEndWithAStage() throws Exception {
        ServiceOffer telling = learner("telling", (data, run) -> {
            run.count("things", 2);
            run.decomposed(SingularValues.of(new double[] {2, 1}, 1));
            run.progress(.5, "telling " + run.file(Path.of("x")));
            return flat(data, 1);
        });
        List<TrialResult> results = run(List.of(telling), "telling", "telling+climb:passes=1+climb:passes=2", "sum/telling/mean");
        assertEquals(List.of("loaded []", "telling telling /base/x", "learned telling from 1", "finished telling",
                "telling+climb:passes=1+climb:passes=2 at 1", "telling+climb:passes=1+climb:passes=2 at 2",
                "learned telling+climb:passes=1+climb:passes=2 from 1", "finished telling+climb:passes=1+climb:passes=2",
                "learned sum/telling/mean from 1", "finished sum/telling/mean"), events);
        assertEquals(List.of(Map.of("things", 2L), Map.of("things", 2L), Map.of("things", 2L, "sums", 1L)),
                results.stream().map(TrialResult::counts).toList());
        assertEquals(List.of("telling", "mean", "sum"),
                results.get(2).stages().stream().map(TrialResult.StageTime::stage).toList());
        assertEquals(List.of("telling", "climb:passes=1", "climb:passes=2"),
                results.get(1).stages().stream().map(TrialResult.StageTime::stage).toList());
    }

    @Test
    void doesNotCallARefinerThatObjects() throws Exception {
        // A model with the alphabet of the coins that is not flat.
        ServiceOffer strange = learner("strange", (data, run) -> new Model() {
            @Override
            public Alphabet space() {
                return data.alphabet();
            }

            @Override
            public SymbolFilter filter() {
                return flat(data, 1).filter();
            }
        });
        TrialResult refused = run(List.of(strange), "strange+climb").get(0);
        assertEquals("climb refines a flat model; found another", refused.failure().orElseThrow().reason());
        assertTrue(refused.failure().orElseThrow().isRefusal());
        assertEquals(List.of("loaded []", "finished strange+climb"), events);
    }

    @Test
    void measuresTheTimeOfFailedStages() throws Exception {
        List<TrialResult> results = run(List.of(learner("slow", (data, run) -> {
            sleep();
            return flat(data, 1);
        }), learner("fails", (data, run) -> {
            sleep();
            throw new LearningException("too few sequences");
        })), "slow", "fails");
        for (TrialResult result : results) {
            double seconds = result.stages().get(0).seconds();
            assertTrue(seconds >= .02 && seconds < 60, result.label() + " took " + seconds);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void logsExceptionsThatNeedAStackTrace() throws Exception {
        List<TrialResult> results = run(List.of(learner("words", (data, run) -> {
            throw new LearningException("too few sequences");
        }), learner("cause", (data, run) -> {
            throw new LearningException("it did not converge", new ArithmeticException("by zero"));
        }), learner("bug", (data, run) -> {
            throw new IllegalStateException("oh");
        }), learner("mute", (data, run) -> {
            throw new IllegalArgumentException();
        })), "words", "cause", "bug", "mute");
        assertEquals(List.of("loaded []", "finished words", "cause broke: it did not converge", "finished cause",
                "bug broke: oh", "finished bug", "finished mute"), events);
        assertEquals("mute failed: java.lang.IllegalArgumentException", results.get(3).failure().orElseThrow().reason());
    }

    @Test
    void reportsLackOfMemoryWithTheAvailableMemory() throws Exception {
        TrialResult hungry = run(List.of(learner("hungry", (data, run) -> {
            throw new OutOfMemoryError("Java heap space");
        })), "hungry").get(0);
        String reason = hungry.failure().orElseThrow().reason();
        assertTrue(reason.startsWith("hungry needs more memory than this process has ("
                + Runtime.getRuntime().maxMemory() / 1024 / 1024 + " MB)"), reason);
    }

    /** The data return copies only, which a stage may modify. */
    @Test
    void aStageCannotModifyTheData() throws Exception {
        ServiceOffer vandal = learner("vandal", (data, run) -> {
            for (int i = 0; i < data.count(); i++) {
                Arrays.fill(data.copy(i), 1);
            }
            return flat(data, 1);
        });
        TrialResult alone = run(List.of(), "mean").get(0);
        List<TrialResult> results = run(List.of(vandal), "vandal", "mean", "mean+climb:hold=0.5");
        assertEquals(alone.curve(), results.get(1).curve());
        assertEquals(Optional.empty(), results.get(2).failure());
    }

    @Test
    void dropsModelsThatAreNoLongerNeeded() throws Exception {
        List<WeakReference<Model>> made = new ArrayList<>();
        boolean[] alive = new boolean[1];
        run(List.of(learner("first", (data, run) -> {
            Model model = flat(data, 1);
            made.add(new WeakReference<>(model));
            return model;
        }), learner("second", (data, run) -> {
            for (int i = 0; i < 50 && made.get(0).get() != null; i++) {
                System.gc();
            }
            alive[0] = made.get(0).get() != null;
            return flat(data, 2);
        })), "first+hop", "second");
        assertTrue(!alive[0], "a model that is no longer needed must not stay in memory until the end of the trial");
    }

    /** Data whose true model needs repairs, or cannot predict. */
    private static ServiceOffer source(double value) {
        return Fakes.offer(ServiceKind.DATASET, "known", new DatasetSource<NoSettings>() {
            @Override
            public Dataset load(NoSettings settings, Run run) {
                Dataset coins = new Fakes.Coins().load(new Fakes.Coins.Settings(false, 5), run);
                Path file = run.file(Path.of("known.txt"));
                return Dataset.builder(coins.training()).test(coins.test())
                        .trueModel(new Fakes.Flat(coins.training().space().as(Alphabet.class), value, 6)).origin(file.toString())
                        .build();
            }
        });
    }

    @Test
    void measuresTheTrueModel() throws Exception {
        dataset = "known";
        List<TrialResult> results = run(List.of(source(3)), "mean");
        assertTrue(results.get(1).isTrueModel());
        assertEquals(Map.of("repaired states", 6L), results.get(1).counts());
        assertEquals(3, results.get(1).last().get("level.mean"));
        assertEquals("loaded [/base/known.txt]", events.get(0));
        TrialResult broken = run(List.of(source(Double.NaN)), "mean").get(1);
        assertTrue(broken.failure().orElseThrow().reason().startsWith("a model must predict finite numbers"),
                broken.failure().toString());
    }

    @Test
    void everyTrialHasASeedOfItsOwn() {
        Experiment experiment = Fakes.experiment(3, "mean");
        assertEquals(3, IntStream.range(0, 3).mapToLong(i -> Trial.seed(experiment, i)).distinct().count());
        assertTrue(Trial.seed(experiment, 0) != Trial.seed(experiment.change().seed(5).build(), 0));
    }
}
