package psr.baselines.exterior;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.baselines.Preconditions;
import psr.math.Kernels;
import psr.math.optimization.Lbfgs;

/**
 * The difference between the trigrams of a hidden Markov model and those of the data, plus a penalty for numbers that are
 * not distributions: g + ρ/2(‖min(θ, 0)‖² + Σ(row sum − 1)²) with g = ½ Σ w (P − P̂)².
 *
 * <p>θ = (π, T, E) in this order, m + m² + m n numbers, any sign. P(a, b, c) = Σ_j G_aj E_jb W_jc with
 * G_aj = Σ_i π_i E_ia T_ij and W = T E, so that value and gradient cost 3 n³ m multiplications.
 */
final class TrigramMismatch implements Lbfgs.Objective {

    /** With more symbols the table of n³ trigrams takes more than 130 MB. */
    static final int MOST_SYMBOLS = 256;

    private final int n;
    private final int m;
    private final double[] observed;
    private final double[] weight;
    private final BooleanSupplier cancelled;
    private double rho;
    private final double[] joint;
    private final double[] forward;
    private final double[] next;
    private final double[] forwardGradient;
    private final double[] nextGradient;
    private final double[] residual;
    private final double[] pair;

    /**
     * Allocates the buffers.
     *
     * @param states m
     * @param observed P̂, n³ frequencies, (a n + b) n + c; not modified
     * @param kappa κ: a trigram's weight is 1/(P̂ + κ); negative for equal weights, 1/ΣP̂², which preserve the proportion
     *         of the mismatch to the penalty
     * @param cancelled checked once per first symbol of a trigram; if true, the computation stops
     */
    TrigramMismatch(int n, int states, double[] observed, double kappa, BooleanSupplier cancelled) {
        this.cancelled = cancelled;
        this.n = n;
        this.m = states;
        this.observed = observed;
        weight = new double[observed.length];
        double equal = 1 / Kernels.dot(observed.length, observed, observed);
        for (int k = 0; k < weight.length; k++) {
            weight[k] = kappa < 0 ? equal : 1 / (observed[k] + kappa);
        }
        Preconditions.size("the emissions", n, m);
        joint = new double[n * m];
        forward = new double[n * m];
        next = new double[m * n];
        forwardGradient = new double[n * m];
        nextGradient = new double[m * n];
        residual = new double[n];
        pair = new double[m];
    }

    /**
     * P̂, the relative frequency of each trigram, pooled over all positions. If the alphabet has an end, it repeats
     * forever.
     *
     * @throws LearningException if there is no trigram, or there are too many symbols
     */
    static double[] count(Symbols data) {
        int n = data.alphabet().size();
        int end = data.alphabet().end().orElse(-1);
        if (n > MOST_SYMBOLS) {
            throw new LearningException("the alphabet must have at most " + MOST_SYMBOLS
                    + " symbols for a table of all trigrams; found " + n + " (exterior)");
        }
        double[] table = new double[n * n * n];
        int[] sequence = new int[data.longest()];
        long total = 0;
        for (int i = 0; i < data.count(); i++) {
            int length = data.copy(i, sequence);
            for (int t = 0; t < (end < 0 ? length - 2 : length); t++) {
                int b = t + 1 < length ? sequence[t + 1] : end;
                int c = t + 2 < length ? sequence[t + 2] : end;
                table[(sequence[t] * n + b) * n + c]++;
                total++;
            }
        }
        if (total == 0) {
            throw new LearningException("exterior needs at least one sequence of 3 symbols; the longest of "
                    + data.count() + " has " + data.longest());
        }
        for (int k = 0; k < table.length; k++) {
            table[k] /= total;
        }
        return table;
    }

    /** Sets ρ, the weight of the constraint violations. */
    void penalty(double weight) {
        rho = weight;
    }

    /** g alone, without the penalty. */
    double mismatch(double[] theta) {
        double before = rho;
        rho = 0;
        double g = value(theta, new double[theta.length]);
        rho = before;
        return g;
    }

