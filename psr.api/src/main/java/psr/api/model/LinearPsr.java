package psr.api.model;

import java.util.Objects;

import psr.api.data.Alphabet;

/**
 * A linear predictive state representation: q' = B_o q / (b∞ᵀ B_o q), the score of o is b∞ᵀ B_o q, the expected features
 * are U q. Immutable and thread-safe. What spectral learners hand to gradient refiners.
 *
 * <p>Matrices are kept by columns, the form in which products with a vector are fastest.
 */
public final class LinearPsr implements Model {

    private final Features features;
    private final int d;
    /** The end of sequences; −1 if the alphabet has none. */
    private final int end;
    private final Projection projection;
    private final double[] initial;
    /** B_o by columns. */
    private final double[][][] operators;
    private final double[] normaliser;
    private final Guard guard;
    /** R by columns, where row o of R is b∞ᵀ B_o: all scores are one product. */
    private final double[][] readout;
    /** The largest |R_oj|. */
    private final double largestReadout;
    /** Σ_o B_o by columns: one step without observing. */
    private final double[][] blind;
    /** The largest Σ_i |B_ij| of each operator: no step makes Σ|q| grow by more. */
    private final double[] growth;

    /**
     * What depends on U only, shared by models of one state space.
     *
     * @param map U, row-major
     * @param symbols the first |O| rows of U, by columns: the expectations of all symbols are one product
     * @param gram UᵀU by columns, for ‖U q‖²
     */
    private record Projection(double[] map, double[][] symbols, double[][] gram) {

