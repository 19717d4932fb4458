package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.api.learn.LearningException;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.runs.TrialJson;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;
import psr.launcher.spi.TrialText;

@Timeout(60)
class LabTest {

    private final Fakes.Mean mean = new Fakes.Mean();
    private final Fakes.Level level = new Fakes.Level();

    private Lab lab(ServiceOffer... more) {
        List<ServiceOffer> offers = new ArrayList<>(List.of(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.LEARNER, "mean", mean), Fakes.offer(ServiceKind.REFINER, "climb", new Fakes.Climb()),
                Fakes.offer(ServiceKind.METRIC, "level", level)));
        offers.addAll(List.of(more));
        return Fakes.lab(offers.toArray(new ServiceOffer[0]));
    }

    private static Experiment experiment(int trials, String... recipes) {
        return on("coins", trials, 1, recipes);
    }

    private static Experiment on(String dataset, int trials, int every, String... recipes) {
        return Experiment.builder("test", Stage.parse(dataset)).recipes(Arrays.stream(recipes).map(Recipe::parse).toList())
                .metrics(Stage.parseList("level")).trials(trials).every(every).build();
    }

    private static List<TrialResult> results(Lab lab, Experiment experiment, int threads) throws Exception {
        try (Submission run = lab.submit(experiment, RunOptions.builder().threads(threads).build())) {
            assertTrue(run.await());
            List<TrialResult> results = new ArrayList<>();
            run.results().trials().forEach(results::add);
            return results;
        }
    }

    private static TrialResult only(List<TrialResult> results, String recipe) {
        List<TrialResult> found = results.stream().filter(result -> result.label().equals(recipe)).toList();
        assertEquals(1, found.size(), recipe);
        return found.get(0);
    }

    private static List<Integer> iterations(TrialResult result) {
        return result.curve().stream().map(TrialResult.Point::iteration).toList();
    }

    private static double last(TrialResult result) {
        return result.curve().get(result.curve().size() - 1).values().get("level.mean");
    }

    @Test
    void resultsDoNotDependOnThreads() throws Exception {
        Experiment experiment = experiment(12, "mean", "mean:offset=2", "mean+climb");
        List<List<TrialResult.Point>> one = results(lab(), experiment, 1).stream().map(TrialResult::curve).toList();
        List<List<TrialResult.Point>> four = results(lab(), experiment, 4).stream().map(TrialResult::curve).toList();
        assertEquals(48, one.size());
        assertEquals(one, four);
        assertTrue(one.stream().distinct().count() > 24, "trials must differ");
    }

    @Test
    void resultsDoNotDependOnOtherRecipesOrNotation() throws Exception {
        TrialResult alone = only(results(lab(), experiment(1, "mean+climb"), 1), "mean+climb");
        List<TrialResult> among = results(lab(), experiment(1, "mean:offset=1", "mean:offset=0.0+climb:passes=3"), 1);
        assertEquals(alone.curve(), only(among, "mean:offset=0.0+climb:passes=3").curve());
    }

    @Test
    void computesSharedStagesOncePerTrial() throws Exception {
        results(lab(), experiment(5, "mean", "mean+climb", "mean:at-least=0+climb:passes=1", "mean:offset=1"), 2);
        assertEquals(5, mean.calls.get(0.0).get());
        assertEquals(5, mean.calls.get(1.0).get());
    }

    @Test
    void curveHasTheStartEveryNthAndTheLastIteration() throws Exception {
        List<TrialResult> results = results(lab(), on("coins", 1, 2, "mean", "mean+climb:passes=5",
                "mean+climb:passes=0"), 1);
        assertEquals(List.of(0), iterations(only(results, "mean")));
        TrialResult climbed = only(results, "mean+climb:passes=5");
        assertEquals(List.of(0, 2, 4, 5), iterations(climbed));
        assertEquals(last(only(results, "mean")), climbed.curve().get(0).values().get("level.mean"));
        assertEquals(last(only(results, "mean")) + 5, last(climbed), 1e-12);
        assertEquals(List.of(0), iterations(only(results, "mean+climb:passes=0")));
    }

    @Test
    void lastPointIsTheReturnedModel() throws Exception {
        List<TrialResult> results = results(lab(), experiment(1, "mean", "mean+climb:first=on"), 1);
        TrialResult first = only(results, "mean+climb:first=on");
        assertEquals(List.of(0, 1, 2, 3), iterations(first));
        assertEquals(last(only(results, "mean")) + 1, last(first), 1e-12);
    }

    @Test
    void measuresNothingTwice() throws Exception {
        results(lab(), on("coins:oracle=off", 1, 1, "mean", "mean+climb:passes=3"), 1);
        assertEquals(4, level.walks.get());
    }

    @Test
    void oracleIsTheLastResultOfATrial() throws Exception {
        List<TrialResult> results = results(lab(), experiment(1, "mean"), 1);
        assertEquals(List.of("mean", "oracle"), results.stream().map(TrialResult::label).toList());
        assertEquals(100, last(results.get(1)), 1e-12);
        assertEquals(1, results(lab(), on("coins:oracle=off", 1, 1, "mean"), 1).size());
    }

    @Test
    void resultsContainCountersRepairsAndTimes() throws Exception {
        TrialResult result = only(results(lab(), experiment(1, "mean+climb+climb:passes=1+climb"), 1),
                "mean+climb+climb:passes=1+climb");
        assertEquals(Map.of("sums", 1L), result.counts());
        assertEquals(List.of("mean", "climb", "climb:passes=1", "climb"),
                result.stages().stream().map(TrialResult.StageTime::stage).toList());
        assertEquals(Map.of("sums", 1L, "repaired states", 3L), only(results(lab(), experiment(1, "mean"), 1), "mean")
                .counts());
    }

    @Test
    void omitsUndefinedValues() throws Exception {
        TrialResult result = only(results(lab(), experiment(1, "mean"), 1), "mean");
        assertEquals(List.of("level.mean"), List.copyOf(result.curve().get(0).values().keySet()));
    }

    @Test
    void earlierStagesDoNotSeeHeldOutData() throws Exception {
        results(lab(), on("coins:sequences=40", 1, 1, "mean", "mean+climb:hold=0.25", "mean+climb:hold=0.5+climb:hold=0.25"),
                1);
        // 40 sequences: all; without a quarter; without a quarter, then without half of the rest
        assertEquals(List.of(15, 30, 40), mean.sizes.keySet().stream().sorted().toList());
    }

    @Test
    void aFailingRecipeDoesNotAffectOtherRecipes() throws Exception {
        List<TrialResult> results = results(lab(
                Fakes.offer(ServiceKind.LEARNER, "throws", Fakes.learner((data, run) -> {
                    throw new IllegalStateException("oh");
                })),
                Fakes.offer(ServiceKind.LEARNER, "null", Fakes.learner((data, run) -> null)),
                Fakes.offer(ServiceKind.LEARNER, "nan",
                        Fakes.learner((data, run) -> new Fakes.Flat(data.alphabet(), Double.NaN))),
                Fakes.offer(ServiceKind.LEARNER, "deep", Fakes.learner((data, run) -> {
                    throw new StackOverflowError();
                })),
                Fakes.offer(ServiceKind.LEARNER, "unlinked", Fakes.learner((data, run) -> {
                    throw new NoClassDefFoundError("some/Thing");
                })),
                Fakes.offer(ServiceKind.LEARNER, "poor", Fakes.learner((data, run) -> {
                    throw new LearningException("too few\nsequences");
                })),
                Fakes.offer(ServiceKind.LEARNER, "strange", Fakes.learner((data, run) -> Fakes.stranger())),
                Fakes.offer(ServiceKind.LEARNER, "absent", 0, "broken", () -> null)),
                experiment(2, "throws", "null", "nan", "deep", "unlinked", "poor", "strange", "absent+climb",
                        "throws+climb", "mean"),
                1);
        assertEquals(22, results.size());
        Map<String, String> reasons = new java.util.HashMap<>();
        results.forEach(result -> reasons.put(result.label(), result.failure().map(TrialResult.Failure::reason).orElse("")));
        assertEquals("throws failed: java.lang.IllegalStateException: oh", reasons.get("throws"));
        assertEquals(reasons.get("throws"), reasons.get("throws+climb"));
        assertEquals("a stage must return a model; it returned null", reasons.get("null"));
        assertEquals("a model must predict finite numbers; for symbol '0' it predicts NaN in test sequence 1,"
                + " position 1 (nan)", reasons.get("nan"));
        assertEquals("deep failed: java.lang.StackOverflowError", reasons.get("deep"));
        assertEquals("unlinked failed: java.lang.NoClassDefFoundError: some/Thing", reasons.get("unlinked"));
        assertEquals("too few sequences (poor)", reasons.get("poor"));
        assertTrue(reasons.get("strange").startsWith("a model must have the alphabet of the data"),
                reasons.get("strange"));
        assertTrue(reasons.get("absent+climb").startsWith("the learner 'absent' of broken 1.0.0 cannot be started"),
                reasons.get("absent+climb"));
        assertEquals("", reasons.get("mean"));
    }

    @Test
    void reportsSettingsThatDoNotFitTheData() throws Exception {
        TrialResult refused = only(results(lab(), experiment(1, "mean:at-least=21", "mean"), 1), "mean:at-least=21");
        assertTrue(refused.failure().orElseThrow().isRefusal());
        assertEquals("at-least must be at most 20, the number of sequences; at-least=21 (mean)",
                refused.failure().orElseThrow().reason());
    }

    @Test
    void checksEverythingBeforeAnythingStarts() {
        Map<String, Experiment> wrong = Map.of(
                "no learner named 'maen'; did you mean 'mean'? present: mean", experiment(1, "mean", "maen"),
                "no refiner named 'clim'; did you mean 'climb'? present: climb", experiment(1, "mean+clim"),
                "no setting named 'ofset' in mean; did you mean 'offset'? settings: offset, at-least",
                experiment(1, "mean:ofset=3"),
                "passes must be at least 0; passes=-1 (climb)", experiment(1, "mean+climb:passes=-1"),
                "no data set named 'coin'; did you mean 'coins'? present: coins", on("coin", 1, 1, "mean"));
        wrong.forEach((message, experiment) -> {
            Exception e = assertThrows(IllegalArgumentException.class,
                    () -> lab().submit(experiment, RunOptions.defaults()));
            assertEquals(message, e.getMessage());
        });
        Exception e = assertThrows(IllegalArgumentException.class,
                () -> lab().submit(experiment(1, "climb+mean"), RunOptions.defaults()));
        assertTrue(e.getMessage().contains("'climb' in 'climb+mean' is a refiner"), e.getMessage());
        assertTrue(mean.calls.isEmpty());
    }

    @Test
    void usesTheSuccessorOfAServiceThatIsReplacedDuringPinning() throws Exception {
        ServiceOffer fresh =
                Fakes.offer(ServiceKind.LEARNER, "swapped", Fakes.learner((data, run) -> new Fakes.Flat(data.alphabet(), 2)));
        ServiceCatalog catalogue = Fakes.catalogue(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.METRIC, "level", level));
        Object key = new Object();
        catalogue.put(key, List.of(Fakes.offer(ServiceKind.LEARNER, "swapped", 0, "old", () -> {
            catalogue.remove(key);
            catalogue.put(fresh, List.of(fresh));
            return Fakes.learner((data, run) -> new Fakes.Flat(data.alphabet(), 1));
        })));
        assertEquals(2, last(only(results(Fakes.lab(catalogue), experiment(1, "swapped"), 1), "swapped")), 1e-12);
    }

    @Test
    void cancelWorksWithinOneIteration() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger iterations = new AtomicInteger();
        Lab lab = lab(Fakes.offer(ServiceKind.LEARNER, "endless", Fakes.learner((data, run) -> {
            Fakes.Flat flat = new Fakes.Flat(data.alphabet(), 1);
            begun.countDown();
            while (run.iterated(iterations.getAndIncrement(), () -> flat)) {
                Thread.yield();
            }
            return flat;
        })));
        try (Submission run = lab.submit(experiment(3, "mean", "endless"), RunOptions.builder().threads(1).build())) {
            begun.await();
            assertFalse(run.state().isOver());
            run.cancel();
            assertFalse(run.await());
            assertEquals(Submission.State.CANCELLED, run.state());
            assertEquals(0, run.results().finishedTrials(), "a trial that was stopped does not count");
        }
    }

    @Test
    void dataThatCannotBeLoadedFailTheExperiment() {
        DatasetSource<NoSettings> missing = new DatasetSource<>() {
            @Override
            public Dataset load(NoSettings settings, psr.api.learn.Run run) throws IOException {
                throw new IOException("line 3 of x.txt: no number");
            }
        };
        try (Submission run = lab(Fakes.offer(ServiceKind.DATASET, "missing", missing))
                .submit(on("missing", 5, 1, "mean"), RunOptions.defaults())) {
            ExecutionException e = assertThrows(ExecutionException.class, run::await);
            assertInstanceOf(IOException.class, e.getCause());
            assertEquals(Submission.State.FAILED, run.state());
            assertSame(e.getCause(), run.failure().orElseThrow());
        }
    }

    @Test
    void aFailingObserverAffectsNothingElse() throws Exception {
        List<Integer> finished = new ArrayList<>();
        Observer failing = new Observer() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                throw new IllegalStateException("disk full");
            }
        };
        Observer counting = new Observer() {
            @Override
            public void trialFinished(int trial, int done, int total) {
                finished.add(trial);
            }
        };
        try (Submission run = lab().submit(experiment(3, "mean"), RunOptions.defaults(), failing, counting)) {
            assertTrue(run.await());
        }
        assertEquals(List.of(0, 1, 2), finished.stream().sorted().toList());
    }

    @Test
    void notifiesOfTheLatestIterationAndHowMuchIsDone() throws Exception {
        List<String> events = new ArrayList<>();
        Set<String> threads = new HashSet<>();
        Observer observer = new Observer() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                events.add(result.label() + " " + done + "/" + total);
                threads.add(Thread.currentThread().getName().replaceAll("[0-9]+", "n"));
            }

            @Override
            public void iterated(int trial, String label, int iteration) {
                events.add(label + " " + iteration);
            }
        };
        try (Submission run = lab().submit(experiment(1, "mean+climb:passes=2"), RunOptions.defaults(), observer)) {
            run.await();
        }
        assertEquals(Set.of("psr-events-n"), threads, "trials do not wait for observers");
        assertEquals(List.of("mean+climb:passes=2 1/2", "oracle 2/2"),
                events.stream().filter(event -> event.contains("/")).toList());
        List<String> iterations = events.subList(0, events.indexOf("mean+climb:passes=2 1/2"));
        assertEquals("mean+climb:passes=2 2", iterations.get(iterations.size() - 1), events::toString);
    }

    @Test
    void notifiesLateObserversOfAllResults() throws Exception {
        try (Submission run = lab().submit(experiment(3, "mean", "mean+climb"), RunOptions.defaults())) {
            assertTrue(run.await());
            List<String> events = new ArrayList<>();
            run.observe(new Observer() {
                @Override
                public void finished(TrialResult result, int done, int total) {
                    events.add(result.trial() + " " + result.label() + " " + done + "/" + total);
                }

                @Override
                public void trialFinished(int trial, int done, int total) {
                    events.add("trial " + trial + ", " + done + "/" + total);
                }

                @Override
                public void changed(Submission.State state) {
                    events.add(state.toString());
                }
            }).close();
            assertEquals(List.of("0 mean 1/9", "0 mean+climb 2/9", "0 oracle 3/9", "trial 0, 1/3", "1 mean 4/9",
                    "1 mean+climb 5/9", "1 oracle 6/9", "trial 1, 2/3", "2 mean 7/9", "2 mean+climb 8/9", "2 oracle 9/9",
                    "trial 2, 3/3", "DONE"), events);
        }
    }

    @Test
    void aPausedRunStartsNoTrialUntilItIsResumed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        AtomicInteger trials = new AtomicInteger();
        Lab lab = lab(Fakes.offer(ServiceKind.LEARNER, "gate", Fakes.learner((data, run) -> {
            trials.incrementAndGet();
            begun.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Fakes.Flat(data.alphabet(), 1);
        })));
        List<Submission.State> states = new ArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        try (Submission run = lab.submit(experiment(4, "gate"), RunOptions.builder().threads(1).build())) {
            run.observe(new Observer() {
                @Override
                public void changed(Submission.State state) {
                    states.add(state);
                }

                @Override
                public void trialFinished(int trial, int done, int total) {
                    first.countDown();
                }
            });
            begun.await();
            run.pause();
            assertEquals(Submission.State.PAUSED, run.state());
            free.countDown();
            first.await();
            assertFalse(run.await(Duration.ofMillis(200)), "it waits");
            assertEquals(1, trials.get(), "the running trial completes, and no other trial starts");
            run.resume();
            assertTrue(run.await());
            assertEquals(4, run.results().finishedTrials());
        }
        assertEquals(List.of(Submission.State.PAUSED, Submission.State.RUNNING, Submission.State.DONE),
                states.subList(states.indexOf(Submission.State.PAUSED), states.size()));
    }

    @Test
    void computesOnlyTheRequestedTrials() throws Exception {
        List<TrialResult> all = results(lab(), experiment(5, "mean"), 2);
        try (Submission run = lab().submit(experiment(5, "mean"), RunOptions.builder().share(new Shard(2, 2)).build())) {
            assertTrue(run.await());
            List<TrialResult> found = new ArrayList<>();
            run.results().trials().forEach(found::add);
            assertEquals(List.of(1, 1, 3, 3), found.stream().map(TrialResult::trial).toList());
            assertEquals(all.get(2).curve(), found.get(0).curve(), "the same as in the whole run");
        }
    }

    @Test
    void aTrialIsComputedFromPlainData() throws Exception {
        Experiment experiment = experiment(3, "mean", "mean+climb");
        List<TrialResult> whole = results(lab(), experiment, 1).subList(3, 6);
        TrialText text = new TrialJson();
        TrialTask task = text.readTask(text.write(Fakes.task("elsewhere", experiment, 0)));
        TrialOutcome alone;
        try (TrialComputer computer = lab().prepare(task)) {
            alone = computer.compute(1, NamedFiles.in(Path.of("")), new Observer() {});
        }
        assertEquals(alone, text.readOutcome(text.write(alone)), "as text and back");
        assertEquals(1, alone.trial());
        assertEquals(whole.stream().map(TrialResult::curve).toList(),
                alone.results().stream().map(TrialResult::curve).toList());
        assertFalse(alone.dataSha256().isEmpty());
    }

    @Test
    void combinesSeveralModels() throws Exception {
        List<TrialResult> results = results(lab(Fakes.offer(ServiceKind.COMBINER, "sum", new Fakes.Sum())),
                experiment(1, "mean", "mean:offset=2", "sum/mean/mean:offset=2", "sum/mean+climb:passes=1/mean"), 1);
        double one = last(only(results, "mean"));
        double two = last(only(results, "mean:offset=2"));
        assertEquals(one + two, last(only(results, "sum/mean/mean:offset=2")), 1e-12);
        assertEquals(2 * one + 1, last(only(results, "sum/mean+climb:passes=1/mean")), 1e-12);
        assertEquals(List.of("mean", "climb:passes=1", "mean", "sum"),
                only(results, "sum/mean+climb:passes=1/mean").stages().stream().map(TrialResult.StageTime::stage).toList());
    }

    @Test
    void combinedModelsDoNotSeeHeldOutData() throws Exception {
        results(lab(Fakes.offer(ServiceKind.COMBINER, "sum", new Fakes.Sum())),
                on("coins:sequences=40", 1, 1, "mean", "sum:hold=0.25/mean/mean+climb:hold=0.5"), 1);
        assertEquals(List.of(15, 30, 40), mean.sizes.keySet().stream().sorted().toList());
    }

    @Test
    void aFailingMetricLosesOnlyItsOwnColumn() throws Exception {
        Map<String, String> reasons = new java.util.LinkedHashMap<>();
        List<ServiceOffer> offers = new ArrayList<>();
        offers.add(Fakes.offer(ServiceKind.METRIC, "throws", Fakes.metric((t, filter, scores) -> {
            throw new IllegalStateException("oh");
        }, 1)));
        offers.add(Fakes.offer(ServiceKind.METRIC, "writes", Fakes.metric((t, filter, scores) -> scores[0] = 7, 1)));
        offers.add(Fakes.offer(ServiceKind.METRIC, "moves", Fakes.metric((t, filter, scores) -> filter.update(0), 1)));
        offers.add(Fakes.offer(ServiceKind.METRIC, "few", Fakes.metric((t, filter, scores) -> {}, 0)));
        offers.add(Fakes.offer(ServiceKind.METRIC, "endless",
                Fakes.metric((t, filter, scores) -> {}, 1, Double.POSITIVE_INFINITY)));
        Experiment experiment = experiment(1, "mean").change()
                .metrics(Stage.parseList("throws,writes,level,moves,few,endless")).build();
        List<TrialResult> results = results(lab(offers.toArray(new ServiceOffer[0])), experiment, 1);
        TrialResult result = only(results, "mean");
        assertEquals(Optional.empty(), result.failure());
        assertEquals(List.of("level.mean"), List.copyOf(result.last().keySet()));
        assertEquals(last(only(results(lab(), experiment(1, "mean"), 1), "mean")), last(result), "and harms no other");
        reasons.putAll(result.unmeasured());
        assertEquals("it failed: java.lang.IllegalStateException: oh", reasons.get("throws"));
        assertEquals("it changed the arrays that it was shown", reasons.get("writes"));
        assertTrue(reasons.get("moves").contains("must not update the filter"), reasons.get("moves"));
        assertEquals("it must measure 1 numbers; it gave 0", reasons.get("few"));
        assertTrue(reasons.get("endless").startsWith("a metric must be finite"), reasons.get("endless"));
        assertEquals(5, reasons.size());
    }

    @Test
    void theRunContinuesWhenAStageRunsOutOfMemory() throws Exception {
        List<TrialResult> results = results(lab(Fakes.offer(ServiceKind.LEARNER, "hungry", Fakes.learner((data, run) -> {
            throw new OutOfMemoryError("Java heap space");
        }))), experiment(2, "hungry", "mean"), 2);
        assertEquals(6, results.size());
        assertTrue(results.get(0).failure().orElseThrow().reason().startsWith("hungry needs more memory"));
        assertTrue(results.get(0).failure().orElseThrow().isOutOfMemory(), "so that another machine may try");
        assertEquals(Optional.empty(), results.get(1).failure());
    }

    @Test
    void eachStageHasItsOwnSeed() throws Exception {
        Map<String, Long> drawn = new java.util.concurrent.ConcurrentHashMap<>();
        Lab lab = lab(Fakes.offer(ServiceKind.LEARNER, "a", Fakes.learner((data, run) -> {
            drawn.put("a", run.random("x").nextLong());
            return new Fakes.Flat(data.alphabet(), 1);
        })), Fakes.offer(ServiceKind.LEARNER, "b", Fakes.learner((data, run) -> {
            drawn.put("b", run.random("x").nextLong());
            return new Fakes.Flat(data.alphabet(), 1);
        })));
        results(lab, experiment(1, "a", "b"), 1);
        assertFalse(drawn.get("a").equals(drawn.get("b")), "two stages of a trial share no randomness");
    }

    @Test
    void releasesUnusedModels() throws Exception {
        AtomicReference<WeakReference<Model>> first = new AtomicReference<>();
        AtomicInteger alive = new AtomicInteger();
        Lab lab = lab(Fakes.offer(ServiceKind.LEARNER, "first", Fakes.learner((data, run) -> {
            Model model = new Fakes.Flat(data.alphabet(), 1);
            first.set(new WeakReference<>(model));
            return model;
        })), Fakes.offer(ServiceKind.LEARNER, "second", Fakes.learner((data, run) -> {
            for (int i = 0; i < 100 && first.get().get() != null; i++) {
                System.gc();
            }
            alive.addAndGet(first.get().get() == null ? 0 : 1);
            return new Fakes.Flat(data.alphabet(), 2);
        })));
        results(lab, experiment(1, "first", "second"), 1);
        assertEquals(0, alive.get(), "the model of a recipe that is done must not stay to the end of the trial");
    }

    @Test
    void closingTheLaboratoryStopsRuns() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Lab lab = lab(Fakes.offer(ServiceKind.LEARNER, "endless", Fakes.learner((data, run) -> {
            begun.countDown();
            while (!run.cancelled()) {
                Thread.onSpinWait();
            }
            return new Fakes.Flat(data.alphabet(), 1);
        })));
        Submission run = lab.submit(experiment(1, "endless"), RunOptions.defaults());
        begun.await();
        lab.close();
        assertFalse(run.await());
        assertEquals(List.of(), lab.submissions());
    }
}
