package psr.api.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.model.SymbolFilter;

/** The optimized filters, compared with plain loops. */
class FastFiltersTest {

    /** Tolerance, relative to the largest number compared. */
    private static final double RELATIVE = 1e-12;

    private static final int STEPS = 50;

    /** Sizes below, at and above the four columns that are processed at a time. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "2,3", "3,5", "4,4", "5,2", "7,20", "8,9", "20,20", "21,50", "50,7", "33,100"})
    void agreesWithThePlainWalk(int d, int n) {
        for (boolean ended : new boolean[] {false, true}) {
            for (boolean guarded : new boolean[] {false, true}) {
                Random random = new Random(100 * d + n);
                compare(psr(d, n, ended, guarded, random), random);
            }
        }
    }

    private static void compare(LinearPsr psr, Random random) {
        int n = psr.alphabet().size();
        FeatureFilter fast = psr.filter();
        PlainWalk plain = new PlainWalk(psr);
        double[] scores = new double[n];
        double[] symbols = new double[n];
        for (int t = 0; t < STEPS; t++) {
            for (int ahead = 1; ahead <= 4; ahead++) {
                fast.scores(ahead, scores);
                close(plain.scores(ahead), scores);
            }
            double[] features = plain.features();
            double[] read = new double[features.length];
            double square = 0;
            for (int f = 0; f < read.length; f++) {
                read[f] = fast.expectedFeature(f);
                square += features[f] * features[f];
            }
            close(features, read);
            for (int again = 0; again < 2; again++) {
                fast.expectedSymbols(symbols);
                close(Arrays.copyOf(features, n), symbols);
            }
            assertEquals(square, fast.expectedSquare(), RELATIVE * square);
            assertEquals(plain.repairs, fast.repairs());
            if (t % 7 == 6) {
                FeatureFilter left = fast;
                fast = fast.copy();
                left.update(0);
            }
            if (t % 5 == 4) {
                assertTrue(fast.skip());
                plain.skip();
            } else {
                int symbol = random.nextInt(n);
                fast.update(symbol);
                plain.update(symbol);
            }
            if (t == STEPS / 2) {
                fast.expectedSymbols(symbols);
                fast.reset();
                plain.q = psr.parameters().initial();
            }
        }
        if (psr.guard().on() && n > 1) {
            assertTrue(plain.repairs > 0, "the guard must have been tried");
        }
    }

    /** So many steps that the numbers of a state that is never divided would underflow. */
    @ParameterizedTest
    @CsvSource({"1,2", "4,4", "20,20", "21,50"})
    void aStateThatNobodyReadsIsTheSameToTheLastBit(int d, int n) {
        for (boolean guarded : new boolean[] {false, true}) {
            Random random = new Random(100 * d + n);
            LinearPsr psr = psr(d, n, false, guarded, random);
            FeatureFilter read = psr.filter();
            FeatureFilter unread = psr.filter();
            PlainWalk plain = new PlainWalk(psr);
            double[] expected = new double[n];
            double[] found = new double[n];
            for (int t = 1; t <= 40 * STEPS; t++) {
                int symbol = random.nextInt(n);
                read.update(symbol);
                read.scores(1, expected);
                read.expectedSymbols(found);
                unread.update(symbol);
                plain.update(symbol);
                if (t % (10 * STEPS) == 0) {
                    close(plain.scores(1), expected);
                    unread.copy().scores(1, found);
                    assertArrayEquals(expected, found);
                    unread.scores(1, found);
                    assertArrayEquals(expected, found);
                }
                assertEquals(plain.repairs, unread.repairs());
            }
        }
    }

    private static void close(double[] expected, double[] found) {
        double largest = 0;
        for (double e : expected) {
            largest = Math.max(largest, Math.abs(e));
        }
        assertArrayEquals(expected, found, RELATIVE * largest);
    }

