package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.data.TrainingData;
import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;

@Timeout(60)
class ScopeTest {

    private static final Optional<Duration> SHORT = Optional.of(Duration.ofMillis(200));

    /** Collects what a run tells. */
    private static final class Ear implements TrialObserver {
        private final Map<String, TrialResult> results = new HashMap<>();
        private final Map<Integer, Dataset> data = new HashMap<>();
        private final Map<String, Model> models = new HashMap<>();

        @Override
        public void finished(TrialResult result, int done, int total) {
            results.put(result.recipe(), result);
        }

        @Override
        public void loaded(int trial, Dataset dataset) {
            data.put(trial, dataset);
        }

        @Override
        public void learned(int trial, String recipe, Model model) {
            models.put(recipe, model);
        }

        @Override
        public void trialFinished(int trial) {}

        String failure(String recipe) {
            return results.get(recipe).failure().orElse("none");
        }
    }

    private final CountDownLatch never = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    private Lab lab(Offer... more) {
        List<Offer> offers = new ArrayList<>(List.of(Fakes.offer(Kind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(Kind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(Kind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(Kind.LEARNER, "deaf", Fakes.learner((data, run) -> {
                    begun.countDown();
                    while (true) {
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            // Does not even stop when interrupted.
                        }
                    }
                })),
                Fakes.offer(Kind.LEARNER, "slow", Fakes.learner((data, run) -> {
                    for (int i = 0; !run.cancelled(); i++) {
                        assertTrue(run.iterated(i, () -> new Fakes.Flat(data.alphabet(), 1)) || run.cancelled());
                    }
                    return new Fakes.Flat(data.alphabet(), 1);
                }))));
        offers.addAll(List.of(more));
        return new Lab(Fakes.catalogue(offers.toArray(new Offer[0])), null);
    }

    private static Experiment experiment(int trials, String dataset, String metric, String... recipes) {
        return new Experiment("test", Stage.parse(dataset), Arrays.stream(recipes).map(Recipe::parse).toList(),
                Stage.parseList(metric), trials, 1, Integer.MAX_VALUE);
    }

    @Test
    void aStageOverItsLimitFailsAndTheRestGoesOn() throws Exception {
        Ear ear = new Ear();
        Experiment experiment = experiment(1, "coins", "level", "slow", "deaf", "mean");
        assertTrue(lab().prepare(experiment).start(1, ear, Scope.ALL.within(SHORT)).await());
        assertEquals("slow took longer than 0.2 s (--limit) and was stopped", ear.failure("slow"));
        assertEquals("deaf took longer than 0.2 s (--limit) and did not stop within 2 s of being told to; its thread was"
                + " left behind", ear.failure("deaf"));
        assertEquals("none", ear.failure("mean"));
        assertEquals(List.of("mean"), List.copyOf(ear.models.keySet()));
    }

    @Test
    void aMetricThatNeverReturnsIsLeftBehindToo() throws Exception {
        Metric<NoSettings> stuck = new Metric<>() {
            @Override
            public Class<NoSettings> settings() {
                return NoSettings.class;
            }

            @Override
            public List<Measure> measures(NoSettings settings) {
                return List.of(Measure.of("m", Measure.Better.NEITHER, "nothing"));
            }

            @Override
            public Evaluation prepare(EvaluationContext context, NoSettings settings) {
                while (true) {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        // Goes on waiting.
                    }
                }
            }
        };
        Ear ear = new Ear();
        lab(Fakes.offer(Kind.METRIC, "stuck", stuck)).prepare(experiment(1, "coins:oracle=off", "stuck", "mean"))
                .start(1, ear, Scope.ALL.within(SHORT)).await();
        assertTrue(ear.failure("mean").startsWith("mean could not be measured: that took longer than 0.2 s"),
                ear.failure("mean"));
    }

    @Test
    void aRunThatIsCancelledEndsThoughAStageDoesNot() throws Exception {
        Running running = lab().prepare(experiment(1, "coins", "level", "deaf")).start(1, new Ear(), Scope.ALL);
        begun.await();
        running.cancel();
        assertFalse(running.await());
    }

    @Test
    void everythingIsTrainingAndTestTogether() throws Exception {
        Ear ear = new Ear();
        lab().prepare(experiment(1, "coins:sequences=7", "level", "mean")).start(1, ear, Scope.everything()).await();
        assertEquals(14, ear.data.get(0).training().sequences().count());
        assertEquals(ear.data.get(0).training().sequences(), ear.data.get(0).test());
        assertFalse(ear.results.containsKey("oracle"));
    }

    @Test
    void everythingOfATextIsOneSequence() throws Exception {
        Ear cut = new Ear();
        Ear whole = new Ear();
        Offer tape = Fakes.offer(Kind.DATASET, "tape", new Fakes.Tape());
        lab(tape).prepare(experiment(1, "tape", "level", "mean")).start(1, cut, Scope.ALL).await();
        lab(tape).prepare(experiment(1, "tape", "level", "mean")).start(1, whole, Scope.everything()).await();
        assertEquals(60, cut.data.get(0).training().sequences().length(0));
        assertEquals(1, whole.data.get(0).training().sequences().count());
        assertEquals(cut.data.get(0).together(), whole.data.get(0).training());
        assertEquals(15, whole.data.get(0).training().holdOut(.15).heldOut().sequences().total());
    }

    @Test
    void heldOutDataOfATextContinueTheRest() throws Exception {
        Ear ear = new Ear();
        lab(Fakes.offer(Kind.DATASET, "tape", new Fakes.Tape())).prepare(experiment(1, "tape", "level", "mean"))
                .start(1, ear, Scope.training(.25)).await();
        assertEquals(45, ear.data.get(0).training().sequences().length(0));
        assertTrue(ear.data.get(0).continues());
    }

    @Test
    void foldsDivideTheDataOfOneTrial() throws Exception {
        Ear ear = new Ear();
        lab().prepare(experiment(4, "coins:sequences=7", "level", "mean")).start(2, ear, Scope.folds()).await();
        Ear whole = new Ear();
        lab().prepare(experiment(1, "coins:sequences=7", "level", "mean")).start(1, whole, Scope.everything()).await();
        List<String> all = sequences(whole.data.get(0));
        List<String> tested = new ArrayList<>();
        for (int fold = 0; fold < 4; fold++) {
            Dataset data = ear.data.get(fold);
            assertEquals(fold < 2 ? 4 : 3, data.test().count());
            assertEquals(14, data.test().count() + data.training().sequences().count());
            tested.addAll(sequences(Dataset.builder(TrainingData.of(data.training().alphabet(), data.test())).build()));
        }
        assertEquals(all.stream().sorted().toList(), tested.stream().sorted().toList());
    }

    private static List<String> sequences(Dataset data) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < data.training().sequences().count(); i++) {
            texts.add(Arrays.toString(data.training().sequences().copy(i)));
        }
        return texts;
    }

    @Test
    void moreFoldsThanSequencesAreRefused() throws Exception {
        Running running = lab().prepare(experiment(15, "coins:sequences=7", "level", "mean")).start(1, new Ear(),
                Scope.folds());
        ExecutionException failure = assertThrows(ExecutionException.class, running::await);
        assertTrue(failure.getMessage().startsWith("cross-validation in 15 folds must have at least 15 sequences; the"
                + " data have 14"), failure.getMessage());
    }
}
