package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.math.linear.Matrices;

class KalmanTest {

    private static final double SOLVED = 1e-8;

    /** The model of kalman.py. */
    private final LinearGaussian model = new LinearGaussian(2, 1, 2, new double[] {.8, .3, -.2, .7}, new double[] {.5, -.4},
            new double[] {1, .2, -.3, .9}, new double[] {.3, .1}, new double[] {.3, .1, .1, .2}, new double[] {.4, .25},
            new double[] {.5, -1}, new double[] {1, .2, .2, .6});

    private final Golden golden = new Golden("kalman.txt");
    private final Rows rows = golden.rows(2, 1);

    @Test
    void forecastsAgreeWithTheJointDistribution() {
        RowFilter filter = model.model().start();
        double[] row = new double[2];
        for (int t = 0; t < 4; t++) {
            System.arraycopy(rows.observations(0), 2 * t, row, 0, 2);
            filter.update(row, rows.inputs(0), t);
        }
        RowFilter copy = filter.copy();
        filter.update(row, rows.inputs(0), 4);
        double[] covariance = new double[4];
        for (int k = 1; k <= 2; k++) {
            copy.mean(k, rows.inputs(0), 4, row);
            copy.covariance(k, covariance);
            assertArrayEquals(golden.get("mean-" + k), row, SOLVED);
            assertArrayEquals(golden.get("covariance-" + k), covariance, SOLVED);
        }
    }

    @Test
    void oneIterationAgreesWithTheJointDistribution() {
        KalmanEm.Expectations sums = KalmanEm.expect(model, rows);
        assertEquals(golden.get("logarithm")[0], sums.logarithm, SOLVED);
        LinearGaussian next = KalmanEm.maximize(model, sums);
        double regularized = 1e-6;
        assertArrayEquals(golden.get("a"), next.a(), regularized);
        assertArrayEquals(golden.get("b"), next.b(), regularized);
        assertArrayEquals(golden.get("c"), next.c(), regularized);
        assertArrayEquals(golden.get("e"), next.e(), regularized);
        assertArrayEquals(golden.get("q"), next.q(), regularized);
        assertArrayEquals(golden.get("r"), next.r(), regularized);
        assertArrayEquals(golden.get("first"), next.first(), regularized);
        assertArrayEquals(golden.get("first-covariance"), next.firstCovariance(), regularized);
    }

    @Test
    void iterationsRaiseTheLikelihood() {
        SplittableRandom random = new SplittableRandom(1);
        Rows data = LinearSystem.draw(4, 1, 2, random).sample(3, 80, random);
        data.observations(0)[7] = Double.NaN;
        data.observations(1)[20] = Double.NaN;
        data.observations(1)[21] = Double.NaN;
        Rows standard = Standardization.of(data).apply(data);
        LinearGaussian one = KalmanEm.start(Imputation.fill(standard), KalmanEm.Settings.usual(), Progress.NONE);
        double before = Double.NEGATIVE_INFINITY;
        for (int iteration = 0; iteration < 10; iteration++) {
            KalmanEm.Expectations sums = KalmanEm.expect(one, standard);
            assertTrue(sums.logarithm > before - 1e-6, sums.logarithm + " after " + before);
            before = sums.logarithm;
            one = KalmanEm.maximize(one, sums);
        }
    }

