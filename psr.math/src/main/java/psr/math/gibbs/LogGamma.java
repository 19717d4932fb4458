package psr.math.gibbs;

/** The logarithm of the gamma function, for positive arguments. */
final class LogGamma {

    /** Stirling's series has twelve digits from here on. */
    private static final double LARGE = 10;

    /** Up to this count a product is faster than two series. */
    private static final int SHORT = 6;

    private static final double HALF_LOG_TWO_PI = .5 * Math.log(2 * Math.PI);

    private LogGamma() {}

    /** log Γ(x), x above 0. */
    static double of(double x) {
        double shift = 1;
        double y = x;
        while (y < LARGE) {
            shift *= y++;
        }
        double r = 1 / y;
        double square = r * r;
        double series = r * (1. / 12 - square * (1. / 360 - square * (1. / 1260 - square * (1. / 1680 - square / 1188))));
        return (y - .5) * Math.log(y) - y + HALF_LOG_TWO_PI + series - Math.log(shift);
    }

    /** log Γ(x + n) − log Γ(x), x above 0, n at least 0. */
    static double rising(double x, int n) {
        if (n == 0) {
            return 0;
        }
        if (n > SHORT) {
            return of(x + n) - of(x);
        }
        double product = 1;
        for (int k = 0; k < n; k++) {
            product *= x + k;
        }
        return Math.log(product);
    }
}