    /** The value and its gradient; NaN without a gradient after cancellation. */
    @Override
    public double value(double[] theta, double[] gradient) {
        Arrays.fill(gradient, 0);
        Arrays.fill(forwardGradient, 0);
        Arrays.fill(nextGradient, 0);
        int atT = m;
        int atE = m + m * m;
        joints(theta, atT, atE);
        double value = 0;
        for (int a = 0; a < n; a++) {
            if (cancelled.getAsBoolean()) {
                return Double.NaN;
            }
            for (int b = 0; b < n; b++) {
                value += compare(theta, atE, a, b, gradient);
            }
        }
        chain(theta, atT, atE, gradient);
        return value + penalize(theta, 0, 1, m, gradient) + penalize(theta, atT, m, m, gradient)
                + penalize(theta, atE, m, n, gradient);
    }

    /** joint_ai = π_i E_ia, forward = joint T, next = T E. */
    private void joints(double[] theta, int atT, int atE) {
        Arrays.fill(forward, 0);
        Arrays.fill(next, 0);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                double move = theta[atT + i * m + j];
                for (int c = 0; c < n; c++) {
                    next[i * n + c] += move * theta[atE + j * n + c];
                }
            }
            for (int a = 0; a < n; a++) {
                double p = theta[i] * theta[atE + i * n + a];
                joint[a * m + i] = p;
                for (int j = 0; j < m; j++) {
                    forward[a * m + j] += p * theta[atT + i * m + j];
                }
            }
        }
    }

    /** The part of g, and of the gradients of forward, next and E, from the trigrams that begin with a b. */
    private double compare(double[] theta, int atE, int a, int b, double[] gradient) {
        int row = (a * n + b) * n;
        for (int c = 0; c < n; c++) {
            residual[c] = -observed[row + c];
        }
        for (int j = 0; j < m; j++) {
            pair[j] = forward[a * m + j] * theta[atE + j * n + b];
            for (int c = 0; c < n; c++) {
                residual[c] += pair[j] * next[j * n + c];
            }
        }
        double value = 0;
        for (int c = 0; c < n; c++) {
            double weighed = residual[c] * weight[row + c];
            value += weighed * residual[c] / 2;
            residual[c] = weighed;
        }
        for (int j = 0; j < m; j++) {
            double x = 0;
            for (int c = 0; c < n; c++) {
                x += residual[c] * next[j * n + c];
                nextGradient[j * n + c] += residual[c] * pair[j];
            }
            forwardGradient[a * m + j] += x * theta[atE + j * n + b];
            gradient[atE + j * n + b] += x * forward[a * m + j];
        }
        return value;
    }

    /** Propagates the gradients of forward and next back to π, T and E. */
    private void chain(double[] theta, int atT, int atE, double[] gradient) {
        for (int i = 0; i < m; i++) {
            for (int a = 0; a < n; a++) {
                double back = 0;
                for (int j = 0; j < m; j++) {
                    back += forwardGradient[a * m + j] * theta[atT + i * m + j];
                    gradient[atT + i * m + j] += joint[a * m + i] * forwardGradient[a * m + j];
                }
                gradient[i] += back * theta[atE + i * n + a];
                gradient[atE + i * n + a] += back * theta[i];
            }
            for (int j = 0; j < m; j++) {
                double move = theta[atT + i * m + j];
                double sum = 0;
                for (int c = 0; c < n; c++) {
                    sum += nextGradient[i * n + c] * theta[atE + j * n + c];
                    gradient[atE + j * n + c] += move * nextGradient[i * n + c];
                }
                gradient[atT + i * m + j] += sum;
            }
        }
    }

    /** ρ/2 times the constraint violations in some rows, and its gradient. */
    private double penalize(double[] theta, int from, int rows, int cols, double[] gradient) {
        double violated = 0;
        for (int i = 0; i < rows; i++) {
            int at = from + i * cols;
            double excess = -1;
            for (int k = at; k < at + cols; k++) {
                excess += theta[k];
            }
            violated += excess * excess;
            for (int k = at; k < at + cols; k++) {
                double negative = Math.min(theta[k], 0);
                violated += negative * negative;
                gradient[k] += rho * (negative + excess);
            }
        }
        return rho / 2 * violated;
    }
}
