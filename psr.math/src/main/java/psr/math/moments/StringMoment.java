package psr.math.moments;

import psr.math.Kernels;
import psr.math.linear.LinearMap;
import psr.math.linear.SparseMatrix;

/**
 * The mean of ψ hᵀ, D×D_h. Immutable and thread-safe.
 *
 * If a string occurs, so do its prefixes in ψ and its suffixes in h. So only the pairs of the longest strings are stored,
 * a third or a quarter of all entries; multiplication derives the others.
 */
public final class StringMoment implements LinearMap {

    /** Entry f, h: the fraction of the windows whose longest future is f and whose longest history is h. */
    private final SparseMatrix longest;
    /** The future without its last symbol, which has a smaller number; −1 for those of one symbol. */
    private final int[] prefix;
    /** The history without its oldest symbol, which has a smaller number; −1 for those of one symbol. */
    private final int[] suffix;

    StringMoment(SparseMatrix longest, int[] prefix, int[] suffix) {
        this.longest = longest;
        this.prefix = prefix;
        this.suffix = suffix;
    }

    @Override
    public int rows() {
        return longest.rows();
    }

    @Override
    public int cols() {
        return longest.cols();
    }

    @Override
    public double[][] multiply(double[][] x, int k) {
        return addToShorter(longest.multiply(withShorter(x, suffix, k), k), prefix, k);
    }

    @Override
    public double[][] multiplyTransposed(double[][] x, int k) {
        return addToShorter(longest.multiplyTransposed(withShorter(x, prefix, k), k), suffix, k);
    }

    /** Adds to every row the rows of its shorter strings: new arrays. */
    static double[][] withShorter(double[][] x, int[] shorter, int k) {
        double[][] sums = new double[x.length][];
        for (int i = 0; i < x.length; i++) {
            sums[i] = x[i].clone();
            if (shorter[i] >= 0) {
                Kernels.add(1, sums[shorter[i]], k, sums[i]);
            }
        }
        return sums;
    }

    /** Adds every row to the rows of its shorter strings. y: overwritten. */
    private static double[][] addToShorter(double[][] y, int[] shorter, int k) {
        for (int i = y.length - 1; i >= 0; i--) {
            if (shorter[i] >= 0) {
                Kernels.add(1, y[i], k, y[shorter[i]]);
            }
        }
        return y;
    }

    /** Uᵀ M X, k×k, row-major, where U and X have their rows {@link #withShorter}. */
    double[] between(double[][] u, double[][] x, int k) {
        return longest.between(u, x, k);
    }

    /** Adds all pairs of the longest strings to a sum. */
    void addTo(SparseMatrix.Builder sum) {
        longest.forEach(sum::add);
    }

    @Override
    public double[] toDense() {
        double[] dense = new double[Math.multiplyExact(rows(), cols())];
        longest.forEach((f, h, v) -> {
            for (int i = f; i >= 0; i = prefix[i]) {
                for (int j = h; j >= 0; j = suffix[j]) {
                    dense[i * cols() + j] += v;
                }
            }
        });
        return dense;
    }

    @Override
    public String toString() {
        return longest.toString();
    }
}
