package psr.math.optimization;

import java.util.function.BooleanSupplier;

import psr.math.Kernels;

/**
 * Minimizes a smooth function by L-BFGS (Nocedal 1980): the two-loop recursion over the last few steps, and a line
 * search for the strong Wolfe conditions (Nocedal and Wright 2006, algorithms 3.5 and 3.6).
 */
public final class Lbfgs {

    /** A function and its gradient. */
    public interface Objective {

        /**
         * The value at x.
         *
         * @param x not modified
         * @param gradient overwritten
         */
        double value(double[] x, double[] gradient);
    }

    /** Sufficient decrease and curvature: the usual constants for quasi-Newton steps. */
    private static final double DECREASE = 1e-4;
    private static final double CURVATURE = .9;
    private static final int TRIALS = 40;

    private final Objective objective;
    private final int n;
    private final double[] x;
    private final double[] gradient;
    private final double[] direction;
    private final double[] trial;
    private final double[] trialGradient;
    /** The last steps s = x' − x and changes y = g' − g, in a ring; 1/(yᵀs) for each. */
    private final double[][] steps;
    private final double[][] changes;
    private final double[] inverse;
    private final double[] share;
    private int stored;
    private int latest = -1;
    private double value;
    private double trialValue;
    private double trialSlope;
    private int iterations;
    private BooleanSupplier cancelled;

    /**
     * Prepares to minimize.
     *
     * @param x where to begin; overwritten with the best point found
     * @param memory the number of steps that are remembered, at least 1
     */
    public Lbfgs(Objective objective, double[] x, int memory) {
        this.objective = objective;
        this.x = x;
        n = x.length;
        gradient = new double[n];
        direction = new double[n];
        trial = new double[n];
        trialGradient = new double[n];
        steps = new double[memory][n];
        changes = new double[memory][n];
        inverse = new double[memory];
        share = new double[memory];
        value = objective.value(x, gradient);
    }

    /** The value at the best point. */
    public double value() {
        return value;
    }

    /** The number of steps. */
    public int iterations() {
        return iterations;
    }

    /**
     * Minimizes.
     *
     * @param limit the largest number of iterations
     * @param tolerance stops when no entry of the gradient is larger
     * @param cancelled checked after every evaluation: whether to stop with the best point so far. Once true it must stay
     *         true. The objective may return anything after it has become true
     */
    public void minimize(int limit, double tolerance, BooleanSupplier cancelled) {
        this.cancelled = cancelled;
        for (int i = 0; i < limit && largest(gradient) > tolerance && !cancelled.getAsBoolean(); i++) {
            direct();
            double slope = Kernels.dot(n, gradient, direction);
            if (!(slope < 0)) {
                // Rounding made the memory useless: start again with the gradient itself.
                stored = 0;
                direct();
                slope = Kernels.dot(n, gradient, direction);
            }
            double first = stored == 0 ? Math.min(1, 1 / Kernels.normL2(gradient)) : 1;
            if (!search(first, slope)) {
                if (stored == 0 || cancelled.getAsBoolean()) {
                    return;
                }
                stored = 0;
                continue;
            }
            remember();
            iterations++;
        }
    }

    private static double largest(double[] g) {
        double largest = 0;
        for (double v : g) {
            largest = Math.max(largest, Math.abs(v));
        }
        return largest;
    }

    /** direction ← −H g, where H is the current estimate of the inverse Hessian. */
    private void direct() {
        System.arraycopy(gradient, 0, direction, 0, n);
        int memory = steps.length;
        for (int k = 0; k < stored; k++) {
            int i = (latest - k + memory) % memory;
            share[i] = inverse[i] * Kernels.dot(n, steps[i], direction);
            Kernels.add(-share[i], changes[i], n, direction);
        }
        if (stored > 0) {
            double[] y = changes[latest];
            Kernels.scale(1 / (inverse[latest] * Kernels.dot(n, y, y)), n, direction);
        }
        for (int k = stored - 1; k >= 0; k--) {
            int i = (latest - k + memory) % memory;
            Kernels.add(share[i] - inverse[i] * Kernels.dot(n, changes[i], direction), steps[i], n, direction);
        }
        Kernels.scale(-1, n, direction);
    }

