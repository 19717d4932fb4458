package psr.api.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class LinearPsrTest {

    private static final double EXACT = 1e-12;

    private final Symbols data = Symbols.of(Alphabet.numbered(2), new int[] {0, 1, 0, 0}, new int[] {1, 1, 0, 1});
    private final Features features = Features.seenIn(data, 1);
    private final double[] identity = {1, 0, 0, 1};
    private final LinearPsr.Parameters parameters = new LinearPsr.Parameters(new double[] {.6, .4},
            new double[][] {{.5, .2, .1, .3}, {.3, .1, .1, .4}}, new double[] {1, 1});
    private final LinearPsr psr = new LinearPsr(features, identity, parameters, Guard.off(new double[] {.5, .5}));

    @Test
    void keepsTheContract() {
        assertEquals(List.of(), Contracts.check(psr, data));
    }

    /** Golden: gradients.json, computed by NumPy. */
    @Test
    void walksAsTheReferenceDoes() {
        double[][] p = {{.56, .44}, {.5678571428571427, .4321428571428571}, {.5545454545454546, .4454545454545455},
                {.5655737704918032, .4344262295081967}};
        double[][] q = {{.6, .4}, {.6785714285714285, .3214285714285714}, {.5454545454545454, .4545454545454546},
                {.6557377049180327, .3442622950819672}};
        FeatureFilter filter = psr.filter();
        double[] scores = new double[2];
        for (int t = 0; t < 4; t++) {
            filter.scores(1, scores);
            assertArrayEquals(p[t], scores, EXACT);
            assertEquals(q[t][0], filter.expectedFeature(0), EXACT);
            assertEquals(q[t][1], filter.expectedFeature(1), EXACT);
            assertEquals(q[t][0] * q[t][0] + q[t][1] * q[t][1], filter.expectedSquare(), EXACT);
            filter.update(data.symbol(0, t));
        }
        assertEquals(0, filter.repairs());
    }

    @Test
    void looksAheadThroughTheSumOfOperators() {
        double[] ahead = new double[2];
        psr.filter().scores(2, ahead);
        // (B_0+B_1) q_1 = (.8·.6+.3·.4, .2·.6+.7·.4) = (.6, .4): the initial state is stationary.
        assertArrayEquals(new double[] {.56, .44}, ahead, EXACT);
    }

    @Test
    void guardGoesOnFromTheMeanStateBelowItsLevel() {
        double[] mean = {.25, .75};
        LinearPsr guarded = psr.with(Guard.below(.5, mean));
        FeatureFilter filter = guarded.filter();
        filter.update(1);
        assertEquals(1, filter.repairs(), ".44 is below .5");
        // B_1 q̄ = (.15, .325), s = .475.
        assertEquals(.15 / .475, filter.expectedFeature(0), EXACT);
        filter.update(0);
        assertEquals(1, filter.repairs(), "above .5");
        LinearPsr perSymbol = psr.with(Guard.below(new double[] {.1, .5}, mean));
        FeatureFilter other = perSymbol.filter();
        other.update(0);
        assertEquals(0, other.repairs());
        other.update(1);
        assertEquals(1, other.repairs());
    }

    @Test
    void aVanishingNormaliserNeverGivesNaN() {
        LinearPsr.Parameters dead = parameters.copy();
        dead.operators()[1] = new double[4];
        FeatureFilter filter = psr.with(dead).filter();
        filter.update(1);
        assertEquals(1, filter.repairs());
        assertEquals(.5, filter.expectedFeature(0), EXACT, "the mean state itself");
    }

    @Test
    void negativeNormalisersPassWhereTheGuardIsOff() {
        LinearPsr.Parameters odd = parameters.copy();
        odd.operators()[1] = new double[] {-.3, -.1, -.1, -.4};
        FeatureFilter filter = psr.with(odd).filter();
        filter.update(1);
        assertEquals(0, filter.repairs());
        double[] scores = new double[2];
        filter.scores(1, scores);
        assertTrue(scores[1] < 0, "raw scores are shown as they are");
    }

    /** Finite numbers may have an infinite product. */
    @Test
    void scoresAreFiniteWhateverTheNumbers() {
        LinearPsr.Parameters huge = new LinearPsr.Parameters(new double[] {1e150, -1e150},
                new double[][] {{1e200, 0, 0, 0}, {0, 1e200, 0, 0}}, new double[] {1, 1});
        double[] scores = new double[2];
        for (int ahead = 1; ahead <= 3; ahead++) {
            psr.with(huge).filter().scores(ahead, scores);
            assertTrue(Double.isFinite(scores[0]) && Double.isFinite(scores[1]), "steps ahead: " + ahead);
        }
        psr.with(huge).filter().scores(1, scores);
        assertArrayEquals(new double[] {Double.MAX_VALUE, -Double.MAX_VALUE}, scores);
    }

    @Test
    void isNotChangedThroughItsArrays() {
        parameters.operators()[0][0] = 99;
        psr.parameters().operators()[0][0] = 99;
        psr.map()[0] = 99;
        assertEquals(.5, psr.parameters().operators()[0][0]);
        assertEquals(1, psr.map()[0]);
    }

    @Test
    void refusesWrongSizesAndNaN() {
        Guard guard = Guard.off(new double[2]);
        assertThrows(IllegalArgumentException.class,
                () -> new LinearPsr(features, new double[3], parameters, guard));
        LinearPsr.Parameters broken = parameters.copy();
        broken.operators()[1][2] = Double.NaN;
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> psr.with(broken));
        assertEquals("the operator 1 must be finite; entry 2 is NaN", refusal.getMessage());
    }
}
