package psr.math.vectors;

/**
 * Sines and cosines of many angles, without branches, so that the JIT compiler vectorizes them. Within 4e-15 of Math.sin
 * and Math.cos for angles up to 1e5; never outside of −1 … 1 by more than that for any finite angle.
 */
final class SineCosine {

    /** 2π in two parts, of which the first has 33 bits, so that its product with a whole number below 2²⁰ is exact. */
    private static final double TWO_PI_HIGH = Double.longBitsToDouble(Double.doubleToLongBits(2 * Math.PI) & -1L << 21);
    private static final double TWO_PI_LOW = 2 * Math.PI - TWO_PI_HIGH + 2.4492935982947064e-16;

    private SineCosine() {}

    /** work: n angles, then n cosines, then n sines, which are overwritten. */
    static void of(int n, double[] work) {
        for (int j = 0; j < n; j++) {
            double x = work[j];
            double turns = Math.rint(x * (1 / (2 * Math.PI)));
            double r = (x - turns * TWO_PI_HIGH) - turns * TWO_PI_LOW;
            // Angles too large to be reduced still give numbers between −1 and 1.
            r = .25 * Math.max(-Math.PI, Math.min(Math.PI, r));
            double q = r * r;
            // Taylor's series for |r| ≤ π/4, then two doublings of the angle
            double s = r * (1 + q * (-1 / 6.0 + q * (1 / 120.0 + q * (-1 / 5040.0 + q * (1 / 362880.0
                    + q * (-1 / 39916800.0 + q * (1 / 6227020800.0 + q * (-1 / 1307674368000.0))))))));
            // 1 − cos r
            double v = q * (.5 + q * (-1 / 24.0 + q * (1 / 720.0 + q * (-1 / 40320.0 + q * (1 / 3628800.0
                    + q * (-1 / 479001600.0 + q * (1 / 87178291200.0)))))));
            double s2 = 2 * s * (1 - v);
            double v2 = 2 * s * s;
            work[n + j] = 1 - 2 * s2 * s2;
            work[2 * n + j] = 2 * s2 * (1 - v2);
        }
    }
}
