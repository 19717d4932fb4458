package psr.math.vectors;

import java.util.Arrays;

import psr.math.Kernels;

/**
 * A kernel Bayes filter (Hefny, Downey, Gordon 2015; HSE-PSR): q_{t+1} = M Nᵀ (N Nᵀ + λI)⁻¹ φ(y_t), where M and N, the
 * expected products of the next state and of φ(y_t) with φ(y_t), are linear in g(q_t, v_t). φ(y) = P (y, 1, rff(y)).
 * Unlike the paper: g = (x, 1, rff(x)), because states are projections of linear futures, and N is not inverted itself, because a linear estimate of it need not be positive. Immutable.
 */
public final class KernelBayesDynamics implements Dynamics {

    private final int rank;
    private final int width;
    private final int inputWidth;
    private final RandomFeatures features;
    private final RandomFeatures stateFeatures;
    private final double[][] projection;
    private final double[][] nextWeights;
    private final double[][] squareWeights;
    private final double ridge;
    private final double[] low;
    private final double[] high;

    /**
     * The arrays are not copied: do not modify them.
     *
     * @param rank r, the length of the state
     * @param width d, the length of a row
     * @param inputWidth m, the length of an input
     * @param features the random features of a row; null if there are none
     * @param stateFeatures the random features of (q, v); null if there are none
     * @param projection P: s arrays, one number for each of (y, 1, rff(y))
     * @param nextWeights of M, r s arrays: for each entry, row-major, its weights of g(q, v)
     * @param squareWeights of N, s s arrays
     * @param ridge λ, positive, relative to the mean of the diagonal of N Nᵀ
     * @param low the least value of each coordinate of the state
     * @param high the greatest value of each coordinate of the state
     */
    public KernelBayesDynamics(int rank, int width, int inputWidth, RandomFeatures features,
            RandomFeatures stateFeatures, double[][] projection, double[][] nextWeights, double[][] squareWeights, double ridge,
            double[] low, double[] high) {
        this.rank = rank;
        this.width = width;
        this.inputWidth = inputWidth;
        this.features = features;
        this.stateFeatures = stateFeatures;
        this.projection = projection;
        this.nextWeights = nextWeights;
        this.squareWeights = squareWeights;
        this.ridge = ridge;
        this.low = low;
        this.high = high;
    }

    /** The random features of a row; null if there are none. */
    public RandomFeatures features() {
        return features;
    }

    /** The random features of (q, v); null if there are none. */
    public RandomFeatures stateFeatures() {
        return stateFeatures;
    }

    /** P; do not modify it. */
    public double[][] projection() {
        return projection;
    }

    /** The weights of M; do not modify them. */
    public double[][] nextWeights() {
        return nextWeights;
    }

    /** The weights of N; do not modify them. */
    public double[][] squareWeights() {
        return squareWeights;
    }

    /** λ. */
    public double ridge() {
        return ridge;
    }

    /** The least value of each coordinate; do not modify it. */
    public double[] low() {
        return low;
    }

    /** The greatest value of each coordinate; do not modify it. */
    public double[] high() {
        return high;
    }

    /** The number of features of a row before the projection. */
    int count() {
        return width + 1 + (features == null ? 0 : features.count());
    }

    /** The number of features of (q, v). */
    int stateCount() {
        return rank + inputWidth + 1 + (stateFeatures == null ? 0 : stateFeatures.count());
    }

    /** work[3] ← g(q, v). */
    void state(double[] q, double[] v, double[][] work) {
        double[] x = work[3];
        System.arraycopy(q, 0, x, 0, rank);
        System.arraycopy(v, 0, x, rank, inputWidth);
        x[rank + inputWidth] = 1;
        if (stateFeatures != null) {
            stateFeatures.apply(x, work, work.length - RandomFeatures.WORK, x, rank + inputWidth + 1);
        }
    }

    @Override
    public int dimension() {
        return rank;
    }

    @Override
    public double[][] work() {
        int s = projection.length;
        double[][] work = new double[5 + 2 * s + RandomFeatures.WORK][];
        work[0] = new double[count()];
        System.arraycopy(RandomFeatures.work(features, stateFeatures), 0, work, 5 + 2 * s, RandomFeatures.WORK);
        work[2] = new double[s];
        work[3] = new double[stateCount()];
        work[4] = new double[s];
        for (int i = 0; i < s; i++) {
            work[5 + i] = new double[s];
            work[5 + s + i] = new double[s];
        }
        return work;
    }

    @Override
    public void begin(double[] v, double[] q) {
        Arrays.fill(q, 0, rank, 0);
    }

    /** work[2] ← φ(y). */
    void observe(double[] y, double[][] work) {
        double[] z = work[0];
        System.arraycopy(y, 0, z, 0, width);
        z[width] = 1;
        if (features != null) {
            features.apply(z, work, work.length - RandomFeatures.WORK, z, width + 1);
        }
        for (int k = 0; k < projection.length; k++) {
            work[2][k] = FixedSums.dot(z.length, projection[k], z);
        }
    }

    @Override
    public void step(double[] q, double[] y, double[] v, double[][] work, double[] next) {
        int s = projection.length;
        observe(y, work);
        double[] phi = work[2];
        state(q, v, work);
        double[] x = work[3];
        // N in rows 5 …, the upper triangle of N Nᵀ + λI in rows 5 + s …
        double trace = 0;
        for (int i = 0; i < s; i++) {
            for (int j = 0; j < s; j++) {
                work[5 + i][j] = FixedSums.dot(x.length, squareWeights[i * s + j], x);
            }
            for (int j = 0; j <= i; j++) {
                work[5 + s + j][i] = FixedSums.dot(s, work[5 + i], work[5 + j]);
            }
            trace += work[5 + s + i][i];
        }
        for (int i = 0; i < s; i++) {
            work[5 + s + i][i] += ridge * trace / s + Double.MIN_NORMAL;
        }
        solve(work, s, phi);
        // c = Nᵀ (N Nᵀ + λI)⁻¹ φ
        double[] c = work[4];
        Arrays.fill(c, 0);
        for (int i = 0; i < s; i++) {
            Kernels.add(phi[i], work[5 + i], s, c);
        }
        for (int k = 0; k < rank; k++) {
            double sum = 0;
            for (int j = 0; j < s; j++) {
                sum += c[j] * FixedSums.dot(x.length, nextWeights[k * s + j], x);
            }
            next[k] = Double.isNaN(sum) ? 0 : Math.max(low[k], Math.min(high[k], sum));
        }
    }

    /** φ ← A⁻¹ φ by Cholesky, where the upper triangle of A is in rows 5 + s …; overwritten. */
    private static void solve(double[][] work, int s, double[] phi) {
        int at = 5 + s;
        for (int i = 0; i < s; i++) {
            for (int k = 0; k < i; k++) {
                NormalEquations.addFrom(i, s, -work[at + k][i], work[at + k], work[at + i]);
                phi[i] -= work[at + k][i] * phi[k];
            }
            double pivot = Math.sqrt(Math.max(work[at + i][i], Double.MIN_NORMAL));
            for (int j = i; j < s; j++) {
                work[at + i][j] /= pivot;
            }
            phi[i] /= pivot;
        }
        for (int i = s - 1; i >= 0; i--) {
            for (int k = i + 1; k < s; k++) {
                phi[i] -= work[at + i][k] * phi[k];
            }
            phi[i] /= work[at + i][i];
        }
    }
}
