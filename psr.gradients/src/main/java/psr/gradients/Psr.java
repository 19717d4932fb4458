package psr.gradients;

import java.util.Arrays;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.model.Hmm;
import psr.api.model.LinearPsr;
import psr.api.model.Model;
import psr.math.Columns;

/**
 * A linear PSR while its numbers change. B_o is kept by columns for going forward and, where a gradient goes back
 * through it, by rows too. Used by one thread.
 */
final class Psr {

    /** Beyond this the quotient u/s may overflow. */
    private static final double HUGE = 1e150;

    /** As in {@link psr.api.model.Guard}: below this the fallback itself has no direction. */
    private static final double VANISHING = 1e-6;

    final int n;
    final int d;
    /** q_1. */
    final double[] initial;
    /** b∞. */
    final double[] normaliser;
    /** columns[o][j][i] is row i, column j of B_o. */
    final double[][][] columns;
    /** rows[o][i][j] is row i, column j of B_o, after {@link #mirror}; null where nothing goes back through B. */
    final double[][][] rows;
    /** See {@link #stack()}; null until asked for. */
    private double[][] stack;
    final LinearPsr start;
    /** What {@link #snapshot()} gave last and the numbers it was made of; null before. */
    private LinearPsr snapshot;
    private LinearPsr.Parameters shown;
    private final double[] levels;
    private final double[] mean;

    /** The numbers of a model, to go forward and, on request, back. */
    Psr(LinearPsr start, boolean back) {
        this.start = start;
        LinearPsr.Parameters parameters = start.parameters();
        n = start.alphabet().size();
        d = start.dimension();
        initial = parameters.initial();
        normaliser = parameters.normaliser();
        columns = new double[n][d][d];
        rows = back ? new double[n][d][d] : null;
        levels = new double[n];
        for (int o = 0; o < n; o++) {
            levels[o] = start.guard().level(o);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    columns[o][j][i] = parameters.operators()[o][i * d + j];
                }
            }
            mirror(o);
        }
        mean = start.guard().meanState();
    }

    /** Why a refiner cannot start from a model; empty if it can. */
    static Optional<String> objection(String refiner, Model start) {
        return start instanceof LinearPsr ? Optional.empty()
                : Optional.of(refiner + " refines a linear PSR, such as 2sr, hkz and random make; "
                        + (start instanceof Hmm ? "found a hidden Markov model, which em refines"
                                : "the stage before it makes none"));
    }

    /**
     * The numbers of a start.
     *
     * @throws IllegalArgumentException if it is no linear PSR over the alphabet of the data
     */
    static Psr of(String refiner, Model model, Alphabet alphabet, boolean back) {
        if (!(model instanceof LinearPsr start)) {
            throw new IllegalArgumentException(objection(refiner, model).orElseThrow());
        }
        if (!start.alphabet().equals(alphabet)) {
            throw new IllegalArgumentException("the start must be over the alphabet of the data (" + alphabet
                    + "); found " + start.alphabet());
        }
        return new Psr(start, back);
    }

    /** Operator o has changed: its rows and its part of the stack follow, where they are kept. */
    void mirror(int o) {
        double[][] c = columns[o];
        if (stack != null) {
            for (int j = 0; j < d; j++) {
                System.arraycopy(c[j], 0, stack[j], o * d, d);
            }
        }
        if (rows != null) {
            for (int i = 0; i < d; i++) {
                double[] row = rows[o][i];
                for (int j = 0; j < d; j++) {
                    row[j] = c[j][i];
                }
            }
        }
    }

    /** All operators, one below the other, by columns of n·d numbers; kept up to date from now on. Do not change it. */
    double[][] stack() {
        if (stack == null) {
            stack = new double[d][Math.multiplyExact(n, d)];
            for (int o = 0; o < n; o++) {
                mirror(o);
            }
        }
        return stack;
    }

    /** The model as it is now; the same one again while no number has changed, so that nobody measures it twice. */
    LinearPsr snapshot() {
        double[][] operators = new double[n][d * d];
        for (int o = 0; o < n; o++) {
            for (int j = 0; j < d; j++) {
                for (int i = 0; i < d; i++) {
                    operators[o][i * d + j] = columns[o][j][i];
                }
            }
        }
        LinearPsr.Parameters now = new LinearPsr.Parameters(initial.clone(), operators, normaliser.clone());
        if (snapshot == null || !Arrays.equals(now.initial(), shown.initial())
                || !Arrays.equals(now.normaliser(), shown.normaliser()) || !Arrays.deepEquals(operators, shown.operators())) {
            snapshot = start.with(now);
            shown = now;
        }
        return snapshot;
    }

    /**
     * One step of the filter, as {@link LinearPsr} does it, guard included: next ← B_o q / s.
     *
     * @return 1/s; 0 where the guard replaced the state, so that what comes after no longer depends on q
     */
    double advance(int o, double[] q, double[] next) {
        Columns.multiply(columns[o], d, d, q, next);
        double s = Columns.dot(d, normaliser, next);
        double inverse = 1 / s;
        // Any entry of B_o q that is not finite makes s so, and 1/s zero or NaN.
        if (s >= levels[o] && Math.abs(inverse) < HUGE && inverse != 0) {
            for (int i = 0; i < d; i++) {
                next[i] *= inverse;
            }
            return inverse;
        }
        replace(o, next);
        return 0;
    }

    /** next ← B_o q̄ / (b∞ᵀ B_o q̄), or q̄. */
    private void replace(int o, double[] next) {
        Columns.multiply(columns[o], d, d, mean, next);
        double s = Columns.dot(d, normaliser, next);
        if (s > VANISHING && s < Double.POSITIVE_INFINITY) {
            for (int i = 0; i < d; i++) {
                next[i] /= s;
            }
        } else {
            System.arraycopy(mean, 0, next, 0, d);
        }
    }
}