    /** Operators of a random hidden Markov model, somewhat disturbed, so that some scores are small or negative. */
    private static LinearPsr psr(int d, int n, boolean ended, boolean guarded, Random random) {
        double[][] operators = new double[n][d * d];
        for (int j = 0; j < d; j++) {
            double[] move = distribution(d, random);
            double[] emit = distribution(n, random);
            for (int o = 0; o < n; o++) {
                for (int i = 0; i < d; i++) {
                    operators[o][i * d + j] = move[i] * emit[o] + 1e-3 * random.nextGaussian() / d / n;
                }
            }
        }
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        Features features = features(n, ended);
        double[] map = new double[features.count() * d];
        for (int f = 0; f < features.count(); f++) {
            for (int i = 0; i < d; i++) {
                map[f * d + i] = random.nextGaussian();
            }
        }
        double[] mean = distribution(d, random);
        Guard guard = guarded ? Guard.below(.9 / n, mean) : Guard.off(mean);
        return new LinearPsr(features, map, new LinearPsr.Parameters(distribution(d, random), operators, ones), guard);
    }

    private static Features features(int n, boolean ended) {
        List<String> names = new ArrayList<>();
        for (int o = 0; o < (ended ? n - 1 : n); o++) {
            names.add("s" + o);
        }
        Alphabet alphabet = names.isEmpty() ? Alphabet.numbered(1) : Alphabet.of(names);
        alphabet = ended && n > 1 ? alphabet.withEnd("end") : alphabet;
        int[] sequence = {0, n - 1};
        return Features.seenIn(Symbols.of(alphabet, sequence), 2);
    }

    private static double[] distribution(int size, Random random) {
        double[] p = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += p[i] = Math.pow(random.nextDouble(), 3);
        }
        for (int i = 0; i < size; i++) {
            p[i] /= sum;
        }
        return p;
    }

    /** The linear PSR of a hidden Markov model, filtered by plain loops, must agree with the model's own filter. */
    @ParameterizedTest
    @CsvSource({"1,2", "2,3", "3,5", "4,4", "5,2", "20,20", "21,50", "50,7"})
    void theFilterOfAHiddenMarkovModelAgreesWithThePlainWalk(int m, int n) {
        for (boolean ended : new boolean[] {false, true}) {
            Random random = new Random(100 * m + n);
            double[][] transition = new double[m][];
            double[][] emission = new double[m][];
            for (int i = 0; i < m; i++) {
                transition[i] = distribution(m, random);
                emission[i] = distribution(n, random);
            }
            Features features = features(n, ended);
            Hmm hmm = new Hmm(features.alphabet(), distribution(m, random), transition, emission);
            SymbolFilter fast = hmm.filter();
            PlainWalk plain = new PlainWalk(hmm.toLinearPsr(features));
            double[] scores = new double[n];
            for (int t = 0; t < STEPS; t++) {
                for (int ahead = 1; ahead <= 4; ahead++) {
                    fast.scores(ahead, scores);
                    close(plain.scores(ahead), scores);
                }
                if (t % 7 == 6) {
                    fast = fast.copy();
                }
                if (t % 5 == 4) {
                    assertTrue(fast.skip());
                    plain.skip();
                } else {
                    int symbol = random.nextInt(n);
                    fast.update(symbol);
                    plain.update(symbol);
                }
            }
            assertEquals(0, fast.repairs());
        }
    }

    @Test
    void nothingIsAllocatedOnTheWay() {
        Random random = new Random(5);
        LinearPsr psr = psr(20, 20, true, true, random);
        double[][] rows = {distribution(2, random), distribution(2, random)};
        Hmm hmm = new Hmm(Alphabet.numbered(2), distribution(2, random), rows, rows);
        assertEquals(0, allocated(psr.filter(), 20) / STEPS);
        assertEquals(0, allocated(hmm.filter(), 2) / STEPS);
    }

    /** Bytes allocated in some steps, after the filter has allocated its buffers. */
    private static long allocated(SymbolFilter filter, int n) {
        double[] scores = new double[n];
        walk(filter, n, scores);
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        walk(filter, n, scores);
        return threads.getThreadAllocatedBytes(id) - before;
    }

    private static void walk(SymbolFilter filter, int n, double[] scores) {
        for (int t = 0; t < STEPS; t++) {
            filter.scores(1, scores);
            filter.scores(3, scores);
            if (filter instanceof FeatureFilter state) {
                state.expectedSymbols(scores);
                state.expectedFeature(0);
                state.expectedSquare();
            }
            filter.update(t % n);
            filter.skip();
        }
    }
}
