package example.brier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.TrainingData;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Meter;
import psr.api.model.Filter;
import psr.api.model.Hmm;

class BrierTest {

    private static final double EXACT = 1e-12;

    private final Brier metric = new Brier();
    private final TrainingData data = Contracts.sample(20, 9);

    @Test
    void keepsTheContractOfMetrics() {
        for (int bins : new int[] {1, 10}) {
            assertEquals(List.of(), Contracts.check(metric, new Brier.Settings(bins), Contracts.sampleModel(), data,
                    data.sequences()));
        }
    }

    /** (.8, .1, .1) and 0 occurred: .04+.01+.01 = .06; then 1: .64+.81+.01 = 1.46. Predicted .8 twice, occurred once. */
    @Test
    void equalsWhatWasComputedByHand() {
        assertArrayEquals(new double[] {(.06 + 1.46) / 2, .3}, measured(10, new int[] {0, 1}, .8, .1, .1), EXACT);
    }

    @Test
    void repairsRawScores() {
        assertArrayEquals(measured(10, new int[] {0, 1}, .8, .2, 0), measured(10, new int[] {0, 1}, 4, 1, -7), EXACT);
        assertArrayEquals(measured(10, new int[] {0, 1}, 1, 1, 1), measured(10, new int[] {0, 1}, 0, -1, 0), EXACT);
        assertArrayEquals(measured(10, new int[] {0, 1}, .5, .5, 0),
                measured(10, new int[] {0, 1}, Double.MAX_VALUE, Double.MAX_VALUE, 0), EXACT);
    }

    @Test
    void certaintyIsScoredAtItsExtremes() {
        assertArrayEquals(new double[] {0, 0}, measured(10, new int[] {2, 2}, 0, 0, 1), EXACT);
        assertArrayEquals(new double[] {2, 1}, measured(10, new int[] {0, 0}, 0, 0, 1), EXACT);
    }

    /** Within one bin a false positive and a false negative cancel; in two bins they do not. */
    @Test
    void moreBinsSeeMore() {
        Meter one = metric.prepare(EvaluationContext.of(data, data.sequences()), new Brier.Settings(1))
                .meter(Contracts.sampleModel());
        Meter two = metric.prepare(EvaluationContext.of(data, data.sequences()), new Brier.Settings(2))
                .meter(Contracts.sampleModel());
        for (Meter meter : List.of(one, two)) {
            meter.start(new int[] {0, 1}, 2);
            meter.step(0, null, new double[] {.4, .3, .3});
            meter.step(1, null, new double[] {.6, .4, 0});
        }
        assertEquals(0, one.values()[1], EXACT);
        assertEquals(.6, two.values()[1], EXACT);
    }

    @Test
    void theTrueModelScoresBetterThanAnotherOne() {
        Hmm truth = Contracts.sampleModel();
        double[][] flat = {{1 / 3.0, 1 / 3.0, 1 / 3.0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}};
        Hmm uniform = new Hmm(truth.alphabet(), flat[0], flat, flat);
        assertEquals(2 / 3.0, walked(uniform), EXACT);
        assertTrue(walked(truth) < 2 / 3.0);
    }

    private double walked(Hmm model) {
        Meter meter = metric.prepare(EvaluationContext.of(data, data.sequences()), new Brier.Settings(10))
                .meter(model);
        double[] scores = new double[3];
        for (int i = 0; i < data.sequences().count(); i++) {
            Filter filter = model.filter();
            int[] sequence = data.sequences().copy(i);
            meter.start(sequence, sequence.length);
            for (int t = 0; t < sequence.length; t++) {
                filter.scores(1, scores);
                meter.step(t, filter, scores);
                filter.update(sequence[t]);
            }
        }
        return meter.values()[0];
    }

    private double[] measured(int bins, int[] sequence, double... scores) {
        Meter meter = metric.prepare(EvaluationContext.of(data, data.sequences()), new Brier.Settings(bins))
                .meter(Contracts.sampleModel());
        meter.start(sequence, sequence.length);
        for (int t = 0; t < sequence.length; t++) {
            meter.step(t, null, scores);
        }
        return meter.values();
    }
}
