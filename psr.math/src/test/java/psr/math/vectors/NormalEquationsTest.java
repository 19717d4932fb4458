package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.math.linear.Matrices;

class NormalEquationsTest {

    private static final double EXACT = 1e-12;
    private static final double SOLVED = 1e-8;

    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void ridgeAgreesWithTheDenseSolutionAtEverySize() {
        for (int[] size : new int[][] {{1, 1, 1}, {7, 3, 2}, {40, 5, 1}, {93, 11, 4}, {203, 23, 3}}) {
            int n = size[0];
            int features = size[1];
            int targets = size[2];
            double[] x = random.doubles((long) n * features, -1, 1).toArray();
            double[] y = random.doubles((long) n * targets, -1, 1).toArray();
            NormalEquations equations = new NormalEquations(features, targets);
            for (int t = 0; t < n; t++) {
                System.arraycopy(x, t * features, equations.row(), 0, features);
                System.arraycopy(y, t * targets, equations.row(), features, targets);
                equations.add();
            }
            double[] gram = Matrices.multiplyTransposed(x, n, features, x, features);
            double trace = 0;
            for (int i = 0; i < features; i++) {
                trace += gram[i * features + i];
            }
            double[] plain = Matrices.solveRidge(gram, features, .01 * trace / features,
                    Matrices.multiplyTransposed(x, n, features, y, targets), targets);
            double[][] w = equations.solve(.01);
            assertArrayEquals(plain, Matrices.flat(w, targets), SOLVED);
            double[] fit = Matrices.multiply(x, n, features, plain, targets);
            for (int i = 0; i < fit.length; i++) {
                fit[i] = y[i] - fit[i];
            }
            double[] covariance = Matrices.multiplyTransposed(fit, n, targets, fit, targets);
            for (int i = 0; i < covariance.length; i++) {
                covariance[i] /= n;
            }
            assertArrayEquals(covariance, equations.residualCovariance(w), SOLVED);
        }
    }

    @Test
    void tooManyChannelsAreRejectedInWords() {
        assertEquals("a regression must have at most 10000 features and targets; found 1000001 and 100000; use a smaller"
                + " window, rank or horizon, or fewer channels",
                assertThrows(IllegalArgumentException.class, () -> new NormalEquations(1_000_001, 100_000)).getMessage());
    }

    @Test
    void manyChannelsAreRejectedBeforeMemoryIsUsed() {
        double[][] wide = new double[2][30 * 100_000];
        Rows rows = new Rows(100_000, wide);
        assertThrows(IllegalArgumentException.class, () -> TwoStage.learn(rows, TwoStage.Settings.usual(), random,
                Progress.NONE));
        assertThrows(IllegalArgumentException.class, () -> Autoregression.learn(rows, Autoregression.Settings.usual(),
                random, Progress.NONE));
    }

    @Test
    void choleskyRejectsWhatIsNotPositive() {
        assertEquals("a 2×2 matrix must be positive definite; pivot 1 is -3.0",
                assertThrows(ArithmeticException.class, () -> Cholesky.decompose(new double[][] {{1, 2}, {2, 1}}))
                        .getMessage());
    }

    @Test
    void sinesAndCosinesAreThoseOfTheLibrary() {
        int n = 1_000;
        double[][] work = new double[4][];
        double[] angles = random.doubles(n, -1e5, 1e5).toArray();
        System.arraycopy(random.doubles(n / 2, -7, 7).toArray(), 0, angles, 0, n / 2);
        for (int k = 0; k < 4; k++) {
            work[k] = angles.clone();
        }
        SineCosine.of(n, work[0], work[1], work[2], work[3]);
        for (int j = 0; j < n; j++) {
            assertEquals(Math.cos(angles[j]), work[2][j], 1e-14);
            assertEquals(Math.sin(angles[j]), work[3][j], 1e-14);
        }
        double[] cosine = new double[2];
        double[] sine = new double[2];
        SineCosine.of(2, new double[] {1e30, -1e300}, new double[2], cosine, sine);
        assertEquals(1, Math.hypot(cosine[0], sine[0]), EXACT);
        assertEquals(1, Math.hypot(cosine[1], sine[1]), EXACT);
    }

    @Test
    void randomFeaturesHaveTheGradientOfCentralDifferences() {
        RandomFeatures features = RandomFeatures.draw(3, 7, 1.3, random);
        double[] x = {.3, -.7, 1.1};
        double[] direction = random.doubles(features.count(), -1, 1).toArray();
        double[] z = new double[features.count()];
        double[][] work = features.work();
        features.apply(x, work, 0, z, 0);
        double[] gradient = new double[3];
        features.backward(z, direction, 0, work[0], gradient);
        for (int i = 0; i < 3; i++) {
            double h = 1e-5;
            double[] both = new double[2];
            for (int side = 0; side < 2; side++) {
                double[] moved = x.clone();
                moved[i] += side == 0 ? -h : h;
                features.apply(moved, work, 0, z, 0);
                both[side] = FixedSums.dot(z.length, z, direction);
            }
            assertEquals((both[1] - both[0]) / (2 * h), gradient[i], 1e-8);
        }
        assertEquals(1, FixedSums.dot(z.length, z, z), EXACT);
    }
}
