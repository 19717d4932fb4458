package psr.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;

/** The metrics of next-symbol scores, on numbers that can be checked by hand. */
class MetricsTest {

    private static final double EXACT = 1e-12;
    private static final NoSettings NONE = new NoSettings();
    private static final Alphabet ABC = Alphabet.of(List.of("a", "b", "c"));
    private static final Symbols TRAINING = Symbols.of(ABC, new int[] {0, 1, 2});
    private static final Features SINGLES = Features.seenIn(TRAINING, 1);

    /** Scores from operators that sum to 0.8, one negative; different ones from features. */
    private static final Model LEFT_THE_SIMPLEX =
            new Scripted(SINGLES, new double[] {.6, -.2, .4}, new double[] {.1, .7, .1}, 2);

    private static double[] values(Metric<NoSettings> metric, Model model, int[]... test) {
        return Ring41.values(metric, model, TRAINING, Symbols.of(TRAINING.alphabet(), test), NONE);
    }

    @Test
    void everyMetricKeepsTheContract() {
        Symbols data = Contracts.sample(50, 8);
        Dataset measured = Dataset.builder(data).test(data).build();
        Hmm hmm = Contracts.sampleModel();
        Model linear = hmm.toLinearPsr(Features.seenIn(data, 2));
        Model wild = new Scripted(Features.seenIn(data, 1), new double[] {Double.MAX_VALUE, -Double.MAX_VALUE, 0},
                new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE}, 0);
        for (Model model : List.of(hmm, linear, new Plain(hmm), wild)) {
            for (Metric<NoSettings> metric : List.of(new ProxyLogLoss(), new OneStepAccuracy(), new InvalidProbabilities(),
                    new Perplexity())) {
                assertEquals(List.of(), Contracts.check(metric, NONE, model, measured));
            }
            assertEquals(List.of(),
                    Contracts.check(new StepsAheadAccuracy(), new StepsAheadAccuracy.Settings(3), model, measured));
            for (int length = 1; length <= 3; length++) {
                assertEquals(List.of(), Contracts.check(new FeatureError(), new FeatureError.Settings(length), model, measured));
            }
        }
    }

    @Test
    void wildScoresStillHaveAFiniteLoss() {
        Model wild = new Scripted(SINGLES, new double[] {Double.MAX_VALUE, -Double.MAX_VALUE, 0},
                new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE}, -1);
        double[] pnll = values(new ProxyLogLoss(), wild, new int[] {0});
        assertEquals(Math.log(2), pnll[0], EXACT);
        assertEquals(Math.log(2) + Math.log(Double.MAX_VALUE) - Math.log(1e-10), pnll[1], 1e-9);
        assertEquals(Double.MAX_VALUE, values(new Perplexity(), wild, new int[] {2})[0]);
    }

    @Test
    void logLossRepairsBothReadoutsInBothWays() {
        double[] pnll = values(new ProxyLogLoss(), LEFT_THE_SIMPLEX, new int[] {1, 0});
        double sum = .6 + .2 + .4 + 3e-10;
        assertEquals(-(Math.log((.2 + 1e-10) / sum) + Math.log((.6 + 1e-10) / sum)) / 2, pnll[0], EXACT);
        sum = .9 + 3e-10;
        assertEquals(-(Math.log((.7 + 1e-10) / sum) + Math.log((.1 + 1e-10) / sum)) / 2, pnll[1], EXACT);
        sum = .6 + .4 + 3e-4;
        assertEquals(-(Math.log(1e-4 / sum) + Math.log((.6 + 1e-4) / sum)) / 2, pnll[2], EXACT);
        sum = .9 + 3e-4;
        assertEquals(-(Math.log((.7 + 1e-4) / sum) + Math.log((.1 + 1e-4) / sum)) / 2, pnll[3], EXACT);
    }

    @Test
    void accuracyCountsTheSymbolWithTheHighestScore() {
        assertArrayEquals(new double[] {.5, .25},
                values(new OneStepAccuracy(), LEFT_THE_SIMPLEX, new int[] {0, 0}, new int[] {1, 2}));
    }

    @Test
    void theLowestOfEqualSymbolsIsPredicted() {
        Model equal = new Scripted(SINGLES, new double[] {.2, .4, .4}, new double[] {0, 0, 0}, -1);
        assertArrayEquals(new double[] {1. / 3, 1. / 3}, values(new OneStepAccuracy(), equal, new int[] {1, 2, 0}),
                EXACT);
        assertArrayEquals(new double[] {1, 0}, values(new OneStepAccuracy(), equal, new int[] {1}));
    }

    @Test
    void stepsAheadCountOnlyWhereTheSequenceReaches() {
        // Alternates a, b from a: two steps ahead of a is a.
        Hmm clock = new Hmm(ABC, new double[] {1, 0}, new double[][] {{0, 1}, {1, 0}},
                new double[][] {{1, 0, 0}, {0, 1, 0}});
        Symbols test = Symbols.of(TRAINING.alphabet(), new int[] {0, 1, 0, 2}, new int[] {0});
        double[] value = Ring41.values(new StepsAheadAccuracy(), clock, TRAINING, test, new StepsAheadAccuracy.Settings(3));
        assertArrayEquals(new double[] {.5}, value);
        value = Ring41.values(new StepsAheadAccuracy(), clock, TRAINING, test, new StepsAheadAccuracy.Settings(5));
        assertTrue(Double.isNaN(value[0]), "no sequence reaches five steps");
    }

    @Test
    void stepsAheadAskTheModelForThatManySteps() {
        Hmm clock = new Hmm(ABC, new double[] {1, 0}, new double[][] {{0, 1}, {1, 0}}, new double[][] {{1, 0, 0}, {0, 1, 0}});
        // One step after a comes b, and after b a.
        assertArrayEquals(new double[] {1}, Ring41.values(new StepsAheadAccuracy(), clock, TRAINING,
                Symbols.of(TRAINING.alphabet(), new int[] {0, 1, 0, 1}), new StepsAheadAccuracy.Settings(2)));
    }

    @Test
    void oneStepAheadIsOspa() {
        Symbols data = Contracts.sample(30, 6);
        Hmm hmm = Contracts.sampleModel();
        double ahead = Ring41.values(new StepsAheadAccuracy(), hmm, data, data, new StepsAheadAccuracy.Settings(1))[0];
        double ospa = Ring41.values(new OneStepAccuracy(), hmm, data, data, NONE)[0];
        assertEquals(ospa, ahead);
    }

    @Test
    void healthCountsNegativeScoresRepairsAndTheSum() {
        double[] health = values(new InvalidProbabilities(), LEFT_THE_SIMPLEX, new int[] {2, 1}, new int[] {0, 2});
        assertEquals(1. / 3, health[0], EXACT);
        assertEquals(2, health[1], "both updates by c, the one after the last step too");
        assertEquals(.2, health[2], EXACT);
    }

    @Test
    void repairsOfSeveralWalksAreAddedUp() {
        Meter meter = new InvalidProbabilities().prepare(Dataset.builder(TRAINING).build(), NONE).meter(LEFT_THE_SIMPLEX);
        Symbols test = Symbols.of(TRAINING.alphabet(), new int[] {2});
        Ring41.walked(meter, LEFT_THE_SIMPLEX, test);
        assertEquals(1, meter.values()[1]);
        Ring41.walked(meter, LEFT_THE_SIMPLEX, test);
        assertEquals(2, meter.values()[1], "the count continues with another filter");
    }

    @Test
    void nothingMeasuredIsNaN() {
        for (Metric<NoSettings> metric : List.of(new ProxyLogLoss(), new OneStepAccuracy(), new InvalidProbabilities(),
                new Perplexity())) {
            assertTrue(Arrays.stream(values(metric, LEFT_THE_SIMPLEX)).allMatch(Double::isNaN));
        }
    }

    @Test
    void perplexityIsTheExponentialOfTheLossAndItsBits() {
        double[] nats = values(new ProxyLogLoss(), LEFT_THE_SIMPLEX, new int[] {1, 0}, new int[] {2});
        double[] found = values(new Perplexity(), LEFT_THE_SIMPLEX, new int[] {1, 0}, new int[] {2});
        assertArrayEquals(new double[] {Math.exp(nats[0]), Math.exp(nats[1]), nats[0] / Math.log(2), nats[1] / Math.log(2)},
                found, EXACT);
    }

    @Test
    void scoresBeyondAllBoundsHaveAFiniteSumError() {
        Model huge = new Scripted(SINGLES, new double[] {Double.MAX_VALUE, Double.MAX_VALUE, 0}, new double[3], -1);
        assertArrayEquals(new double[] {0, 0, 1e300}, values(new InvalidProbabilities(), huge, new int[] {0, 1}));
    }
}
