package example.brier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Meter;
import psr.api.eval.ModelWalk;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.source.Dataset;

class BrierTest {

    private static final double EXACT = 1e-12;

    private final Brier metric = new Brier();
    private final Symbols data = Contracts.sample(20, 9);

    @Test
    void keepsTheContractOfMetrics() {
        for (int bins : new int[] {1, 10}) {
            assertEquals(List.of(), Contracts.check(metric, new Brier.Settings(bins), Contracts.sampleModel(), data,
                    data));
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
        double[][] scores = {{.4, .3, .3}, {.6, .4, 0}};
        assertEquals(0, measured(1, new int[] {0, 1}, scores)[1], EXACT);
        assertEquals(.6, measured(2, new int[] {0, 1}, scores)[1], EXACT);
    }

    @Test
    void theTrueModelScoresBetterThanAnotherOne() {
        Hmm truth = Contracts.sampleModel();
        double[][] flat = {{1 / 3.0, 1 / 3.0, 1 / 3.0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}};
        Hmm uniform = new Hmm(truth.alphabet(), flat[0], flat, flat);
        assertEquals(2 / 3.0, walked(uniform), EXACT);
        assertTrue(walked(truth) < 2 / 3.0);
    }

    private double walked(Model model) {
        return measured(10, model, data)[0];
    }

    private double[] measured(int bins, int[] sequence, double... scores) {
        return measured(bins, sequence, new double[][] {scores});
    }

    private double[] measured(int bins, int[] sequence, double[]... scores) {
        return measured(bins, new Scripted(data.alphabet(), scores), Symbols.of(data.alphabet(), sequence));
    }

    private double[] measured(int bins, Model model, Symbols test) {
        Meter meter = metric.prepare(Dataset.builder(data).test(test).build(), new Brier.Settings(bins)).meter(model);
        ModelWalk walk = new ModelWalk(model, test);
        while (walk.next()) {
            meter.step(walk);
        }
        return meter.values();
    }

    /** Scores for each position of a sequence; those of the last position are repeated. */
    private record Scripted(Alphabet space, double[]... scores) implements Model {

        @Override
        public SymbolFilter filter() {
            return new At(0);
        }

        private final class At implements SymbolFilter {

            private int t;

            At(int t) {
                this.t = t;
            }

            @Override
            public void reset() {
                t = 0;
            }

            @Override
            public void update(int symbol) {
                t++;
            }

            @Override
            public void scores(int ahead, double[] into) {
                double[] now = scores[Math.min(t + ahead, scores.length) - 1];
                System.arraycopy(now, 0, into, 0, into.length);
            }

            @Override
            public SymbolFilter copy() {
                return new At(t);
            }
        }
    }
}
