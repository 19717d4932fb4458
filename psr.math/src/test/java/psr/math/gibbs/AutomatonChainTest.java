package psr.math.gibbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutomatonChainTest {

    /** Factors are floats. */
    private static final double SINGLE = 2e-5;

    /** Four standard errors of the frequencies below. */
    private static final double SAMPLED = .012;

    private static final int SWEEPS = 60_000;

    /** The end is 2. States repeat, so moves and emissions of one string fall into the same cells. */
    private static final int[][] STRINGS = {{0, 0, 1, 2}, {0, 2}, {1, 0, 0, 2}};

    private static AutomatonChain chain(boolean perSymbol, long seed) {
        return new AutomatonChain(2, 3, perSymbol, .4, .3, STRINGS, new SplittableRandom(seed));
    }

    /** Sets all states; the bits of the code are the states, string by string. */
    private static void assign(AutomatonChain chain, int code) {
        int bit = 0;
        for (int s = 0; s < STRINGS.length; s++) {
            int[] z = new int[STRINGS[s].length];
            for (int t = 0; t < z.length; t++) {
                z[t] = code >> bit++ & 1;
            }
            chain.assign(s, z);
        }
    }

    private static int code(AutomatonChain chain) {
        int code = 0;
        int bit = 0;
        for (int s = 0; s < STRINGS.length; s++) {
            for (int state : chain.hidden(s)) {
                code |= state << bit++;
            }
        }
        return code;
    }

    private static double[] posterior(boolean perSymbol) {
        AutomatonChain chain = chain(perSymbol, 1);
        double[] p = new double[1 << 10];
        double sum = 0;
        for (int code = 0; code < p.length; code++) {
            assign(chain, code);
            p[code] = Math.exp(chain.logJoint());
            sum += p[code];
        }
        for (int code = 0; code < p.length; code++) {
            p[code] /= sum;
        }
        return p;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theConditionalOfAPositionIsTheRatioOfJointProbabilities(boolean perSymbol) {
        AutomatonChain chain = chain(perSymbol, 1);
        for (int code = 0; code < 1 << 10; code++) {
            for (int s = 0, bit = 0; s < STRINGS.length; s++) {
                for (int t = 0; t < STRINGS[s].length; t++, bit++) {
                    assign(chain, code & ~(1 << bit));
                    double zero = chain.logJoint();
                    double[] found = chain.conditional(s, t);
                    assign(chain, code | 1 << bit);
                    double one = chain.logJoint();
                    assertEquals(1 / (1 + Math.exp(one - zero)), found[0], SINGLE, "string " + s + ", position " + t);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothSweepsDrawFromTheEnumeratedPosterior(boolean perSymbol) {
        double[] expected = posterior(perSymbol);
        for (Consumer<AutomatonChain> sweep : java.util.List.<Consumer<AutomatonChain>>of(AutomatonChain::sweepSites,
                AutomatonChain::sweepBlocks)) {
            AutomatonChain chain = chain(perSymbol, 7);
            double[] found = new double[expected.length];
            for (int k = 0; k < SWEEPS; k++) {
                sweep.accept(chain);
                found[code(chain)] += 1. / SWEEPS;
            }
            // Every statistic of two positions: their states are equal.
            for (int a = 0; a < 10; a++) {
                for (int b = 0; b < a; b++) {
                    assertEquals(equal(expected, a, b), equal(found, a, b), SAMPLED, "positions " + a + " and " + b);
                }
            }
        }
    }

    private static double equal(double[] p, int a, int b) {
        double sum = 0;
        for (int code = 0; code < p.length; code++) {
            if ((code >> a & 1) == (code >> b & 1)) {
                sum += p[code];
            }
        }
        return sum;
    }

    @Test
    void proposalsAreRejectedSometimes() {
        AutomatonChain chain = chain(true, 7);
        for (int k = 0; k < 1000; k++) {
            chain.sweepBlocks();
        }
        assertTrue(chain.rejected() > .001 && chain.rejected() < .3, () -> "rejected " + chain.rejected());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsStayThoseOfTheStates(boolean perSymbol) {
        SplittableRandom random = new SplittableRandom(3);
        int[][] strings = new int[40][];
        for (int s = 0; s < strings.length; s++) {
            // Some are longer than a piece, and none has an end.
            strings[s] = random.ints(1 + random.nextInt(150), 0, 4).toArray();
        }
        AutomatonChain chain = new AutomatonChain(11, 4, perSymbol, .3, .1, strings, random);
        chain.add(new int[][] {{0, 1, 2, 3}, {3}}, () -> {});
        for (int k = 0; k < 5; k++) {
            chain.sweepBlocks();
            chain.sweepSites();
            chain.resamplePriors();
        }
        int[][] expected = {new int[11], new int[44], new int[11], new int[perSymbol ? 484 : 121], new int[perSymbol ? 44 : 11]};
        for (int s = 0; s < 42; s++) {
            int[] z = chain.hidden(s);
            int[] x = s < 40 ? strings[s] : s == 40 ? new int[] {0, 1, 2, 3} : new int[] {3};
            expected[0][z[0]]++;
            for (int t = 0; t < x.length; t++) {
                expected[1][x[t] * 11 + z[t]]++;
                expected[2][z[t]]++;
                if (t + 1 < x.length) {
                    int row = (perSymbol ? x[t] : 0) * 11 + z[t];
                    expected[3][row * 11 + z[t + 1]]++;
                    expected[4][row]++;
                }
            }
        }
        for (int k = 0; k < expected.length; k++) {
            assertArrayEquals(expected[k], chain.counts().get(k), "table " + k);
        }
    }

    @Test
    void resampledPriorsFollowTheirPosterior() {
        // One state, so nothing is hidden: emissions of a single symbol make a small prior likely.
        int[][] alike = new int[50][20];
        AutomatonChain chain = new AutomatonChain(1, 2, true, 1, 1, alike, new SplittableRandom(2));
        for (int k = 0; k < 200; k++) {
            chain.resamplePriors();
        }
        assertTrue(chain.emissionPrior() < .2, () -> "prior " + chain.emissionPrior());
    }

    @Test
    void theSameSeedGivesTheSameBits() {
        AutomatonChain one = chain(true, 5);
        AutomatonChain two = chain(true, 5);
        for (int k = 0; k < 20; k++) {
            one.sweepBlocks();
            two.sweepBlocks();
            one.resamplePriors();
            two.resamplePriors();
        }
        assertArrayEquals(one.sample().transition(), two.sample().transition());
        assertEquals(one.logJoint(), two.logJoint());
    }

    @Test
    void aSweepIsEndedByItsCheckpoint() {
        AutomatonChain chain = chain(true, 5);
        assertThrows(CancellationException.class, () -> chain.sweepBlocks(() -> {
            throw new CancellationException();
        }));
    }

    @Test
    void rejectsPriorsOfZero() {
        SplittableRandom random = new SplittableRandom(1);
        assertThrows(IllegalArgumentException.class, () -> new AutomatonChain(2, 3, true, 0, 1, STRINGS, random));
        assertThrows(IllegalArgumentException.class, () -> new AutomatonChain(2, 3, true, 1, Double.NaN, STRINGS, random));
        assertThrows(IllegalArgumentException.class, () -> new AutomatonChain(0, 3, true, 1, 1, STRINGS, random));
    }
}
