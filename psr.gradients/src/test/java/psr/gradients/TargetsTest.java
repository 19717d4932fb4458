package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;

class TargetsTest {

    private static final double SOLVED = 1e-8;

    /** A model with any U over these features; the rest does not matter. */
    private static LinearPsr model(Features features, int d, double[] map) {
        double[] zero = new double[d];
        return new LinearPsr(features, map, new LinearPsr.Parameters(zero,
                new double[features.alphabet().size()][d * d], zero), Guard.off(zero));
    }

    @Test
    void orthonormalStateSpacesTakeTheTranspose() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr model = GoldenGradients.spectral(data, 3);
        int[] x = {0, 1, 2, 2};
        Targets targets = Targets.of(model, new int[][] {x});
        double[] u = model.map();
        for (int t = 0; t < 3; t++) {
            int single = x[t];
            int pair = model.features().feature(x[t], x[t + 1]);
            for (int i = 0; i < 3; i++) {
                assertEquals(u[single * 3 + i] + u[pair * 3 + i], targets.at(0, t)[i], SOLVED);
            }
        }
        assertEquals(2, targets.last(0), "the window at the last symbol is incomplete");
    }

    @Test
    void otherStateSpacesTakeTheNearestState() {
        // Two columns that are neither of length one nor orthogonal: (1,1,0), (0,1,2). ψ = (0,1,0).
        Features features = Features.seenIn(Symbols.of(Alphabet.numbered(3), new int[] {0}), 1);
        Targets targets = Targets.of(model(features, 2, new double[] {1, 0, 1, 1, 0, 2}), new int[][] {{1}});
        // Normal equations: [[2,1],[1,5]] q = [1,1], so q = [4/9, 1/9].
        assertArrayEquals(new double[] {4 / 9., 1 / 9.}, targets.at(0, 0), SOLVED);
    }

    @Test
    void stringsWithoutAFeatureContributeNothing() {
        Features features = Features.ofStrings(Alphabet.numbered(2), List.of(new int[] {0}, new int[] {1},
                new int[] {0, 1}));
        Targets targets = Targets.of(model(features, 3, new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}),
                new int[][] {{0, 1, 0}, {1}, {}});
        assertArrayEquals(new double[] {1, 0, 1}, targets.at(0, 0), SOLVED);
        assertArrayEquals(new double[] {0, 1, 0}, targets.at(0, 1), SOLVED);
        assertEquals(1, targets.last(0));
        assertEquals(-1, targets.last(1));
        assertEquals(-1, targets.last(2));
    }

    @Test
    void anEndThatGoesOnForEverCompletesEveryWindow() {
        Alphabet alphabet = Alphabet.numbered(1).withEnd("$");
        Symbols data = Symbols.of(alphabet, new int[] {0, 1});
        Features features = Features.seenIn(data, 2);
        Targets targets = Targets.of(model(features, 1, new double[] {1, 0, 0, 0}), new int[][] {{0, 1}});
        assertEquals(2, targets.last(0));
    }
}
