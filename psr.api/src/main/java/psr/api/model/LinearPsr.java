package psr.api.model;

import java.util.Objects;

import psr.api.data.Alphabet;

/**
 * A linear predictive state representation: q' = B_o q / (b∞ᵀ B_o q), the score of o is b∞ᵀ B_o q, the expected features
 * are U q. Immutable and thread-safe. What spectral learners hand to gradient refiners.
 */
public final class LinearPsr implements Model {

    private final Features features;
    private final int d;
    private final double[] map;
    private final double[] initial;
    private final double[][] operators;
    private final double[] normaliser;
    private final Guard guard;
    /** Row o is b∞ᵀ B_o: one score is one inner product. */
    private final double[] readout;
    /** Σ_o B_o: one step without observing. */
    private final double[] blind;
    /** UᵀU, for ‖U q‖². */
    private final double[] gram;

    /**
     * The numbers that learning changes. The arrays are plain: {@link LinearPsr} copies them in and out, so whoever holds
     * this record may change them.
     *
     * @param initial q_1, d numbers
     * @param operators B_o for each symbol o, d×d, row-major
     * @param normaliser b∞, d numbers
     */
    public record Parameters(double[] initial, double[][] operators, double[] normaliser) {

        /** A copy that shares no array with this one. */
        public Parameters copy() {
            double[][] copies = new double[operators.length][];
            for (int o = 0; o < copies.length; o++) {
                copies[o] = operators[o].clone();
            }
            return new Parameters(initial.clone(), copies, normaliser.clone());
        }
    }

