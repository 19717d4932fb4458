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

    /** Adding and subtracting this constant rounds numbers up to 2⁵¹ to integers. */
    private static final double ROUNDING = 0x1.8p52;

    /** x: n angles, which are overwritten; c ← their cosines, s ← their sines; r is overwritten. Four different arrays. */
    static void of(int n, double[] x, double[] r, double[] c, double[] s) {
        // Short loops over whole arrays, because the JIT compiler vectorizes only those.
        reduce(n, x, r);
        sines(n, r, s);
        versines(n, r, c);
        doubled(n, s, c);
    }

    /** r ← a quarter of the angle, reduced to −π … π. Angles too large to be reduced still give numbers in this range. */
    private static void reduce(int n, double[] x, double[] r) {
        for (int j = 0; j < n; j++) {
            double turns = (x[j] * (1 / (2 * Math.PI)) + ROUNDING) - ROUNDING;
            r[j] = .25 * Math.max(-Math.PI, Math.min(Math.PI, (x[j] - turns * TWO_PI_HIGH) - turns * TWO_PI_LOW));
        }
    }

    /** s ← sin r by Taylor's series, |r| ≤ π/4. */
    private static void sines(int n, double[] r, double[] s) {
        for (int j = 0; j < n; j++) {
            double q = r[j] * r[j];
            s[j] = r[j] * (1 + q * (-1 / 6.0 + q * (1 / 120.0 + q * (-1 / 5040.0 + q * (1 / 362880.0
                    + q * (-1 / 39916800.0 + q * (1 / 6227020800.0 + q * (-1 / 1307674368000.0))))))));
        }
    }

    /** v ← 1 − cos r. */
    private static void versines(int n, double[] r, double[] v) {
        for (int j = 0; j < n; j++) {
            double q = r[j] * r[j];
            v[j] = q * (.5 + q * (-1 / 24.0 + q * (1 / 720.0 + q * (-1 / 40320.0 + q * (1 / 3628800.0
                    + q * (-1 / 479001600.0 + q * (1 / 87178291200.0)))))));
        }
    }

    /** Doubles the angle twice: s ← sin 4r, v ← cos 4r, given sin r and 1 − cos r. */
    private static void doubled(int n, double[] s, double[] v) {
        for (int j = 0; j < n; j++) {
            double s2 = 2 * s[j] * (1 - v[j]);
            double v2 = 2 * s[j] * s[j];
            v[j] = 1 - 2 * s2 * s2;
            s[j] = 2 * s2 * (1 - v2);
        }
    }
}
