package psr.api.linear;

/**
 * The filter of a {@link LinearPsr}. Not thread-safe.
 *
 * <p>Allocates only once, for predictions several steps ahead and for skipping. A state that is not read is not divided
 * by its normalizer; the next one takes that into account. Reading does not affect later results.
 */
final class LinearPsrFilter implements FeatureFilter {

    /** Products of two numbers below this do not overflow. */
    private static final double HUGE = 1e150;

    /** A state is divided as soon as its normalizer is below this. */
    private static final double SMALL = 1e-100;

    private final LinearPsr model;
    private final int d;
    private final double[][][] operators;
    private final double[] normaliser;
    private final Guard guard;
    /** The state, times {@link #scale}. */
    private double[] q;
    private double scale = 1;
    /** An upper bound of Σ|q|, except for rounding. */
    private double size;
    private double[] next;
    /** b∞ᵀ next, before next is divided by it. */
    private double s;
    /** The state if {@link #stateKnown}. */
    private final double[] state;
    private boolean stateKnown;
    /** Two buffers for predictions several steps ahead; null until needed. */
    private double[] ahead1;
    private double[] ahead2;
    /** The expected symbols of q if {@link #symbolsKnown}; null until needed. */
    private double[] symbols;
    private boolean symbolsKnown;
    private long repairs;

    /** A filter at the start of a sequence. */
    LinearPsrFilter(LinearPsr model) {
        this.model = model;
        d = model.d;
        operators = model.operators;
        normaliser = model.normaliser;
        guard = model.guard;
        q = model.initial.clone();
        size = Columns.normL1(d, q);
        next = new double[d];
        state = new double[d];
    }

    @Override
    public void reset() {
        System.arraycopy(model.initial, 0, q, 0, d);
        size = Columns.normL1(d, q);
        scale = 1;
        changed();
    }

    @Override
    public void update(int symbol) {
        Columns.multiply(operators[symbol], d, d, q, next);
        s = Columns.dot(d, normaliser, next);
        double most = size * model.growth[symbol];
        if (s >= SMALL && s <= 1 / SMALL && most < HUGE && s >= guard.level(symbol) * scale) {
            scale = s;
            size = most;
        } else {
            updateDivided(symbol);
        }
        turn();
    }

    /** Updates as in the formula: the state is divided before and after, or the guard replaces it. */
    private void updateDivided(int symbol) {
        divideState();
        Columns.multiply(operators[symbol], d, d, q, next);
        weigh();
        if (!(s >= guard.level(symbol)) || !divided()) {
            repairs++;
            repair(symbol);
        }
    }

    /** Divides q, so that it is the state itself. */
    private void divideState() {
        if (scale != 1) {
            Columns.scale(d, 1 / scale, q);
            scale = 1;
        }
    }

    /** The state; do not modify. */
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

    /** q ← B q / (b∞ᵀ B q), where B is the sum of all operators except that of the end. */
    @Override
    public boolean skip() {
        divideState();
        Columns.multiply(model.blind, d, d, q, next);
        if (model.end >= 0) {
            prepareToLookAhead();
            Columns.multiply(operators[model.end], d, d, q, ahead1);
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

    /** Makes the next state the current one. */
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

    /** next ← next/s; returns whether every entry is finite. */
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
                Columns.multiply(model.blind, d, d, x, y);
                x = y;
            }
        }
        Columns.multiply(model.readout, operators.length, d, x, into);
        // A product of finite numbers may overflow, but the contract requires finite scores.
        if (!((ahead == 1 ? size / scale : Columns.normL1(d, x)) * model.largestReadout < HUGE)) {
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
        return model.features;
    }

    @Override
    public double expectedFeature(int feature) {
        return Columns.rowDot(d, model.projection.map(), feature * d, state());
    }

    @Override
    public void expectedSymbols(double[] into) {
        if (!symbolsKnown) {
            if (symbols == null) {
                symbols = new double[operators.length];
            }
            Columns.multiply(model.projection.symbols(), operators.length, d, state(), symbols);
            symbolsKnown = true;
        }
        System.arraycopy(symbols, 0, into, 0, operators.length);
    }

    @Override
    public double expectedSquare() {
        double[] x = state();
        Columns.multiply(model.projection.gram(), d, d, x, next);
        return Columns.dot(d, x, next);
    }

    @Override
    public FeatureFilter copy() {
        LinearPsrFilter copy = new LinearPsrFilter(model);
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
