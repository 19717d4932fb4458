package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.learn.LearningException;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

@Timeout(60)
class LabTest {

    private final Fakes.Mean mean = new Fakes.Mean();
    private final Fakes.Level level = new Fakes.Level();

    private Lab lab(Offer... more) {
        List<Offer> offers = new ArrayList<>(List.of(Fakes.offer(Kind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(Kind.LEARNER, "mean", mean), Fakes.offer(Kind.REFINER, "climb", new Fakes.Climb()),
                Fakes.offer(Kind.METRIC, "level", level)));
        offers.addAll(List.of(more));
        return new Lab(Fakes.catalogue(offers.toArray(new Offer[0])), null);
    }

    private static Experiment experiment(int trials, String... recipes) {
        return on("coins", trials, 1, recipes);
    }

    private static Experiment on(String dataset, int trials, int every, String... recipes) {
        return new Experiment("test", Stage.parse(dataset), Arrays.stream(recipes).map(Recipe::parse).toList(),
                Stage.parseList("level"), trials, 1, every);
    }

    private static List<TrialResult> results(Lab lab, Experiment experiment, int threads) throws Exception {
        List<TrialResult> results = new ArrayList<>();
        assertTrue(lab.submit(experiment, threads, (result, done, total) -> results.add(result)).await());
        results.sort(Comparator.comparingInt(TrialResult::trial));
        return results;
    }

    private static TrialResult only(List<TrialResult> results, String recipe) {
        List<TrialResult> found = results.stream().filter(result -> result.recipe().equals(recipe)).toList();
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
    void resultsDoNotDependOnOtherRecipesOrOnHowTheyAreWritten() throws Exception {
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
    void lastPointIsTheModelThatWasReturned() throws Exception {
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
        assertEquals(List.of("mean", "oracle"), results.stream().map(TrialResult::recipe).toList());
        assertEquals(100, last(results.get(1)), 1e-12);
        assertEquals(1, results(lab(), on("coins:oracle=off", 1, 1, "mean"), 1).size());
    }

    @Test
    void countersRepairsAndTimesStandInTheResult() throws Exception {
        TrialResult result = only(results(lab(), experiment(1, "mean+climb+climb:passes=1+climb"), 1),
                "mean+climb+climb:passes=1+climb");
        assertEquals(Map.of("sums", 1L), result.counts());
        assertEquals(List.of("mean", "climb", "climb:passes=1", "climb (stage 4)"),
                List.copyOf(result.seconds().keySet()));
        assertEquals(Map.of("sums", 1L, "repaired states", 3L), only(results(lab(), experiment(1, "mean"), 1), "mean")
                .counts());
    }

    @Test
    void valuesThatDoNotExistAreLeftOut() throws Exception {
        TrialResult result = only(results(lab(), experiment(1, "mean"), 1), "mean");
        assertEquals(List.of("level.mean"), List.copyOf(result.curve().get(0).values().keySet()));
    }

    @Test
    void stagesBeforeARefinerDoNotSeeWhatItHoldsOut() throws Exception {
        results(lab(), on("coins:sequences=40", 1, 1, "mean", "mean+climb:hold=0.25", "mean+climb:hold=0.5+climb:hold=0.25"),
                1);
        // 40 sequences: all; without a quarter; without a quarter, then without half of the rest
        assertEquals(List.of(15, 30, 40), mean.sizes.keySet().stream().sorted().toList());
    }

    @Test
    void aFailingRecipeIsAFailedResultAndTheOthersGoOn() throws Exception {
        List<TrialResult> results = results(lab(
                Fakes.offer(Kind.LEARNER, "throws", Fakes.learner((data, run) -> {
                    throw new IllegalStateException("oh");
                })),
                Fakes.offer(Kind.LEARNER, "null", Fakes.learner((data, run) -> null)),
                Fakes.offer(Kind.LEARNER, "nan", Fakes.learner((data, run) ->
                        new Fakes.Flat(data.alphabet(), Double.NaN))),
                Fakes.offer(Kind.LEARNER, "deep", Fakes.learner((data, run) -> {
                    throw new StackOverflowError();
                })),
                Fakes.offer(Kind.LEARNER, "unlinked", Fakes.learner((data, run) -> {
                    throw new NoClassDefFoundError("some/Thing");
                })),
                Fakes.offer(Kind.LEARNER, "poor", Fakes.learner((data, run) -> {
                    throw new LearningException("too few\nsequences");
                })),
                Fakes.offer(Kind.LEARNER, "strange", Fakes.learner((data, run) -> Fakes.stranger())),
                Fakes.offer(Kind.LEARNER, "absent", 0, "broken", () -> null)),
                experiment(2, "throws", "null", "nan", "deep", "unlinked", "poor", "strange", "absent+climb",
                        "throws+climb", "mean"), 1);
        assertEquals(22, results.size());
        Map<String, String> reasons = new java.util.HashMap<>();
        results.forEach(result -> reasons.put(result.recipe(), result.failure().orElse("")));
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
    void aSettingThatDoesNotFitTheDataIsARefusal() throws Exception {
        List<TrialResult> results = new ArrayList<>();
        Running running = lab().submit(experiment(2, "mean:at-least=21", "mean"), 1,
                (result, done, total) -> results.add(result));
        assertTrue(running.await());
        assertEquals(java.util.Set.of("mean:at-least=21"), running.refused());
        assertEquals("at-least must be at most 20, the number of sequences; at-least=21 (mean)",
                results.get(0).failure().orElseThrow());
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
                    () -> lab().submit(experiment, 1, (result, done, total) -> {}));
            assertEquals(message, e.getMessage());
        });
        Exception e = assertThrows(IllegalArgumentException.class,
                () -> lab().submit(experiment(1, "climb+mean"), 1, (result, done, total) -> {}));
        assertTrue(e.getMessage().contains("'climb' in 'climb+mean' is a refiner"), e.getMessage());
        assertTrue(mean.calls.isEmpty());
    }

    @Test
    void takesTheNewServiceWhereOneIsReplacedWhileItIsPinned() throws Exception {
        Offer fresh = Fakes.offer(Kind.LEARNER, "swapped", Fakes.learner((data, run) ->
                new Fakes.Flat(data.alphabet(), 2)));
        Catalogue catalogue = Fakes.catalogue(Fakes.offer(Kind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(Kind.METRIC, "level", level));
        Object key = new Object();
        catalogue.put(key, List.of(Fakes.offer(Kind.LEARNER, "swapped", 0, "old", () -> {
            catalogue.remove(key);
            catalogue.put(fresh, List.of(fresh));
            return Fakes.learner((data, run) -> new Fakes.Flat(data.alphabet(), 1));
        })));
        assertEquals(2, last(only(results(new Lab(catalogue, null), experiment(1, "swapped"), 1), "swapped")), 1e-12);
    }

    @Test
    void cancelWorksWithinOneIteration() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger iterations = new AtomicInteger();
        Lab lab = lab(Fakes.offer(Kind.LEARNER, "endless", Fakes.learner((data, run) -> {
            Fakes.Flat flat = new Fakes.Flat(data.alphabet(), 1);
            begun.countDown();
            while (run.iterated(iterations.getAndIncrement(), () -> flat)) {
                Thread.yield();
            }
            return flat;
        })));
        List<TrialResult> results = new ArrayList<>();
        Running running = lab.submit(experiment(3, "mean", "endless"), 1, (result, done, total) -> results.add(result));
        begun.await();
        assertFalse(running.done());
        running.cancel();
        assertFalse(running.await());
        assertTrue(running.done());
        assertEquals(List.of("mean"), results.stream().map(TrialResult::recipe).toList());
    }

    @Test
    void dataThatCannotBeLoadedFailTheExperiment() {
        DatasetSource<NoSettings> missing = new DatasetSource<>() {
            @Override
            public Class<NoSettings> settings() {
                return NoSettings.class;
            }

            @Override
            public Dataset load(NoSettings settings, psr.api.learn.Run run) throws IOException {
                throw new IOException("line 3 of x.txt: no number");
            }
        };
        Running running = lab(Fakes.offer(Kind.DATASET, "missing", missing))
                .submit(on("missing", 5, 1, "mean"), 2, (result, done, total) -> {});
        ExecutionException e = assertThrows(ExecutionException.class, running::await);
        assertInstanceOf(IOException.class, e.getCause());
    }

    @Test
    void anObserverThatFailsEndsTheExperiment() {
        Running running = lab().submit(experiment(3, "mean"), 1, (result, done, total) -> {
            throw new IllegalStateException("disk full");
        });
        ExecutionException e = assertThrows(ExecutionException.class, running::await);
        assertEquals("disk full", e.getCause().getMessage());
    }

    @Test
    void tellsIterationsAndHowMuchIsDone() throws Exception {
        List<String> told = new ArrayList<>();
        lab().submit(experiment(1, "mean+climb:passes=2"), 1, new Observer() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                told.add(result.recipe() + " " + done + "/" + total + " on " + Thread.currentThread().getName());
            }

            @Override
            public void iterated(int trial, String recipe, int iteration) {
                told.add(recipe + " " + iteration);
            }
        }).await();
        assertEquals(List.of("mean+climb:passes=2 1", "mean+climb:passes=2 2", "mean+climb:passes=2 1/2 on psr-trial-1",
                "oracle 2/2 on psr-trial-1"), told);
    }

    @Test
    void aClosingLaboratoryStopsWhatRuns() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Lab lab = lab(Fakes.offer(Kind.LEARNER, "endless", Fakes.learner((data, run) -> {
            begun.countDown();
            while (!run.cancelled()) {
                Thread.onSpinWait();
            }
            return new Fakes.Flat(data.alphabet(), 1);
        })));
        Running running = lab.submit(experiment(1, "endless"), 1, (result, done, total) -> {});
        begun.await();
        lab.close();
        assertFalse(running.await());
    }
}
