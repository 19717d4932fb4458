package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.Experiment;
import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.launcher.services.ServiceOffer;

@Timeout(60)
@Tag("slow")
class LimitTest {

    private static final Duration SHORT = Duration.ofMillis(200);
    /** Long enough for a stage that does next to nothing, on a busy machine too. */
    private static final Duration ENOUGH = Duration.ofSeconds(5);

    private final CountDownLatch never = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Map<String, LearnedModel> models = new HashMap<>();

    private void waitForEver() {
        begun.countDown();
        while (true) {
            try {
                never.await();
            } catch (InterruptedException e) {
                // Ignores interruption.
            }
        }
    }

    private Lab lab(ServiceOffer... more) {
        List<ServiceOffer> offers = new ArrayList<>(List.of(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(ServiceKind.LEARNER, "deaf", Fakes.learner((data, run) -> {
                    waitForEver();
                    return null;
                })),
                Fakes.offer(ServiceKind.LEARNER, "slow", Fakes.learner((data, run) -> {
                    for (int i = 0; !run.cancelled(); i++) {
                        assertTrue(run.iterated(i, () -> new Fakes.Flat(data.alphabet(), 1)) || run.cancelled());
                    }
                    return new Fakes.Flat(data.alphabet(), 1);
                }))));
        offers.addAll(List.of(more));
        return Fakes.lab(offers.toArray(new ServiceOffer[0]));
    }

    private static Experiment experiment(String dataset, String metrics, int every, String... recipes) {
        return Experiment.builder("test", Stage.parse(dataset)).recipes(Arrays.stream(recipes).map(Recipe::parse).toList())
                .metrics(Stage.parseList(metrics)).every(every).build();
    }

    private Map<String, TrialResult> run(Lab lab, Duration limit, Experiment experiment) throws Exception {
        try (Submission run = lab.submit(experiment, RunOptions.builder().limit(limit).build(),
                new Observer() {
                    @Override
                    public void learned(int trial, String label, LearnedModel model) {
                        models.put(label, model);
                    }
                })) {
            assertTrue(run.await());
            Map<String, TrialResult> results = new HashMap<>();
            run.results().trials().forEach(result -> results.put(result.label(), result));
            return results;
        }
    }

    private static String failure(Map<String, TrialResult> results, String label) {
        return results.get(label).failure().map(TrialResult.Failure::reason).orElse("none");
    }

    @Test
    void aStageOverItsLimitFailsAndOtherStagesContinue() throws Exception {
        Map<String, TrialResult> results = run(lab(), ENOUGH, experiment("coins", "level", Integer.MAX_VALUE, "slow", "deaf",
                "mean"));
        assertEquals("slow took longer than 5 s (--limit) and was stopped", failure(results, "slow"));
        assertEquals("deaf took longer than 5 s (--limit) and did not stop within 2 s of being asked to; its thread was"
                + " left behind", failure(results, "deaf"));
        assertEquals("none", failure(results, "mean"));
        assertEquals(List.of("mean"), List.copyOf(models.keySet()));
        assertEquals("mean", models.get("mean").recipe());
        assertEquals("coins", models.get("mean").provenance().get(LearnedModel.DATASET));
    }

    @Test
    void limitsStagesThatSpendAllTimeOnMeasuring() throws Exception {
        // Enough data that the number of measured iterations stays below its limit.
        Map<String, TrialResult> results = run(lab(), SHORT, experiment("coins:sequences=5000", "level", 1, "slow"));
        assertTrue(failure(results, "slow").matches("slow .*took longer than 0.2 s .*"), failure(results, "slow"));
    }

    @Test
    void abandonsMetricsThatNeverReturn() throws Exception {
        Metric<NoSettings> stuck = new Metric<>() {
            @Override
            public List<Measure> measures(NoSettings settings) {
                return List.of(Measure.of("m", Measure.Better.NEITHER, "nothing"));
            }

            @Override
            public Evaluation prepare(Dataset data, NoSettings settings) {
                waitForEver();
                return null;
            }
        };
        Map<String, TrialResult> results = run(lab(Fakes.offer(ServiceKind.METRIC, "stuck", stuck)), SHORT,
                experiment("coins", "stuck", Integer.MAX_VALUE, "mean"));
        assertTrue(failure(results, "mean").startsWith("mean could not be measured: that took longer than 0.2 s"),
                failure(results, "mean"));
        assertTrue(failure(results, "oracle").startsWith("the true model could not be measured: that took longer than"),
                failure(results, "oracle"));
    }

    @Test
    void aCancelledRunEndsEvenIfAStageDoesNot() throws Exception {
        try (Submission run = lab().submit(experiment("coins", "level", 1, "deaf"), RunOptions.defaults())) {
            begun.await();
            run.cancel();
            assertFalse(run.await());
        }
    }
}