    @Test
    void anInnovationFormWithTheSteadyGainIsTheSameFilter() {
        double[] p = model.firstCovariance().clone();
        KalmanStep step = new KalmanStep(model);
        double[] x = new double[2];
        for (int t = 0; t < 500; t++) {
            step.observe(new double[2], 0, new double[1], 0, x, p);
            step.advance(new double[1], 0, x, p);
        }
        // S = C P Cᵀ + R, G = A P Cᵀ S⁻¹
        double[] pc = Matrices.multiply(p, 2, 2,
                Matrices.transpose(model.c(), 2, 2), 2);
        double[] s = Matrices.multiply(model.c(), 2, 2, pc, 2);
        s[0] += model.r()[0];
        s[3] += model.r()[1];
        double[] gain = Matrices.multiply(Matrices.multiply(model.a(), 2, 2, pc, 2), 2, 2,
                Matrices.pseudoInverse(s, 2, 2, 0), 2);
        SubspaceIdentification.Gain steady = SubspaceIdentification.gain(2, 2, model.a(), model.c(), model.q(), new double[4],
                new double[] {model.r()[0], 0, 0, model.r()[1]});
        assertArrayEquals(gain, steady.gain(), SOLVED);
        assertArrayEquals(s, steady.covariance(), SOLVED);
        InnovationForm form = new InnovationForm(2, 1, 2, model.a(), model.b(), model.c(), model.e(), gain, s, new double[2],
                new double[2]);
        double[] wide = {1e6, 1e6};
        ReadoutModel innovations = form.withRange(model.model().scale(), new double[] {-1e6, -1e6}, wide, 6);
        SplittableRandom random = new SplittableRandom(4);
        double[] u = new double[300];
        double[] row = new double[2];
        RowFilter one = model.model().start();
        RowFilter two = innovations.start();
        RowFilter rolled = innovations.rolling(true).start();
        for (int t = 0; t < 300; t++) {
            u[t] = random.nextGaussian();
        }
        for (int t = 0; t < 290; t++) {
            row[0] = random.nextGaussian();
            row[1] = t % 7 == 0 && t < 200 ? Double.NaN : random.nextGaussian();
            one.update(row, u, t);
            two.update(row, u, t);
            rolled.update(row, u, t);
        }
        double[] expected = new double[2];
        double[] found = new double[2];
        double[] covariance = new double[4];
        double[] expectedCovariance = new double[4];
        for (int k = 1; k <= 6; k++) {
            one.mean(k, u, 290, expected);
            two.mean(k, u, 290, found);
            assertArrayEquals(expected, found, SOLVED);
            rolled.mean(k, u, 290, found);
            assertArrayEquals(expected, found, SOLVED);
            one.covariance(k, expectedCovariance);
            two.covariance(k, covariance);
            assertArrayEquals(expectedCovariance, covariance, SOLVED);
        }
    }

    @Test
    void aTrueModelHasTheErrorsThatItExpects() {
        SplittableRandom random = new SplittableRandom(8);
        LinearSystem system = LinearSystem.draw(4, 1, 2, random);
        Rows data = system.sample(20, 300, random);
        KalmanModel truth = system.model().model();
        HeldOut errors = HeldOut.of(truth, truth.scale(), data, 50, 1, 5);
        RowFilter filter = truth.start();
        double[] row = {Double.NaN, 1};
        for (int t = 0; t < 200; t++) {
            row[0] = 0;
            filter.update(row, new double[200], t);
        }
        double[] covariance = new double[4];
        for (int k : new int[] {1, 5}) {
            filter.covariance(k, covariance);
            for (int c = 0; c < 4; c += 3) {
                double sampled = 3 * covariance[c] * Math.sqrt(2.0 * k / errors.count());
                assertEquals(covariance[c], errors.covariance()[k - 1][c], sampled);
            }
        }
    }

    @Test
    void wildRowsLeaveForecastsFinite() {
        SplittableRandom random = new SplittableRandom(5);
        Rows data = LinearSystem.draw(2, 0, 2, random).sample(4, 60, random);
        RowFilter filter = KalmanEm.learn(data, new KalmanEm.Settings(2, 5, 3, 0), Progress.NONE).start();
        double[] mean = new double[2];
        for (double wild : new double[] {1e30, -1e300, Double.NaN, 1e30}) {
            filter.update(new double[] {wild, -wild}, null, 0);
            filter.mean(10, null, 0, mean);
            assertTrue(Arrays.stream(mean).allMatch(Double::isFinite), Arrays.toString(mean));
        }
    }

    @Test
    void subspaceIdentificationIsNearTheTrueModel() {
        SplittableRandom random = new SplittableRandom(9);
        LinearSystem system = LinearSystem.draw(4, 1, 2, random);
        Rows train = system.sample(20, 250, random);
        Rows test = system.sample(20, 250, random);
        Standardization scale = Standardization.of(test);
        double[] truth = HeldOut.of(system.model().model(), scale, test, 20, 1, 5, 10).mse();
        double[] found = HeldOut.of(
                SubspaceIdentification.learn(train, SubspaceIdentification.Settings.usual(), Progress.NONE), scale, test,
                20, 1, 5, 10).mse();
        for (int k : new int[] {1, 5, 10}) {
            assertTrue(found[k - 1] < 1.03 * truth[k - 1], k + " ahead: " + found[k - 1] + " against " + truth[k - 1]);
        }
    }
}
