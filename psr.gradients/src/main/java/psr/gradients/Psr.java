package psr.gradients;

import java.util.Arrays;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.model.Hmm;
import psr.api.model.LinearPsr;
import psr.api.model.Model;
import psr.math.Columns;
import psr.math.Panels;

/**
 * A linear PSR while its numbers change. B_o is kept for going forward and, where a gradient goes back through it,
 * transposed too; both in {@link Panels}. Used by one thread.
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
    /** operators[o] is B_o, in panels. */
    final double[][][] operators;
    /** transposed[o] is B_oᵀ, in panels, after {@link #moved}; null where nothing goes back through B. */
    final double[][][] transposed;
    /** See {@link #stack()}; null until asked for. */
    private double[][] stack;
    final LinearPsr start;
    /** How often each operator was {@link #moved}. */
    final int[] moves;
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
        operators = new double[n][][];
        transposed = back ? new double[n][][] : null;
        moves = new int[n];
        levels = new double[n];
        for (int o = 0; o < n; o++) {
            levels[o] = start.guard().level(o);
            operators[o] = Panels.zero(d);
            if (back) {
                transposed[o] = Panels.zero(d);
            }
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    Panels.set(parameters.operators()[o][i * d + j], d, i, j, operators[o]);
                }
            }
            moved(o);
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

    /** Operator o has changed, or b∞ or q_1 have: its transpose and its part of the stack follow, where they are kept. */
    void moved(int o) {
        moves[o]++;
        if (stack != null) {
            for (int j = 0; j < d; j++) {
                Panels.column(operators[o], d, j, o * d, stack[j]);
            }
        }
        if (transposed != null) {
            Panels.transpose(operators[o], d, transposed[o]);
        }
    }

    /** All operators, one below the other, by columns of n·d numbers; kept up to date from now on. Do not change it. */
    double[][] stack() {
        if (stack == null) {
            stack = new double[d][Math.multiplyExact(n, d)];
            for (int o = 0; o < n; o++) {
                moved(o);
            }
        }
        return stack;
    }

    /** The model as it is now; the same one again while no number has changed, so that nobody measures it twice. */
    LinearPsr snapshot() {
        double[][] rows = new double[n][d * d];
        for (int o = 0; o < n; o++) {
            for (int j = 0; j < d; j++) {
                for (int i = 0; i < d; i++) {
                    rows[o][i * d + j] = Panels.get(operators[o], d, i, j);
                }
            }
        }
        LinearPsr.Parameters now = new LinearPsr.Parameters(initial.clone(), rows, normaliser.clone());
        if (snapshot == null || !Arrays.equals(now.initial(), shown.initial())
                || !Arrays.equals(now.normaliser(), shown.normaliser()) || !Arrays.deepEquals(rows, shown.operators())) {
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
        Panels.multiply(operators[o], d, q, next);
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
        Panels.multiply(operators[o], d, mean, next);
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
