package psr.gradients;

import java.util.Arrays;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.math.Columns;
import psr.math.Panels;

/**
 * A linear PSR whose parameters change. B_o is stored for the forward pass and, if a gradient needs it, also transposed;
 * both in {@link Panels}. Not thread-safe.
 */
final class Psr {

    /** Beyond this the quotient u/s may overflow. */
    private static final double HUGE = 1e150;

    /** As in {@link psr.api.linear.Guard}: below this the fallback itself has no direction. */
    private static final double VANISHING = 1e-6;

    final int n;
    final int d;
    /** q_1. */
    final double[] initial;
    /** b∞. */
    final double[] normaliser;
    /** operators[o] is B_o, in panels. */
    final double[][][] operators;
    /** transposed[o] is B_oᵀ, in panels, after {@link #moved}; null if there is no backward pass. */
    final double[][][] transposed;
    /** See {@link #stack()}; null before it is first called. */
    private double[][] stack;
    final LinearPsr start;
    /** How often each operator has changed. */
    final int[] moves;
    /** The last result of {@link #snapshot()} and the parameters it was made from; null before. */
    private LinearPsr snapshot;
    private LinearPsr.Parameters shown;
    private final double[] levels;
    private final double[] mean;

    /** Copies the parameters of a model, for a forward pass and, on request, a backward pass. */
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
    static Optional<ValidationError> objection(String refiner, Model start) {
        return start instanceof LinearPsr ? Optional.empty()
                : Optional.of(ValidationError.of(refiner + " refines a linear PSR, for example one of 2sr, hkz or random; "
                        + (start instanceof Hmm ? "found a hidden Markov model, which em refines"
                                : "the stage before it makes none")));
    }

    /**
     * Copies the parameters of a start.
     *
     * @throws IllegalArgumentException if it is not a linear PSR over the alphabet of the data
     */
    static Psr of(String refiner, Model model, Alphabet alphabet, boolean back) {
        if (!(model instanceof LinearPsr start)) {
            throw new IllegalArgumentException(objection(refiner, model).orElseThrow().message());
        }
        if (!start.alphabet().equals(alphabet)) {
            throw new IllegalArgumentException("the start must be over the alphabet of the data (" + alphabet
                    + "); found " + start.alphabet());
        }
        return new Psr(start, back);
    }

    /** Updates the transpose of operator o and its part of the stack, if they are stored. Call after changing B_o, b∞ or q_1. */
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

    /** All operators, stacked, by columns of n·d numbers; kept up to date from the first call on. Do not modify. */
    double[][] stack() {
        if (stack == null) {
            stack = new double[d][Math.multiplyExact(n, d)];
            for (int o = 0; o < n; o++) {
                moved(o);
            }
        }
        return stack;
    }

    /** The current model; the same object while no parameter has changed, so that it is not measured twice. */
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
     * @return 1/s; 0 if the guard replaced the state, so that later states no longer depend on q
     */
    double advance(int o, double[] q, double[] next) {
        Panels.multiply(operators[o], d, q, next);
        double s = Columns.dot(d, normaliser, next);
        double inverse = 1 / s;
        // If any entry of B_o q is not finite, s is not either, and 1/s is zero or NaN.
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
