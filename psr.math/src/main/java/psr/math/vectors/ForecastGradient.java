package psr.math.vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import psr.math.Kernels;

/**
 * The gradient of the squared errors of forecasts with respect to the weights of a filter and its readouts, through a
 * window of filter steps. Parameters are Wᵀ, then R_kᵀ for each distance; they are modified by the owner between calls.
 * Not thread-safe.
 */
final class ForecastGradient {

    private final int rank;
    private final int width;
    private final int inputWidth;
    private final FeatureDynamics filter;
    private final int[] distances;
    private final Readout[] readouts;
    private final List<double[][]> parameters = new ArrayList<>();
    private final double[][] features;
    private final double[][] states;
    private final double[][] slopes;
    private final double[] y;
    private final double[] v;
    private final double[] gz;
    private final double[] gx;
    private final double[][] work;
    private final double[] z;
    private final double[] error;
    private final double[] weights;
    private final double[] squares;
    private final double[] counts;

    /**
     * For this model, whose weights are copied.
     *
     * @param distances how many rows ahead are judged
     * @param window the most steps through which an error is followed
     */
    ForecastGradient(FeatureDynamics filter, Readout[] readouts, int width, int inputWidth, int[] distances, int window) {
        this.width = width;
        this.inputWidth = inputWidth;
        this.distances = distances;
        rank = filter.dimension();
        double[][] w = copy(filter.weights());
        this.filter = filter.with(w);
        parameters.add(w);
        this.readouts = new Readout[distances.length];
        int most = filter.count();
        for (int k = 0; k < distances.length; k++) {
            Readout readout = readouts[distances[k] - 1];
            double[][] r = copy(readout.weights());
            this.readouts[k] = readout.with(r);
            parameters.add(r);
            most = Math.max(most, readout.count());
        }
        features = new double[window][filter.count()];
        states = new double[window + 1][rank];
        slopes = new double[window + 1][rank];
        y = new double[width];
        v = new double[inputWidth];
        gz = new double[most];
        gx = new double[most];
        z = new double[most];
        work = RandomFeatures
                .work(Stream.concat(Stream.of(filter.features()), Arrays.stream(this.readouts).map(Readout::features))
                        .toArray(RandomFeatures[]::new));
        error = new double[width];
        weights = new double[distances.length];
        Arrays.fill(weights, 1);
        squares = new double[distances.length];
        counts = new double[distances.length];
    }

    private static double[][] copy(double[][] a) {
        double[][] copy = new double[a.length][];
        Arrays.setAll(copy, i -> a[i].clone());
        return copy;
    }

    /** Wᵀ, then R_kᵀ for each distance. */
    List<double[][]> parameters() {
        return parameters;
    }

    /** Zeros of the sizes of the parameters, for sums of gradients. */
    double[][][] zeros() {
        double[][][] all = new double[parameters.size()][][];
        for (int k = 0; k < all.length; k++) {
            double[][] matrix = parameters.get(k);
            all[k] = new double[matrix.length][];
            for (int i = 0; i < matrix.length; i++) {
                all[k][i] = new double[matrix[i].length];
            }
        }
        return all;
    }

    /**
     * From now on each distance counts in inverse proportion to its mean squared error since the last call, so that the
     * gradient is that of the logarithm: far forecasts, whose errors are large, must not hide the near ones.
     */
    void balance() {
        for (int k = 0; k < weights.length; k++) {
            if (squares[k] > 0) {
                weights[k] = counts[k] / squares[k];
            }
            squares[k] = 0;
            counts[k] = 0;
        }
    }

    /** The filter with the present weights, which change. */
    FeatureDynamics filter() {
        return filter;
    }

    /**
     * Adds the gradient of the weighted sum of squared errors of all forecasts from rows from + 1 … to, of which the last depends on
     * the rows up to {@code to} − 1.
     *
     * @param q the state before row {@code from}; afterwards the state before row {@code to}
     * @param judged forecasts from rows before this one do not count
     * @param gradient added to; null if only the sum is wanted
     * @return the weighted sum of squared errors
     */
    double add(Rows data, int i, int from, int to, int judged, double[] q, double[][][] gradient) {
        int steps = to - from;
        System.arraycopy(q, 0, states[0], 0, rank);
        for (int s = 0; s < steps; s++) {
            copyRow(data, i, from + s);
            filter.features(states[s], y, v, features[s], work, 0);
            for (int k = 0; k < rank; k++) {
                double next = FixedSums.dot(filter.count(), filter.weights()[k], features[s]);
                states[s + 1][k] = Math.max(filter.low()[k], Math.min(filter.high()[k], next));
            }
        }
        double sum = 0;
        Arrays.fill(slopes[steps], 0);
        for (int s = steps; s > 0; s--) {
            if (from + s >= judged) {
                sum += judge(data, i, from + s, states[s], slopes[s], gradient);
            }
            Arrays.fill(slopes[s - 1], 0);
            if (gradient != null) {
                backward(s, gradient[0]);
            }
        }
        System.arraycopy(states[steps], 0, q, 0, rank);
        return sum;
    }

    private void copyRow(Rows data, int i, int t) {
        System.arraycopy(data.observations(i), t * width, y, 0, width);
        System.arraycopy(data.inputs(i), (t + 1) * inputWidth, v, 0, inputWidth);
    }

    /** Carries the gradient from state s to the weights and to state s − 1. */
    private void backward(int s, double[][] gradient) {
        int n = filter.count();
        Arrays.fill(gz, 0, n, 0);
        for (int k = 0; k < rank; k++) {
            // A clipped coordinate does not move.
            boolean free = states[s][k] > filter.low()[k] && states[s][k] < filter.high()[k];
            if (free && slopes[s][k] != 0) {
                Kernels.add(slopes[s][k], features[s - 1], n, gradient[k]);
                Kernels.add(slopes[s][k], filter.weights()[k], n, gz);
            }
        }
        Arrays.fill(gx, 0, filter.inputs(), 0);
        filter.backward(features[s - 1], gz, work[0], gx);
        System.arraycopy(gx, 0, slopes[s - 1], 0, rank);
    }

    private double judge(Rows data, int i, int t, double[] q, double[] slope, double[][][] gradient) {
        double sum = 0;
        for (int k = 0; k < distances.length; k++) {
            int ahead = distances[k];
            if (t + ahead > data.length(i)) {
                continue;
            }
            Readout readout = readouts[k];
            int n = readout.count();
            System.arraycopy(q, 0, z, 0, rank);
            if (inputWidth > 0) {
                System.arraycopy(data.inputs(i), (t + 1) * inputWidth, z, rank, (ahead - 1) * inputWidth);
            }
            readout.apply(z, work, error);
            Arrays.fill(gz, 0, n, 0);
            for (int c = 0; c < width; c++) {
                double off = error[c] - data.observations(i)[(t + ahead - 1) * width + c];
                double slopeOff = 2 * weights[k] * off;
                sum += weights[k] * off * off;
                squares[k] += off * off;
                counts[k]++;
                if (gradient != null) {
                    Kernels.add(slopeOff, z, n, gradient[k + 1][c]);
                    Kernels.add(slopeOff, readout.weights()[c], n, gz);
                }
            }
            if (gradient != null) {
                Arrays.fill(gx, 0, readout.inputs(), 0);
                Kernels.add(1, gz, readout.inputs(), gx);
                if (readout.features() != null) {
                    readout.features().backward(z, gz, readout.inputs() + 1, work[0], gx);
                }
                Kernels.add(1, gx, rank, slope);
            }
        }
        return sum;
    }
}
