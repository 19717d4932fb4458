package psr.math.vectors;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.math.Columns;
import psr.math.Kernels;

/**
 * Random Fourier features of a Gaussian kernel (Rahimi, Recht 2007): cos(Vx)/√D and sin(Vx)/√D, with D Gaussian rows in V.
 * Always used beside x and 1, because they lose the linear part. Immutable and thread-safe.
 */
public final class RandomFeatures {

    private final int inputs;
    private final int frequencies;
    /** V by columns: v[i][j] is what x_i contributes to the jth angle. */
    private final double[][] v;

    /**
     * These frequencies.
     *
     * @param v one array for each entry of x, with one number for each frequency
     */
    public RandomFeatures(double[][] v) {
        inputs = v.length;
        frequencies = inputs == 0 ? 0 : v[0].length;
        this.v = v;
    }

    /**
     * Draws V.
     *
     * @param inputs the length of x
     * @param frequencies D, the number of rows of V; there are 2 D features
     * @param deviation s, the width of the kernel, positive
     */
    public static RandomFeatures draw(int inputs, int frequencies, double deviation, RandomGenerator random) {
        double[][] v = new double[inputs][frequencies];
        for (int j = 0; j < frequencies; j++) {
            for (int i = 0; i < inputs; i++) {
                v[i][j] = random.nextGaussian() / deviation;
            }
        }
        return new RandomFeatures(v);
    }

    /** The number of features, 2 D. */
    public int count() {
        return 2 * frequencies;
    }

    /** The length of x. */
    public int inputs() {
        return inputs;
    }

    /** V by columns; do not modify it. */
    public double[][] frequencies() {
        return v;
    }

    /** How many arrays of {@link #work} there are. */
    static final int WORK = 4;

    /** New work space for {@link #apply}. */
    double[][] work() {
        return new double[WORK][frequencies];
    }

    /** Work space that is large enough for each of these features, which may be null. */
    static double[][] work(RandomFeatures... all) {
        int most = 0;
        for (RandomFeatures features : all) {
            most = Math.max(most, features == null ? 0 : features.frequencies);
        }
        return new double[WORK][most];
    }

    /**
     * z[at…] ← the features of x: the cosines, then the sines.
     *
     * @param x not modified
     * @param work its arrays from index {@code first} are overwritten
     */
    void apply(double[] x, double[][] work, int first, double[] z, int at) {
        double[] cosines = work[first + 2];
        double[] sines = work[first + 3];
        angles(x, work[first]);
        SineCosine.of(frequencies, work[first], work[first + 1], cosines, sines);
        double factor = 1 / Math.sqrt(frequencies);
        Kernels.scale(factor, frequencies, cosines);
        Kernels.scale(factor, frequencies, sines);
        System.arraycopy(cosines, 0, z, at, frequencies);
        System.arraycopy(sines, 0, z, at + frequencies, frequencies);
    }

    private void angles(double[] x, double[] angles) {
        Arrays.fill(angles, 0, frequencies, 0);
        int i = 0;
        for (; i + 5 <= inputs; i += 5) {
            Columns.add5(frequencies, x[i], v[i], x[i + 1], v[i + 1], x[i + 2], v[i + 2], x[i + 3], v[i + 3], x[i + 4],
                    v[i + 4], angles);
        }
        for (; i < inputs; i++) {
            Kernels.add(x[i], v[i], frequencies, angles);
        }
    }

    /**
     * gx ← gx + the gradient with respect to x, given that with respect to the features.
     *
     * @param z the features of x, from index {@code at}
     * @param gz the gradient with respect to z, from index {@code at}
     * @param work overwritten
     */
    void backward(double[] z, double[] gz, int at, double[] work, double[] gx) {
        for (int j = 0; j < frequencies; j++) {
            work[j] = z[at + j] * gz[at + frequencies + j] - z[at + frequencies + j] * gz[at + j];
        }
        for (int i = 0; i < inputs; i++) {
            gx[i] += Columns.dot(frequencies, v[i], work);
        }
    }

    /** The most points that {@link #medianDistance} compares, each with {@link #PARTNERS} others. */
    private static final int POINTS = 1_000;
    private static final int PARTNERS = 20;

    /**
     * The median distance between points, a usual width of a kernel.
     *
     * @param points a row for each point
     * @param dimension how many entries of each row count
     * @return 1 if fewer than two points differ
     */
    static double medianDistance(double[][] points, int dimension) {
        int n = Math.min(POINTS, points.length);
        double[] distances = new double[n * PARTNERS];
        int count = 0;
        for (int i = 0; i < n; i++) {
            double[] x = points[(int) ((long) i * points.length / n)];
            for (int k = 1; k <= PARTNERS; k++) {
                // 389 is prime, so that partners are far apart in time and differ for each k
                double[] y = points[(int) ((i + k * 389L) % n * points.length / n)];
                double sum = 0;
                for (int j = 0; j < dimension; j++) {
                    double off = x[j] - y[j];
                    sum += off * off;
                }
                if (sum > 0) {
                    distances[count++] = Math.sqrt(sum);
                }
            }
        }
        Arrays.sort(distances, 0, count);
        return count == 0 ? 1 : distances[count / 2];
    }
}
