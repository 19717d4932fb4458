package psr.math;

/**
 * Sums of a few outer products, 20×20, stored by columns. The compiler knows the sizes: four take 37 ns a product instead
 * of 43. JDK 17 vectorizes these loops, but not those of six products.
 */
final class UsualOuter {

    private static final int USUAL = Columns.USUAL;

    private UsualOuter() {}

    /** A ← x₀y₀ᵀ + … + x₂y₂ᵀ. */
    static void set(double[] x0, double[] x1, double[] x2, double[] y0, double[] y1, double[] y2, double[][] a) {
        for (int j = 0; j < USUAL; j++) {
            double c0 = y0[j];
            double c1 = y1[j];
            double c2 = y2[j];
            double[] column = a[j];
            for (int i = 0; i < USUAL; i++) {
                column[i] = (c0 * x0[i] + c1 * x1[i]) + c2 * x2[i];
            }
        }
    }

    /** A ← A + x₀y₀ᵀ + … + x₂y₂ᵀ. */
    static void add(double[] x0, double[] x1, double[] x2, double[] y0, double[] y1, double[] y2, double[][] a) {
        for (int j = 0; j < USUAL; j++) {
            double c0 = y0[j];
            double c1 = y1[j];
            double c2 = y2[j];
            double[] column = a[j];
            for (int i = 0; i < USUAL; i++) {
                column[i] += (c0 * x0[i] + c1 * x1[i]) + c2 * x2[i];
            }
        }
    }

    /** A ← x₀y₀ᵀ + … + x₃y₃ᵀ. */
    static void set(double[] x0, double[] x1, double[] x2, double[] x3, double[] y0, double[] y1, double[] y2,
            double[] y3, double[][] a) {
        for (int j = 0; j < USUAL; j++) {
            double c0 = y0[j];
            double c1 = y1[j];
            double c2 = y2[j];
            double c3 = y3[j];
            double[] column = a[j];
            for (int i = 0; i < USUAL; i++) {
                column[i] = (c0 * x0[i] + c1 * x1[i]) + (c2 * x2[i] + c3 * x3[i]);
            }
        }
    }

    /** A ← A + x₀y₀ᵀ + … + x₃y₃ᵀ. */
    static void add(double[] x0, double[] x1, double[] x2, double[] x3, double[] y0, double[] y1, double[] y2,
            double[] y3, double[][] a) {
        for (int j = 0; j < USUAL; j++) {
            double c0 = y0[j];
            double c1 = y1[j];
            double c2 = y2[j];
            double c3 = y3[j];
            double[] column = a[j];
            for (int i = 0; i < USUAL; i++) {
                column[i] += (c0 * x0[i] + c1 * x1[i]) + (c2 * x2[i] + c3 * x3[i]);
            }
        }
    }

    /** A ← x₀y₀ᵀ + … + x₄y₄ᵀ. */
    static void set(double[] x0, double[] x1, double[] x2, double[] x3, double[] x4, double[] y0, double[] y1,
            double[] y2, double[] y3, double[] y4, double[][] a) {
        for (int j = 0; j < USUAL; j++) {
            double c0 = y0[j];
            double c1 = y1[j];
            double c2 = y2[j];
            double c3 = y3[j];
            double c4 = y4[j];
            double[] column = a[j];
            for (int i = 0; i < USUAL; i++) {
                column[i] = ((c0 * x0[i] + c1 * x1[i]) + (c2 * x2[i] + c3 * x3[i])) + c4 * x4[i];
            }
        }
    }

    /** A ← A + x₀y₀ᵀ + … + x₄y₄ᵀ. */
    static void add(double[] x0, double[] x1, double[] x2, double[] x3, double[] x4, double[] y0, double[] y1,
            double[] y2, double[] y3, double[] y4, double[][] a) {
        for (int j = 0; j < USUAL; j++) {
            double c0 = y0[j];
            double c1 = y1[j];
            double c2 = y2[j];
            double c3 = y3[j];
            double c4 = y4[j];
            double[] column = a[j];
            for (int i = 0; i < USUAL; i++) {
                column[i] += ((c0 * x0[i] + c1 * x1[i]) + (c2 * x2[i] + c3 * x3[i])) + c4 * x4[i];
            }
        }
    }
}
