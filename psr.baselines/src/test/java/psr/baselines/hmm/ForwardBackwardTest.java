package psr.baselines.hmm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class ForwardBackwardTest {

    private static final double EXACT = 1e-12;

    /** One step of Baum–Welch as in the textbook: sequence by sequence, scaled in each step. */
    private static final class Plain {

        private final HmmNumbers numbers;
        private final HmmNumbers counts;
        private double logLikelihood;
        private long impossible;

        Plain(HmmNumbers numbers) {
            this.numbers = numbers;
            counts = HmmNumbers.zeros(numbers.states(), numbers.symbols());
        }

        void add(int[] x) {
            int m = numbers.states();
            int n = numbers.symbols();
            double[][] alpha = new double[x.length][m];
            double[] size = new double[x.length];
            double log = 0;
            for (int t = 0; t < x.length; t++) {
                for (int j = 0; j < m; j++) {
                    double before = t == 0 ? numbers.initial()[j] : 0;
                    for (int i = 0; i < m && t > 0; i++) {
                        before += alpha[t - 1][i] * numbers.transition()[i * m + j];
                    }
                    alpha[t][j] = before * numbers.emission()[j * n + x[t]];
                    size[t] += alpha[t][j];
                }
                if (size[t] == 0) {
                    impossible++;
                    return;
                }
                for (int j = 0; j < m; j++) {
                    alpha[t][j] /= size[t];
                }
                log += Math.log(size[t]);
            }
            logLikelihood += log;
            double[] beta = new double[m];
            Arrays.fill(beta, 1);
            for (int t = x.length - 1; t >= 0; t--) {
                double[] earlier = new double[m];
                for (int j = 0; j < m; j++) {
                    counts.emission()[j * n + x[t]] += alpha[t][j] * beta[j];
                    counts.initial()[j] += t == 0 ? alpha[t][j] * beta[j] : 0;
                    for (int i = 0; i < m && t > 0; i++) {
                        double later = numbers.transition()[i * m + j] * numbers.emission()[j * n + x[t]] * beta[j] / size[t];
                        counts.transition()[i * m + j] += alpha[t - 1][i] * later;
                        earlier[i] += later;
                    }
                }
                beta = earlier;
            }
        }
    }

    private static void agree(HmmNumbers start, List<int[]> sequences, long impossible) {
        Plain plain = new Plain(start);
        sequences.forEach(plain::add);
        assertEquals(impossible, plain.impossible);
        plain.counts.normalize();
        ForwardBackward fast = new ForwardBackward(
                new ForwardBackward.Workspace(Symbols.of(Alphabet.numbered(99), sequences.toArray(int[][]::new)),
                        start.states(), start.symbols()),
                start);
        assertTrue(fast.expect(() -> false));
        assertEquals(plain.logLikelihood, fast.logLikelihood(), EXACT * Math.max(1, Math.abs(plain.logLikelihood)));
        assertEquals(impossible, fast.impossible());
        fast.maximize(0);
        assertArrayEquals(plain.counts.initial(), fast.numbers().initial(), EXACT);
        assertArrayEquals(plain.counts.transition(), fast.numbers().transition(), EXACT);
        assertArrayEquals(plain.counts.emission(), fast.numbers().emission(), EXACT);
    }

    /** Many share a prefix, some are equal, some are prefixes of others, and some are empty. */
    private static List<int[]> alike(int symbols, SplittableRandom random) {
        List<int[]> sequences = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int[] x = random.ints(random.nextInt(9), 0, symbols).toArray();
            sequences.add(x);
            if (x.length > 2) {
                sequences.add(Arrays.copyOf(x, x.length - 2));
                int[] other = x.clone();
                other[x.length - 1] = (other[x.length - 1] + 1) % symbols;
                sequences.add(other);
            }
        }
        return sequences;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void beginningsSharedGiveWhatEachSequenceGives(int states) {
        SplittableRandom random = new SplittableRandom(4);
        agree(HmmNumbers.random(states, 3, random), alike(3, random), 0);
    }

    @Test
    void longSequencesAreScaledOnTheWay() {
        SplittableRandom random = new SplittableRandom(5);
        int[] x = random.ints(500, 0, 40).toArray();
        int[] y = x.clone();
        y[400] = (y[400] + 1) % 40;
        agree(HmmNumbers.random(4, 40, random), List.of(x, y, Arrays.copyOf(x, 300)), 0);
    }

    @Test
    void symbolsThatHardlyEverComeKeepTheirDigits() {
        SplittableRandom random = new SplittableRandom(8);
        HmmNumbers numbers = HmmNumbers.random(2, 3, random);
        for (int i = 0; i < 2; i++) {
            numbers.emission()[i * 3] = .3;
            numbers.emission()[i * 3 + 1] = .7;
            numbers.emission()[i * 3 + 2] = 1e-305 * (1 + i);
        }
        int[] x = new int[30];
        x[0] = 2;
        int[] y = x.clone();
        y[20] = 1;
        agree(numbers, List.of(x, y), 0);
    }

    @Test
    void impossibleSequencesCountForNothing() {
        SplittableRandom random = new SplittableRandom(6);
        HmmNumbers numbers = HmmNumbers.random(3, 4, random);
        for (int i = 0; i < 3; i++) {
            numbers.emission()[i * 4 + 2] = 0;
        }
        numbers.normalize();
        agree(numbers, List.of(new int[] {0, 1, 3}, new int[] {0, 1, 2}, new int[] {0, 1, 2, 0}, new int[] {0, 1, 2, 1, 1},
                new int[] {0, 1}, new int[] {0, 2, 1}, new int[] {2}, new int[] {2, 1}, new int[] {0, 3}, new int[] {1, 3, 2}),
                7);
    }

    @Test
    void aStepThatWasLeftLeavesNothingBehind() {
        SplittableRandom random = new SplittableRandom(7);
        HmmNumbers numbers = HmmNumbers.random(20, 3, random);
        Symbols data = Symbols.of(Alphabet.numbered(3), random.ints(9000, 0, 3).toArray(), random.ints(9000, 0, 3).toArray());
        ForwardBackward.Workspace work = new ForwardBackward.Workspace(data, 20, 3);
        ForwardBackward whole = new ForwardBackward(work, copy(numbers));
        assertTrue(whole.expect(() -> false));
        whole.maximize(0);
        ForwardBackward left = new ForwardBackward(work, copy(numbers));
        int[] asked = {0};
        assertFalse(left.expect(() -> ++asked[0] == 9));
        assertTrue(left.expect(() -> false));
        left.maximize(0);
        assertEquals(whole.logLikelihood(), left.logLikelihood());
        assertArrayEquals(whole.numbers().transition(), left.numbers().transition());
    }

    private static HmmNumbers copy(HmmNumbers numbers) {
        return new HmmNumbers(numbers.initial().clone(), numbers.transition().clone(), numbers.emission().clone());
    }
}
