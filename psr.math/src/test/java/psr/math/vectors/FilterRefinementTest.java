package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class FilterRefinementTest {

    private static final double DIFFERENCE = 1e-5;

    private final TwoStage.Settings small = new TwoStage.Settings(3, 4, 4, 1e-3, 1, false, 20, 10, 6, 5, 100_000);

    @Test
    void gradientsAgreeWithCentralDifferences() {
        for (boolean linear : new boolean[] {true, false}) {
            Rows rows = Systems.pendulum(4, 40, true, new SplittableRandom(1));
            Rows data = Standardization.of(rows).apply(rows);
            ReadoutModel model = TwoStage.learn(rows, small.withLinear(linear), new SplittableRandom(2), Progress.NONE);
            ForecastGradient gradient = new ForecastGradient((FeatureDynamics) model.dynamics(), model.readouts(), 2, 1,
                    new int[] {1, 2, 5}, 40);
            gradient.add(data, 1, 0, 39, 3, new double[3], null);
            gradient.balance();
            double[][][] sums = gradient.zeros();
            gradient.add(data, 1, 0, 39, 3, new double[3], sums);
            SplittableRandom random = new SplittableRandom(3);
            for (int k = 0; k < sums.length; k++) {
                for (int probe = 0; probe < 12; probe++) {
                    double[][] matrix = gradient.parameters().get(k);
                    int i = random.nextInt(matrix.length);
                    int j = random.nextInt(matrix[i].length);
                    double before = matrix[i][j];
                    matrix[i][j] = before + DIFFERENCE;
                    double above = gradient.add(data, 1, 0, 39, 3, new double[3], null);
                    matrix[i][j] = before - DIFFERENCE;
                    double below = gradient.add(data, 1, 0, 39, 3, new double[3], null);
                    matrix[i][j] = before;
                    double expected = (above - below) / (2 * DIFFERENCE);
                    assertEquals(expected, sums[k][i][j], 1e-5 * (1 + Math.abs(expected)));
                }
            }
        }
    }

    @Test
    void aWindowEndsTheGradientButNotTheState() {
        Rows rows = Systems.lorenz(4, 40, new SplittableRandom(1));
        Rows data = Standardization.of(rows).apply(rows);
        ReadoutModel model = TwoStage.learn(rows, small, new SplittableRandom(2), Progress.NONE);
        ForecastGradient gradient = new ForecastGradient((FeatureDynamics) model.dynamics(), model.readouts(), 1, 0,
                new int[] {1}, 40);
        double whole = gradient.add(data, 0, 0, 39, 0, new double[3], null);
        double[] q = new double[3];
        double pieces = 0;
        for (int from = 0; from < 39; from += 13) {
            pieces += gradient.add(data, 0, from, from + 13, 0, q, null);
        }
        assertEquals(whole, pieces, 1e-12 * whole);
    }

    @Test
    void refinementLowersErrorsOnNewData() {
        SplittableRandom random = new SplittableRandom(6);
        Rows train = Systems.lorenz(10, 150, random);
        Rows held = Systems.lorenz(5, 150, random);
        Rows test = Systems.lorenz(10, 150, random);
        ReadoutModel start = TwoStage.learn(train, TwoStage.Settings.usual().withRank(5), random, Progress.NONE);
        double before = ModelSelection.score(start, test);
        for (FilterRefinement.Settings settings : List.of(FilterRefinement.Settings.inference(5),
                FilterRefinement.Settings.throughTime())) {
            FilterRefinement.Refined refined = FilterRefinement.refine(start, train, held, settings, Progress.NONE);
            assertTrue(refined.passes() > 0, "some pass must be better");
            double after = ModelSelection.score(refined.model(), test);
            assertTrue(after < before - .05, settings + ": " + after + " after " + before);
        }
    }

    @Test
    void withoutAnythingBetterTheStartIsReturned() {
        SplittableRandom random = new SplittableRandom(6);
        Rows train = Systems.lorenz(6, 100, random);
        ReadoutModel start = TwoStage.learn(train, small, random, Progress.NONE);
        FilterRefinement.Settings usual = FilterRefinement.Settings.throughTime();
        FilterRefinement.Settings wild = new FilterRefinement.Settings(40, 40, usual.distances(), 10, 3, 3, 10, 1e-4);
        FilterRefinement.Refined refined = FilterRefinement.refine(start, train, train, wild, Progress.NONE);
        assertSame(start, refined.model());
        assertEquals(0, refined.passes());
    }

    @Test
    void onlyRegressionFiltersAreRefined() {
        Rows train = Systems.lorenz(6, 100, new SplittableRandom(1));
        ReadoutModel ar = Autoregression.learn(train, Autoregression.Settings.usual(), new SplittableRandom(1),
                Progress.NONE);
        assertEquals("refinement needs a regression filter; found WindowDynamics",
                assertThrows(IllegalArgumentException.class,
                        () -> FilterRefinement.refine(ar, train, null, FilterRefinement.Settings.inference(1), Progress.NONE))
                        .getMessage());
    }
}
