package psr.math.optimization;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.math.linear.Matrices;

/** The points that L-BFGS evaluates, one by one. */
class LineSearchTest {

    private static final double EXACT = 1e-12;

    private static final double TOLERANCE = 1e-9;

    /** Trials of one search, in each of its two parts. */
    private static final int TRIALS = 40;

    private final List<double[]> seen = new ArrayList<>();

    private double[] line() {
        return seen.stream().mapToDouble(x -> x[0]).toArray();
    }

    private Lbfgs along(double from, DoubleUnaryOperator value, DoubleUnaryOperator slope) {
        return new Lbfgs((x, gradient) -> {
            seen.add(x.clone());
            gradient[0] = slope.applyAsDouble(x[0]);
            return value.applyAsDouble(x[0]);
        }, new double[] {from}, 3);
    }

    /** c(x³/3 − x), with its minimum at 1, as has the cubic through any two of its points. */
    private Lbfgs cubic(double c, double from) {
        return along(from, x -> c * (x * x * x / 3 - x), x -> c * (x * x - 1));
    }

    /** An objective of one number that returns these values and slopes in turn, and then the last ones. */
    private Lbfgs scripted(double[]... answers) {
        return new Lbfgs((x, gradient) -> {
            double[] answer = answers[Math.min(seen.size(), answers.length - 1)];
            seen.add(x.clone());
            gradient[0] = answer[1];
            return answer[0];
        }, new double[1], 3);
    }

    /** The minimum of the cubic through two points with their slopes, from its coefficients. */
    private static double minimum(double a, double fa, double ga, double b, double fb, double gb) {
        double h = b - a;
        double mean = (fb - fa) / h;
        double square = (3 * mean - 2 * ga - gb) / h;
        double cube = (ga + gb - 2 * mean) / (h * h);
        return a + (-square + Math.sqrt(square * square - 3 * cube * ga)) / (3 * cube);
    }

    @Test
    void theFirstStepHasLengthOneAndTheNextIsNewtons() {
        Lbfgs lbfgs = along(3, x -> 2 * x * x, x -> 4 * x);
        lbfgs.minimize(10, TOLERANCE, () -> false);
        assertArrayEquals(new double[] {3, 2, 0}, line(), EXACT);
        assertEquals(2, lbfgs.iterations());
    }

    @Test
    void aSmallGradientIsTheFirstStepItself() {
        along(.2, x -> 2 * x * x, x -> 4 * x).minimize(1, TOLERANCE, () -> false);
        assertEquals(.2 - .8, line()[1], EXACT);
    }

    /** The first trial is too high, then low but steep; the second is too high, then low but steep. */
    @ParameterizedTest
    @CsvSource({"3, .9, '.9 1.47 1'", "1, .9, '.9 1.09 1'", "2, -.5, '-.5 .5 1.5 1'", "1.2, -.5, '-.5 .4 1.3 1'"})
    void theMinimumOfACubicIsFoundAtOnce(double c, double from, String expected) {
        double[] points = List.of(expected.split(" ")).stream().mapToDouble(Double::parseDouble).toArray();
        cubic(c, from).minimize(10, TOLERANCE, () -> false);
        assertArrayEquals(points, line(), EXACT);
    }

    @Test
    void pointsNearAnEndOfTheIntervalGiveWayToItsMiddle() {
        cubic(100, .99).minimize(10, TOLERANCE, () -> false);
        assertArrayEquals(new double[] {.99, 1.99, 1.49, 1.24, 1.115, 1}, line(), EXACT);
    }

    @Test
    void halvesTheStepWhereTheValueIsNotFinite() {
        along(.5, x -> 10 * x - Math.log(x), x -> 10 - 1 / x).minimize(1, TOLERANCE, () -> false);
        assertArrayEquals(new double[] {.5, -.5, 0, .25}, line(), EXACT);
    }

    @Test
    void theEndThatIsLowerIsKeptAndTheIntervalHoldsAMinimum() {
        // Too high at 1; then lower and rising, so the minimum lies before; then falling, so it lies behind.
        scripted(new double[] {0, -1}, new double[] {1, 1}, new double[] {-.04, .95},
                new double[] {-.05, -.95}, new double[] {-.06, .1}).minimize(1, TOLERANCE, () -> false);
        double one = minimum(0, 0, -1, 1, 1, 1);
        double two = minimum(one, -.04, .95, 0, 0, -1);
        double three = minimum(two, -.05, -.95, one, -.04, .95);
        assertArrayEquals(new double[] {0, 1, one, two, three}, line(), EXACT);
    }

    @Test
    void aTrialThatIsHigherBecomesTheHighEnd() {
        scripted(new double[] {0, -1}, new double[] {1, 1}, new double[] {.01, .7}, new double[] {-.1, 0})
                .minimize(1, TOLERANCE, () -> false);
        double one = minimum(0, 0, -1, 1, 1, 1);
        assertArrayEquals(new double[] {0, 1, one, minimum(0, 0, -1, one, .01, .7)}, line(), EXACT);
    }

    @Test
    void aValueThatFallsTooLittleIsNotEnough() {
        // The decrease must be a ten-thousandth of slope times step; half of it is not enough, slightly more is.
        scripted(new double[] {0, -1}, new double[] {-.5e-4, .5}).minimize(1, TOLERANCE, () -> false);
        assertTrue(seen.size() > 2);
        seen.clear();
        scripted(new double[] {0, -1}, new double[] {-1.5e-4, .5}).minimize(1, TOLERANCE, () -> false);
        assertEquals(2, seen.size());
    }