    /** Moves to the trial point and stores the step if it has the curvature of a positive Hessian. */
    private void remember() {
        int next = (latest + 1) % steps.length;
        for (int i = 0; i < n; i++) {
            steps[next][i] = trial[i] - x[i];
            changes[next][i] = trialGradient[i] - gradient[i];
        }
        System.arraycopy(trial, 0, x, 0, n);
        System.arraycopy(trialGradient, 0, gradient, 0, n);
        value = trialValue;
        double product = Kernels.dot(n, steps[next], changes[next]);
        if (product > 1e-300) {
            inverse[next] = 1 / product;
            latest = next;
            stored = Math.min(stored + 1, steps.length);
        }
    }

    private void evaluate(double alpha) {
        for (int i = 0; i < n; i++) {
            trial[i] = x[i] + alpha * direction[i];
        }
        trialValue = objective.value(trial, trialGradient);
        trialSlope = Kernels.dot(n, trialGradient, direction);
        if (!Double.isFinite(trialValue) || !Double.isFinite(trialSlope)) {
            trialValue = Double.POSITIVE_INFINITY;
            trialSlope = Double.POSITIVE_INFINITY;
        }
    }

    /** Finds a trial point along the direction that satisfies both conditions, or at least lowers the value. */
    private boolean search(double first, double slope) {
        double before = 0;
        double valueBefore = value;
        double slopeBefore = slope;
        double alpha = first;
        for (int k = 0; k < TRIALS; k++) {
            evaluate(alpha);
            if (cancelled.getAsBoolean()) {
                return false;
            }
            if (trialValue > value + DECREASE * alpha * slope || k > 0 && trialValue >= valueBefore) {
                return zoom(before, valueBefore, slopeBefore, alpha, trialValue, trialSlope, slope);
            }
            if (Math.abs(trialSlope) <= -CURVATURE * slope) {
                return true;
            }
            if (trialSlope >= 0) {
                return zoom(alpha, trialValue, trialSlope, before, valueBefore, slopeBefore, slope);
            }
            before = alpha;
            valueBefore = trialValue;
            slopeBefore = trialSlope;
            alpha *= 2;
        }
        return trialValue < value;
    }

    /** Narrows an interval that contains a good step; {@code low} is its better end. */
    private boolean zoom(double low, double valueLow, double slopeLow, double high, double valueHigh, double slopeHigh,
            double slope) {
        for (int k = 0; k < TRIALS; k++) {
            double alpha = cubic(low, valueLow, slopeLow, high, valueHigh, slopeHigh);
            evaluate(alpha);
            if (cancelled.getAsBoolean()) {
                return false;
            }
            if (trialValue > value + DECREASE * alpha * slope || trialValue >= valueLow) {
                high = alpha;
                valueHigh = trialValue;
                slopeHigh = trialSlope;
            } else {
                if (Math.abs(trialSlope) <= -CURVATURE * slope) {
                    return true;
                }
                if (trialSlope * (high - low) >= 0) {
                    high = low;
                    valueHigh = valueLow;
                    slopeHigh = slopeLow;
                }
                low = alpha;
                valueLow = trialValue;
                slopeLow = trialSlope;
            }
        }
        // Rounding hides the curvature near a minimum; a lower value is good enough.
        evaluate(low);
        return trialValue < value && !cancelled.getAsBoolean();
    }

    /** The minimum of the cubic through both ends, limited to the interval; the middle if there is none. */
    private static double cubic(double a, double fa, double ga, double b, double fb, double gb) {
        double middle = (a + b) / 2;
        double d1 = ga + gb - 3 * (fa - fb) / (a - b);
        double square = d1 * d1 - ga * gb;
        if (!(square >= 0) || !Double.isFinite(square)) {
            return middle;
        }
        double d2 = Math.signum(b - a) * Math.sqrt(square);
        double alpha = b - (b - a) * (gb + d2 - d1) / (gb - ga + 2 * d2);
        double margin = .05 * Math.abs(b - a);
        boolean inside = alpha >= Math.min(a, b) + margin && alpha <= Math.max(a, b) - margin;
        return inside ? alpha : middle;
    }
}