    /**
     * A model of these numbers, all copied.
     *
     * @param features the strings that the state predicts; they carry the alphabet
     * @param map U, D×d, row-major; row f is what maps the state to the expectation of feature f
     * @param parameters q_1, B, b∞
     * @param guard what to do when the normaliser vanishes
     * @throws IllegalArgumentException if a size does not fit or a number is not finite
     */
    public LinearPsr(Features features, double[] map, Parameters parameters, Guard guard) {
        this.features = Objects.requireNonNull(features, "features");
        this.guard = Objects.requireNonNull(guard, "guard");
        Parameters own = parameters.copy();
        int n = features.alphabet().size();
        initial = own.initial();
        operators = own.operators();
        normaliser = own.normaliser();
        d = initial.length;
        this.map = map.clone();
        if (d < 1) {
            throw new IllegalArgumentException("the state must have at least 1 dimension; found 0");
        }
        size("operators", n, operators.length);
        size("entries of the normaliser", d, normaliser.length);
        size("entries of the feature map (features × dimension)", features.count() * d, map.length);
        size("entries of the guard's mean state", d, guard.meanState().length);
        int levels = guard.levels().length;
        if (levels > 1) {
            size("levels of the guard", n, levels);
        }
        Finite.check("feature map", this.map);
        Finite.check("initial state", initial);
        Finite.check("normaliser", normaliser);
        readout = new double[n * d];
        blind = new double[d * d];
        for (int o = 0; o < n; o++) {
            double[] b = operators[o];
            size("entries of operator " + o, d * d, b.length);
            Finite.check("operator " + o, b);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    readout[o * d + j] += normaliser[i] * b[i * d + j];
                    blind[i * d + j] += b[i * d + j];
                }
            }
        }
        gram = new double[d * d];
        for (int f = 0; f < features.count(); f++) {
            for (int i = 0; i < d; i++) {
                double u = map[f * d + i];
                for (int j = 0; j < d; j++) {
                    gram[i * d + j] += u * map[f * d + j];
                }
            }
        }
    }

    private static void size(String what, int expected, int found) {
        if (expected != found) {
            throw new IllegalArgumentException("the number of " + what + " must be " + expected + "; found " + found);
        }
    }

    /** The same state space with other numbers, copied. */
    public LinearPsr with(Parameters parameters) {
        return new LinearPsr(features, map, parameters, guard);
    }

    /** The same model with another guard. */
    public LinearPsr with(Guard other) {
        return new LinearPsr(features, map, new Parameters(initial, operators, normaliser), other);
    }

    @Override
    public Alphabet alphabet() {
        return features.alphabet();
    }

    /** The strings that the state predicts. */
    public Features features() {
        return features;
    }

    /** d, the size of the state. */
    public int dimension() {
        return d;
    }

    /** U, D×d, row-major; a new array. */
    public double[] map() {
        return map.clone();
    }

    /** q_1, B, b∞; new arrays, free to be changed. */
    public Parameters parameters() {
        return new Parameters(initial, operators, normaliser).copy();
    }

    /** What happens when the normaliser vanishes. */
    public Guard guard() {
        return guard;
    }

    @Override
    public StateFilter filter() {
        return new Walk();
    }

    /** y ← A x. A: rows×cols, row-major, not modified. y: overwritten, must not be x. */
    private static void multiply(double[] a, int rows, int cols, double[] x, double[] y) {
        for (int i = 0, k = 0; i < rows; i++) {
            double sum = 0;
            for (int j = 0; j < cols; j++) {
                sum += a[k++] * x[j];
            }
            y[i] = sum;
        }
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    private final class Walk implements StateFilter {

        private double[] q = initial.clone();
        private double[] next = new double[d];
        private long repairs;

        @Override
        public void reset() {
            System.arraycopy(initial, 0, q, 0, d);
        }

        @Override
        public void update(int symbol) {
            multiply(operators[symbol], d, d, q, next);
            double s = dot(normaliser, next);
            if (!(s >= guard.level(symbol)) || !divided(next, s)) {
                repairs++;
                repair(symbol);
            }
            double[] old = q;
            q = next;
            next = old;
        }

        /** q ← B q / (b∞ᵀ B q) with B the sum of all operators but the end's. */
        @Override
        public boolean skip() {
            multiply(blind, d, d, q, next);
            if (alphabet().end().isPresent()) {
                double[] ended = new double[d];
                multiply(operators[alphabet().end().getAsInt()], d, d, q, ended);
                for (int i = 0; i < d; i++) {
                    next[i] -= ended[i];
                }
            }
            double s = dot(normaliser, next);
            if (!(s > Guard.VANISHING) || !divided(next, s)) {
                repairs++;
                System.arraycopy(guard.meanState(), 0, next, 0, d);
            }
            double[] old = q;
            q = next;
            next = old;
            return true;
        }

        /** next ← B_o q̄ / (b∞ᵀ B_o q̄), or q̄. */
        private void repair(int symbol) {
            double[] mean = guard.meanState();
            multiply(operators[symbol], d, d, mean, next);
            double s = dot(normaliser, next);
            if (!(s > Guard.VANISHING) || !divided(next, s)) {
                System.arraycopy(mean, 0, next, 0, d);
            }
        }

        /** x ← x/s; whether every entry is finite. */
        private boolean divided(double[] x, double s) {
            double sum = 0;
            for (int i = 0; i < d; i++) {
                x[i] /= s;
                sum += Math.abs(x[i]);
            }
            return sum < Double.POSITIVE_INFINITY;
        }

        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
            double[] x = q;
            for (int k = 1; k < ahead; k++) {
                double[] y = new double[d];
                multiply(blind, d, d, x, y);
                x = y;
            }
            multiply(readout, operators.length, d, x, into);
            for (int o = 0; o < operators.length; o++) {
                // A product of finite numbers may still overflow; the promise is a finite score.
                if (!Double.isFinite(into[o])) {
                    into[o] = into[o] > 0 ? Double.MAX_VALUE : into[o] < 0 ? -Double.MAX_VALUE : 0;
                }
            }
        }

        @Override
        public Features features() {
            return features;
        }

        @Override
        public double expectedFeature(int feature) {
            double sum = 0;
            for (int i = 0, k = feature * d; i < d; i++) {
                sum += map[k++] * q[i];
            }
            return sum;
        }

        @Override
        public double expectedSquare() {
            double sum = 0;
            for (int i = 0, k = 0; i < d; i++) {
                double row = 0;
                for (int j = 0; j < d; j++) {
                    row += gram[k++] * q[j];
                }
                sum += q[i] * row;
            }
            return sum;
        }

        @Override
        public StateFilter copy() {
            Walk copy = new Walk();
            copy.q = q.clone();
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
