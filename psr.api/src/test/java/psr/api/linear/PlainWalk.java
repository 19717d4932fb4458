package psr.api.linear;

/**
 * The filter of a linear PSR as in the paper: row by row, in simple sums, with a new array whenever one is needed. The
 * reference for the optimized filter.
 */
final class PlainWalk {

    private final LinearPsr psr;
    private final LinearPsr.Parameters parameters;
    private final double[] map;
    private final int d;
    double[] q;
    long repairs;

    PlainWalk(LinearPsr psr) {
        this.psr = psr;
        parameters = psr.parameters();
        map = psr.map();
        d = psr.dimension();
        q = parameters.initial();
    }

    void update(int symbol) {
        double[] next = multiply(parameters.operators()[symbol], d, q);
        double s = dot(parameters.normaliser(), next);
        if (!(s >= psr.guard().level(symbol)) || !divided(next, s)) {
            repairs++;
            next = multiply(parameters.operators()[symbol], d, psr.guard().meanState());
            s = dot(parameters.normaliser(), next);
            if (!(s > Guard.VANISHING) || !divided(next, s)) {
                next = psr.guard().meanState();
            }
        }
        q = next;
    }

    void skip() {
        double[] next = new double[d];
        for (int o = 0; o < parameters.operators().length; o++) {
            if (psr.alphabet().end().orElse(-1) != o) {
                add(next, multiply(parameters.operators()[o], d, q));
            }
        }
        double s = dot(parameters.normaliser(), next);
        if (!(s > Guard.VANISHING) || !divided(next, s)) {
            repairs++;
            next = psr.guard().meanState();
        }
        q = next;
    }

    double[] scores(int ahead) {
        double[] x = q;
        for (int k = 1; k < ahead; k++) {
            double[] y = new double[d];
            for (double[] operator : parameters.operators()) {
                add(y, multiply(operator, d, x));
            }
            x = y;
        }
        double[] scores = new double[parameters.operators().length];
        for (int o = 0; o < scores.length; o++) {
            scores[o] = dot(parameters.normaliser(), multiply(parameters.operators()[o], d, x));
        }
        return scores;
    }

    double[] features() {
        return multiply(map, psr.features().count(), q);
    }

    private static double[] multiply(double[] a, int rows, double[] x) {
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < x.length; j++) {
                y[i] += a[i * x.length + j] * x[j];
            }
        }
        return y;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    private static void add(double[] to, double[] x) {
        for (int i = 0; i < x.length; i++) {
            to[i] += x[i];
        }
    }

    private static boolean divided(double[] x, double s) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            x[i] /= s;
            sum += Math.abs(x[i]);
        }
        return sum < Double.POSITIVE_INFINITY;
    }
}
