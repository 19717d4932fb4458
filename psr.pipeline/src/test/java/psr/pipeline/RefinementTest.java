package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class RefinementTest {

    private static final Alphabet ENDED = Alphabet.numbered(2).withEnd("$");

    private static final double STEP = 1e-6;

    /** Central differences of a loss near 10 are exact to about this much. */
    private static final double DIFFERENCE = 1e-6;

    private static final Refinement.RefinementPlan PLAN = new Refinement.RefinementPlan(.01, 1, 1, .1, 3, 0, 50, 20);

    private static final Refinement.EpochWatch TO_THE_END = new Refinement.EpochWatch() {
        @Override
        public boolean stopped() {
            return false;
        }

        @Override
        public boolean epoch(int epoch, double share, Operators best) {
            return true;
        }
    };

    @Test
    void gradientOfWholeStringsIsTheDifference() {
        SplittableRandom random = new SplittableRandom(1);
        Corpus data = new Corpus(Symbols.of(ENDED, new int[] {0, 1, 1, 0, 2}, new int[] {2}, new int[] {1, 1, 0, 2}), () -> {});
        differences(TinyPsr.random(3, 3, 2, random), data, known(data, random), PLAN);
    }

    @Test
    void gradientOfPiecesIsTheDifference() {
        SplittableRandom random = new SplittableRandom(2);
        int[] text = random.ints(410, 0, 3).toArray();
        Corpus data = new Corpus(Symbols.of(Alphabet.numbered(3), text), () -> {});
        differences(TinyPsr.random(2, 3, -1, random), data, known(data, random), PLAN);
    }

    private static double[] known(Corpus data, SplittableRandom random) {
        return random.doubles(data.total(), .1, .9).toArray();
    }

    private static void differences(Operators start, Corpus data, double[] known, Refinement.RefinementPlan plan) {
        Refinement refinement = new Refinement(start, data, known, plan);
        Operators psr = refinement.psr();
        loss(refinement);
        refinement.end();
        double[][][] gradient = copy(refinement.gradient());
        int k = 0;
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                compare(refinement, psr.a[o], gradient[k++], "operator " + o);
            }
        }
        compare(refinement, new double[][] {psr.normaliser}, gradient[k++], "normaliser");
        k++;
        compare(refinement, new double[][] {psr.ending}, gradient[k++], "ending");
    }

    private static void compare(Refinement refinement, double[][] numbers, double[][] gradient, String what) {
        for (int i = 0; i < numbers.length; i++) {
            for (int j = 0; j < numbers[i].length; j++) {
                double value = numbers[i][j];
                numbers[i][j] = value + STEP;
                double above = loss(refinement);
                numbers[i][j] = value - STEP;
                double below = loss(refinement);
                numbers[i][j] = value;
                double difference = (above - below) / (2 * STEP);
                assertEquals(difference, gradient[i][j], DIFFERENCE * Math.max(1, Math.abs(difference)) * 20,
                        what + " " + i + "," + j);
            }
        }
    }

    private static double loss(Refinement refinement) {
        refinement.begin();
        double loss = 0;
        for (int piece = 0; piece < refinement.pieces(); piece++) {
            loss += refinement.piece(piece);
        }
        return loss;
    }

    private static double[][][] copy(double[][][] x) {
        double[][][] copy = new double[x.length][][];
        Arrays.setAll(copy, k -> Arrays.stream(x[k]).map(double[]::clone).toArray(double[][]::new));
        return copy;
    }

    @Test
    void descentLowersTheLoss() {
        SplittableRandom random = new SplittableRandom(3);
        int[][] strings = new int[200][];
        for (int i = 0; i < strings.length; i++) {
            // After 0 comes 1, after 1 comes 0 or the end.
            int pairs = 1 + random.nextInt(3);
            strings[i] = new int[2 * pairs + 1];
            for (int t = 0; t < 2 * pairs; t++) {
                strings[i][t] = t % 2;
            }
            strings[i][2 * pairs] = 2;
        }
        Corpus data = new Corpus(Symbols.of(ENDED, strings), () -> {});
        double[] known = new double[data.total()];
        Arrays.fill(known, 1. / 3);
        Operators start = TinyPsr.random(2, 3, 2, random);
        double before = loss(start, data);
        Operators after = new Refinement(start, data, known, new Refinement.RefinementPlan(.02, 0, 50, .01, 3, 0, 50, 20))
                .run(psr -> loss(psr, data), random, TO_THE_END);
        assertTrue(loss(after, data) < before - .1, before + " → " + loss(after, data));
    }

    /** The rate falls by the same amount each time, whatever the validation loss, and the best operators are returned. */
    @Test
    void aFallingRateGoesToItsEndAndTheBestIsKept() {
        Corpus data = new Corpus(Symbols.of(ENDED, new int[] {0, 1, 2}, new int[] {1, 0, 0, 2}), () -> {});
        double[] known = new double[data.total()];
        Arrays.fill(known, 1. / 3);
        Operators start = TinyPsr.random(2, 3, 2, new SplittableRandom(5));
        List<Double> shares = new ArrayList<>();
        List<double[]> seen = new ArrayList<>();
        double[] judged = {3, 2, 1, 4, 5};
        Operators best =
                new Refinement(start, data, known, new Refinement.RefinementPlan(.02, 0, 2, .01, 1, 4, 50, 20)).run(psr -> {
                    seen.add(psr.normaliser.clone());
                    return judged[seen.size() - 1];
                }, new SplittableRandom(1), new Refinement.EpochWatch() {
                    @Override
                    public boolean stopped() {
                        return false;
                    }

                    @Override
                    public boolean epoch(int epoch, double share, Operators now) {
                        shares.add(share);
                        return true;
                    }
                });
        assertEquals(List.of(.25, .5, .75, 1.), shares);
        assertArrayEquals(seen.get(2), best.normaliser);
        // Without decay Adam's first step has the length of the rate, in units of the block's rms.
        double scale = Math.sqrt((seen.get(0)[0] * seen.get(0)[0] + seen.get(0)[1] * seen.get(0)[1]) / 2);
        assertEquals(.02 * scale, Math.abs(seen.get(1)[0] - seen.get(0)[0]), .02 * scale * 1e-3);
    }

    @Test
    void theLastPassesFallToZeroAndTakeInWhatTheyAreGiven() {
        Corpus data = new Corpus(Symbols.of(ENDED, new int[] {0, 1, 2}, new int[] {0, 1, 0, 1, 2}), () -> {});
        double[] known = new double[data.total()];
        Arrays.fill(known, 1. / 3);
        Operators start = TinyPsr.random(2, 3, 2, new SplittableRandom(5));
        Operators after = new Refinement(start, data, known, new Refinement.RefinementPlan(.02, 0, 2, .01, 1, 0, 50, 20))
                .finish(20, new SplittableRandom(1), TO_THE_END);
        assertTrue(loss(after, data) < loss(start, data) - .1, loss(start, data) + " → " + loss(after, data));
        // Twenty steps of Adam with a rate that falls to 0 go at most as far as ten and a half full ones.
        double scale = Math.sqrt((start.normaliser[0] * start.normaliser[0] + start.normaliser[1] * start.normaliser[1]) / 2);
        assertTrue(Math.abs(after.normaliser[0] - start.normaliser[0]) <= .02 * scale * 11);
    }

    private static double loss(Operators psr, Corpus data) {
        return MixtureWeights.loss(new double[] {1}, StringFilter.probabilities(psr, data));
    }
}