    @Test
    void theStepIsDoubledWhileItIsTooShort() {
        Lbfgs lbfgs = along(0, x -> -x, x -> -1);
        lbfgs.minimize(1, TOLERANCE, () -> false);
        assertEquals(1 + TRIALS, seen.size());
        assertEquals(Math.pow(2, TRIALS - 1), line()[TRIALS]);
        assertEquals(1, lbfgs.iterations(), "a lower value is good enough");
        assertEquals(-Math.pow(2, TRIALS - 1), lbfgs.value());
    }

    @Test
    void staysWhereNothingIsLower() {
        double[] x = new double[1];
        Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
            seen.add(at.clone());
            gradient[0] = -1;
            return at[0] == 0 ? 0 : 1;
        }, x, 3);
        lbfgs.minimize(10, TOLERANCE, () -> false);
        // The start, the first trial, the narrowing, and its best end again.
        assertEquals(1 + 1 + TRIALS + 1, seen.size());
        assertEquals(0, lbfgs.iterations());
        assertEquals(0, x[0]);
        assertEquals(0, lbfgs.value());
    }

    @Test
    void takesTheLowestPointWhereTheSlopeNeverFlattens() {
        // |x − .3| has slopes of ±1 everywhere.
        double[] x = new double[1];
        Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
            seen.add(at.clone());
            gradient[0] = at[0] < .3 ? -1 : 1;
            return Math.abs(at[0] - .3);
        }, x, 3);
        lbfgs.minimize(1, TOLERANCE, () -> false);
        assertEquals(1, lbfgs.iterations());
        assertEquals(.3, x[0], 1e-6);
        assertEquals(Math.abs(x[0] - .3), lbfgs.value());
    }

    @Test
    void beginsAgainWithTheGradientWhereTheMemoryMisleads() {
        // A first step with curvature 4, then no trial is lower.
        scripted(new double[] {0, -2}, new double[] {-1, .5}, new double[] {9, 1}).minimize(3, TOLERANCE, () -> false);
        double before = line()[1];
        assertEquals(1, before, EXACT);
        // Newton's step with curvature (.5 + 2)/1, against the slope of .5.
        assertEquals(before - .5 / 2.5, line()[2], EXACT);
        // The gradient itself, of length .5.
        assertEquals(before - .5, line()[2 + 1 + TRIALS + 1], EXACT);
    }

    @Test
    void stopsAtTheToleranceAndAtTheLimit() {
        Lbfgs exact = along(.5, x -> x * x, x -> 2 * x);
        exact.minimize(10, 1, () -> false);
        assertEquals(1, seen.size(), "the slope is 1, which is not larger than 1");
        Lbfgs limited = along(3, x -> 2 * x * x, x -> 4 * x);
        limited.minimize(1, TOLERANCE, () -> false);
        assertEquals(1, limited.iterations());
    }

    /** −H g with H as Broyden, Fletcher, Goldfarb and Shanno update it from γ times the identity, γ = sᵀy / yᵀy. */
    @Test
    void directionsAreThoseOfTheDenseUpdate() {
        double[] curvature = {1, 3, 9};
        for (int memory = 1; memory <= 2; memory++) {
            seen.clear();
            List<double[]> gradients = new ArrayList<>();
            new Lbfgs((x, gradient) -> {
                double sum = 0;
                for (int i = 0; i < 3; i++) {
                    gradient[i] = curvature[i] * x[i];
                    sum += curvature[i] * x[i] * x[i] / 2;
                }
                seen.add(x.clone());
                gradients.add(gradient.clone());
                return sum;
            }, new double[] {4, 2, .2}, memory).minimize(3, TOLERANCE, () -> false);
            double[] h = null;
            for (int k = 3 - memory; k < 3; k++) {
                double[] s = difference(seen.get(k), seen.get(k - 1));
                double[] y = difference(gradients.get(k), gradients.get(k - 1));
                double sy = dot(s, y);
                double gamma = dot(difference(seen.get(2), seen.get(1)), difference(gradients.get(2), gradients.get(1)))
                        / dot(difference(gradients.get(2), gradients.get(1)),
                                difference(gradients.get(2), gradients.get(1)));
                double[] left = Matrices.identity(3);
                double[] right = Matrices.identity(3);
                double[] outer = new double[9];
                for (int i = 0; i < 9; i++) {
                    left[i] -= s[i / 3] * y[i % 3] / sy;
                    right[i] -= y[i / 3] * s[i % 3] / sy;
                    outer[i] = s[i / 3] * s[i % 3] / sy;
                }
                if (h == null) {
                    h = Matrices.identity(3);
                    for (int i = 0; i < 9; i++) {
                        h[i] *= gamma;
                    }
                }
                h = Matrices.multiply(Matrices.multiply(left, 3, 3, h, 3), 3, 3, right, 3);
                for (int i = 0; i < 9; i++) {
                    h[i] += outer[i];
                }
            }
            double[] step = Matrices.multiply(h, 3, 3, gradients.get(2), 1);
            for (int i = 0; i < 3; i++) {
                assertEquals(seen.get(2)[i] - step[i], seen.get(3)[i], EXACT, "memory " + memory);
            }
        }
    }

    private static double[] difference(double[] x, double[] y) {
        double[] z = new double[x.length];
        for (int i = 0; i < z.length; i++) {
            z[i] = x[i] - y[i];
        }
        return z;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }
}
