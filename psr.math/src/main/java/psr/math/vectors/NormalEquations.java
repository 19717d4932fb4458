package psr.math.vectors;

import java.util.Arrays;

import psr.math.Kernels;

/**
 * Sums of products for ridge regressions, collected row by row in bounded memory: G = Σ z zᵀ with z = (x, y), of which
 * the upper triangle is stored. Rows are gathered in blocks, so that a row of G is read once for many rows of data. Not
 * thread-safe.
 */
final class NormalEquations {

    /** A multiple of 5, the number of rows that the kernel adds at a time. A block of 1,000 features has 320 kB. */
    private static final int BLOCK = 40;

    /** The most features and targets together; the sums of so many have 800 MB. */
    private static final int MOST = 10_000;

    private final int features;
    private final int targets;
    private final int size;
    private final double[][] sums;
    private final double[][] block = new double[BLOCK][];
    private int pending;
    private long count;

    /**
     * No rows yet. features: length of x; targets: length of y.
     *
     * @throws IllegalArgumentException if there are too many
     */
    NormalEquations(int features, int targets) {
        this.features = features;
        this.targets = targets;
        size = size(features, targets);
        sums = new double[size][size];
    }

    /** Their sum, if there are not too many. */
    static int size(long features, long targets) {
        if (features + targets > MOST) {
            throw new IllegalArgumentException("a regression must have at most " + MOST + " features and targets; found "
                    + features + " and " + targets + "; use a smaller window, rank or horizon, or fewer channels");
        }
        return (int) (features + targets);
    }

    /** Where to put the next z = (x, y) before {@link #add()}; holds old values. */
    double[] row() {
        if (block[pending] == null) {
            block[pending] = new double[size];
        }
        return block[pending];
    }

    /** Adds the z in {@link #row}. */
    void add() {
        count++;
        if (++pending == BLOCK) {
            flush();
        }
    }

    /** Adds to Σ z_i z_j, where i ≤ j; to the other triangle, nothing. */
    void addTo(int i, int j, double value) {
        if (i <= j) {
            sums[i][j] += value;
        }
    }

    /** The number of rows. */
    long count() {
        return count;
    }

    int features() {
        return features;
    }

    private void flush() {
        for (int i = 0; i < size; i++) {
            double[] sum = sums[i];
            int r = 0;
            for (; r + 5 <= pending; r += 5) {
                addFrom(i, size, block[r][i], block[r], block[r + 1][i], block[r + 1], block[r + 2][i], block[r + 2],
                        block[r + 3][i], block[r + 3], block[r + 4][i], block[r + 4], sum);
            }
            for (; r < pending; r++) {
                addFrom(i, size, block[r][i], block[r], sum);
            }
        }
        pending = 0;
    }

    /** y ← y + α₀x₀ + … + α₄x₄, from index {@code from} to n − 1. */
    static void addFrom(int from, int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int j = from; j < n; j++) {
            y[j] += ((a0 * x0[j] + a1 * x1[j]) + (a2 * x2[j] + a3 * x3[j])) + a4 * x4[j];
        }
    }

    /** y ← y + αx, from index {@code from} to n − 1. */
    static void addFrom(int from, int n, double a, double[] x, double[] y) {
        for (int j = from; j < n; j++) {
            y[j] += a * x[j];
        }
    }

    /** Adds the sums of others, which have the same sizes. */
    void add(NormalEquations others) {
        flush();
        others.flush();
        for (int i = 0; i < size; i++) {
            addFrom(i, size, 1, others.sums[i], sums[i]);
        }
        count += others.count;
    }

    /** Σ z_i z_j; i and j count features first, then targets. */
    double sum(int i, int j) {
        flush();
        return i <= j ? sums[i][j] : sums[j][i];
    }

    /**
     * The coefficients of the ridge regression of y on x: one array for each feature, with one entry for each target. The
     * ridge is λ times the mean of the diagonal of Σ x xᵀ, so it does not depend on units or the number of rows.
     *
     * @param lambda λ, positive
     * @throws ArithmeticException if the equations have no solution
     */
    double[][] solve(double lambda) {
        flush();
        double trace = 0;
        for (int i = 0; i < features; i++) {
            trace += sums[i][i];
        }
        double[][] a = new double[features][];
        double[][] b = new double[features][targets];
        for (int i = 0; i < features; i++) {
            a[i] = Arrays.copyOf(sums[i], features);
            a[i][i] += lambda * trace / features;
            System.arraycopy(sums[i], features, b[i], 0, targets);
        }
        Cholesky.solve(a, b, targets);
        return b;
    }

    /**
     * The mean of (y − wᵀx)(y − wᵀx)ᵀ, targets×targets, row-major.
     *
     * @param w an array for each feature
     */
    double[] residualCovariance(double[][] w) {
        flush();
        // G_yy − G_yx W − Wᵀ G_xy + Wᵀ G_xx W
        double[][] gw = multiplyGram(w, features);
        double[][] s = new double[targets][targets];
        for (int i = 0; i < features; i++) {
            for (int b = 0; b < targets; b++) {
                gw[i][b] -= sums[i][features + b];
            }
            for (int a = 0; a < targets; a++) {
                Kernels.add(w[i][a], gw[i], targets, s[a]);
                Kernels.add(-sums[i][features + a], w[i], targets, s[a]);
            }
        }
        double[] flat = new double[targets * targets];
        for (int a = 0; a < targets; a++) {
            for (int b = 0; b < targets; b++) {
                flat[a * targets + b] = (s[a][b] + sum(features + a, features + b)) / count;
            }
        }
        return flat;
    }

    /** The first n rows and columns of Σ x xᵀ, times the first n rows of w. */
    double[][] multiplyGram(double[][] w, int n) {
        flush();
        int cols = w[0].length;
        double[][] product = new double[n][cols];
        for (int i = 0; i < n; i++) {
            Kernels.add(sums[i][i], w[i], cols, product[i]);
            for (int j = i + 1; j < n; j++) {
                Kernels.add(sums[i][j], w[j], cols, product[i]);
                Kernels.add(sums[i][j], w[i], cols, product[j]);
            }
        }
        return product;
    }
}