        static Projection of(double[] map, int features, int n, int d) {
            size("entries of the feature map (features × dimension)", Math.multiplyExact(features, d), map.length);
            Finite.check("feature map", map);
            double[][] gram = new double[d][d];
            double[] row = new double[d];
            for (int f = 0; f < features; f++) {
                System.arraycopy(map, f * d, row, 0, d);
                for (int j = 0; j < d; j++) {
                    Columns.add(d, row[j], row, gram[j]);
                }
            }
            return new Projection(map, Columns.of(map, n, d), gram);
        }
    }

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
        this(Objects.requireNonNull(features, "features"), columns(parameters, features.alphabet().size()),
                parameters.initial().clone(), parameters.normaliser().clone(),
                Projection.of(map.clone(), features.count(), features.alphabet().size(), parameters.initial().length),
                Objects.requireNonNull(guard, "guard"));
    }

    /** Of arrays that nobody else will change. */
    private LinearPsr(Features features, double[][][] operators, double[] initial, double[] normaliser,
            Projection projection, Guard guard) {
        this.features = features;
        this.operators = operators;
        this.initial = initial;
        this.normaliser = normaliser;
        this.projection = projection;
        this.guard = guard;
        d = initial.length;
        end = features.alphabet().end().orElse(-1);
        int n = operators.length;
        size("entries of the normaliser", d, normaliser.length);
        size("entries of the initial state", projection.gram.length, d);
        size("entries of the guard's mean state", d, guard.mean().length);
        int levels = guard.count();
        if (levels > 1) {
            size("levels of the guard", n, levels);
        }
        Finite.check("initial state", initial);
        Finite.check("normaliser", normaliser);
        readout = new double[d][n];
        blind = new double[d][d];
        growth = new double[n];
        double largest = 0;
        for (int o = 0; o < n; o++) {
            for (int j = 0; j < d; j++) {
                readout[j][o] = Columns.dot(d, normaliser, operators[o][j]);
                largest = Math.max(largest, Math.abs(readout[j][o]));
                Columns.add(d, 1, operators[o][j], blind[j]);
                growth[o] = Math.max(growth[o], Columns.normL1(d, operators[o][j]));
            }
        }
        largestReadout = largest;
    }

    /** The operators by columns, checked. */
    private static double[][][] columns(Parameters parameters, int n) {
        int d = parameters.initial().length;
        if (d < 1) {
            throw new IllegalArgumentException("the state must have at least 1 dimension; found 0");
        }
        size("operators", n, parameters.operators().length);
        double[][][] columns = new double[n][][];
        for (int o = 0; o < n; o++) {
            double[] operator = parameters.operators()[o];
            size("entries of operator " + o, Math.multiplyExact(d, d), operator.length);
            Finite.check("operator " + o, operator);
            columns[o] = Columns.of(operator, d, d);
        }
        return columns;
    }

    private static void size(String what, int expected, int found) {
        if (expected != found) {
            throw new IllegalArgumentException("the number of " + what + " must be " + expected + "; found " + found);
        }
    }

    /** The same state space with other numbers, copied. */
    public LinearPsr with(Parameters parameters) {
        return new LinearPsr(features, columns(parameters, operators.length), parameters.initial().clone(),
                parameters.normaliser().clone(), projection, guard);
    }

    /** The same model with another guard. */
    public LinearPsr with(Guard other) {
        return new LinearPsr(features, operators, initial, normaliser, projection,
                Objects.requireNonNull(other, "guard"));
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
        return projection.map.clone();
    }

    /** q_1, B, b∞; new arrays, free to be changed. */
    public Parameters parameters() {
        double[][] rows = new double[operators.length][];
        for (int o = 0; o < rows.length; o++) {
            rows[o] = Columns.rowMajor(operators[o], d);
        }
        return new Parameters(initial.clone(), rows, normaliser.clone());
    }

    /** What happens when the normaliser vanishes. */
    public Guard guard() {
        return guard;
    }

    @Override
    public StateFilter filter() {
        return new LinearPsrFilter();
    }

    /**
     * Nothing is allocated on the way but once what looking ahead and skipping need. A state that nobody looks at is not
     * divided by its normaliser, which the next one takes into account; what is read does not change what comes after.
     */
    private final class LinearPsrFilter implements StateFilter {

        /** Products of two numbers below this do not overflow. */
        private static final double HUGE = 1e150;

        /** A state is divided at the latest when its normaliser is below this. */
        private static final double SMALL = 1e-100;

        /** The state, times {@link #scale}. */
        private double[] q = initial.clone();
        private double scale = 1;
        /** At least Σ|q|, but for rounding. */
        private double size = Columns.normL1(d, initial);
        private double[] next = new double[d];
        /** b∞ᵀ next, before next is divided by it. */
        private double s;
        /** The state where {@link #stateKnown}. */
        private final double[] state = new double[d];
        private boolean stateKnown;
        /** Two states to look ahead with; null until needed. */
        private double[] ahead1;
        private double[] ahead2;
        /** The expected symbols of q where {@link #symbolsKnown}; null until needed. */
        private double[] symbols;
        private boolean symbolsKnown;
        private long repairs;

        @Override
        public void reset() {
            System.arraycopy(initial, 0, q, 0, d);
            size = Columns.normL1(d, q);
            scale = 1;
            changed();
        }

        @Override
        public void update(int symbol) {
            Columns.multiply(operators[symbol], d, d, q, next);
            s = Columns.dot(d, normaliser, next);
            double most = size * growth[symbol];
            if (s >= SMALL && s <= 1 / SMALL && most < HUGE && s >= guard.level(symbol) * scale) {
                scale = s;
                size = most;
            } else {
                updateDivided(symbol);
            }
            turn();
        }

        /** As the formula has it: the state is divided before and after, or the guard replaces it. */
        private void updateDivided(int symbol) {
            divideState();
            Columns.multiply(operators[symbol], d, d, q, next);
            weigh();
            if (!(s >= guard.level(symbol)) || !divided()) {
                repairs++;
                repair(symbol);
            }
        }

        /** q is the state itself from now on. */
        private void divideState() {
            if (scale != 1) {
                Columns.scale(d, 1 / scale, q);
                scale = 1;
            }
        }

        /** The state; do not change it. */
        private double[] state() {
            if (scale == 1) {
                return q;
            }
            if (!stateKnown) {
                double inverse = 1 / scale;
                for (int i = 0; i < d; i++) {
                    state[i] = q[i] * inverse;
                }
                stateKnown = true;
            }
            return state;
        }

        /** q ← B q / (b∞ᵀ B q) with B the sum of all operators but the end's. */
        @Override
        public boolean skip() {
            divideState();
            Columns.multiply(blind, d, d, q, next);
            if (end >= 0) {
                prepareToLookAhead();
                Columns.multiply(operators[end], d, d, q, ahead1);
                Columns.add(d, -1, ahead1, next);
            }
            weigh();
            if (!(s > Guard.VANISHING) || !divided()) {
                repairs++;
                takeMean();
            }
            turn();
            return true;
        }

        /** The next state is the present one. */
        private void turn() {
            double[] old = q;
            q = next;
            next = old;
            changed();
        }

        private void changed() {
            stateKnown = false;
            symbolsKnown = false;
        }

        /** next ← B_o q̄ / (b∞ᵀ B_o q̄), or q̄. */
        private void repair(int symbol) {
            Columns.multiply(operators[symbol], d, d, guard.mean(), next);
            weigh();
            if (!(s > Guard.VANISHING) || !divided()) {
                takeMean();
            }
        }

        private void takeMean() {
            System.arraycopy(guard.mean(), 0, next, 0, d);
            size = Columns.normL1(d, next);
        }

        /** s ← b∞ᵀ next, size ← Σ|next|, in one loop of four partial sums each. */
        private void weigh() {
            double[] x = next;
            double[] b = normaliser;
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            double n0 = 0;
            double n1 = 0;
            double n2 = 0;
            double n3 = 0;
            int i = 0;
            for (; i + 4 <= d; i += 4) {
                double x0 = x[i];
                double x1 = x[i + 1];
                double x2 = x[i + 2];
                double x3 = x[i + 3];
                s0 += b[i] * x0;
                s1 += b[i + 1] * x1;
                s2 += b[i + 2] * x2;
                s3 += b[i + 3] * x3;
                n0 += Math.abs(x0);
                n1 += Math.abs(x1);
                n2 += Math.abs(x2);
                n3 += Math.abs(x3);
            }
            for (; i < d; i++) {
                s0 += b[i] * x[i];
                n0 += Math.abs(x[i]);
            }
            s = (s0 + s1) + (s2 + s3);
            size = (n0 + n1) + (n2 + n3);
        }

        /** next ← next/s; whether every entry is finite. */
        private boolean divided() {
            double inverse = 1 / s;
            if (Math.abs(inverse) < HUGE && Math.abs(s) < HUGE && size < HUGE) {
                Columns.scale(d, inverse, next);
                size *= Math.abs(inverse);
                return true;
            }
            for (int i = 0; i < d; i++) {
                next[i] /= s;
            }
            size = Columns.normL1(d, next);
            return size < Double.POSITIVE_INFINITY;
        }

        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
            double[] x = state();
            if (ahead > 1) {
                prepareToLookAhead();
                for (int k = 1; k < ahead; k++) {
                    double[] y = x == ahead1 ? ahead2 : ahead1;
                    Columns.multiply(blind, d, d, x, y);
                    x = y;
                }
            }
            Columns.multiply(readout, operators.length, d, x, into);
            // A product of finite numbers may still overflow; the promise is a finite score.
            if (!((ahead == 1 ? size / scale : Columns.normL1(d, x)) * largestReadout < HUGE)) {
                Columns.bound(operators.length, into);
            }
        }

        private void prepareToLookAhead() {
            if (ahead1 == null) {
                ahead1 = new double[d];
                ahead2 = new double[d];
            }
        }

        @Override
        public Features features() {
            return features;
        }

        @Override
        public double expectedFeature(int feature) {
            return Columns.rowDot(d, projection.map, feature * d, state());
        }

        @Override
        public void expectedSymbols(double[] into) {
            if (!symbolsKnown) {
                if (symbols == null) {
                    symbols = new double[operators.length];
                }
                Columns.multiply(projection.symbols, operators.length, d, state(), symbols);
                symbolsKnown = true;
            }
            System.arraycopy(symbols, 0, into, 0, operators.length);
        }

        @Override
        public double expectedSquare() {
            double[] x = state();
            Columns.multiply(projection.gram, d, d, x, next);
            return Columns.dot(d, x, next);
        }

        @Override
        public StateFilter copy() {
            LinearPsrFilter copy = new LinearPsrFilter();
            System.arraycopy(q, 0, copy.q, 0, d);
            copy.scale = scale;
            copy.size = size;
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
