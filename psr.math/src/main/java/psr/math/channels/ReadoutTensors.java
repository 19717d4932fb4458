package psr.math.channels;

import java.util.Arrays;

import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.math.vectors.Dynamics;
import psr.math.vectors.FeatureDynamics;
import psr.math.vectors.KernelBayesDynamics;
import psr.math.vectors.RandomFeatures;
import psr.math.vectors.Readout;
import psr.math.vectors.ReadoutModel;
import psr.math.vectors.Reservoir;
import psr.math.vectors.Standardization;
import psr.math.vectors.WindowDynamics;

/** Converts models with a state and readouts to arrays and back. The word {@code filter} is the kind of their filter. */
final class ReadoutTensors {

    private static final String FILTER = "filter";
    private static final String REGRESSION = "regression";
    private static final String KERNEL_BAYES = "kernel-bayes";
    private static final String WINDOW = "window";
    private static final String RESERVOIR = "reservoir";
    private static final String LOW = "low";
    private static final String HIGH = "high";

    private ReadoutTensors() {}

    static void store(ReadoutModel model, StoredModel.Builder into) {
        Dynamics dynamics = model.dynamics();
        if (dynamics instanceof FeatureDynamics regression) {
            into.word(FILTER, REGRESSION);
            into.tensor("filter-weights", matrix(regression.weights()));
            frequencies("filter-frequencies", regression.features(), into);
            into.tensor("carried", Tensor.vector(regression.carried()));
            into.tensor(LOW, Tensor.vector(regression.low()));
            into.tensor(HIGH, Tensor.vector(regression.high()));
        } else if (dynamics instanceof KernelBayesDynamics bayes) {
            into.word(FILTER, KERNEL_BAYES);
            frequencies("row-frequencies", bayes.features(), into);
            frequencies("state-frequencies", bayes.stateFeatures(), into);
            into.tensor("projection", matrix(bayes.projection()));
            into.tensor("next-weights", matrix(bayes.nextWeights()));
            into.tensor("square-weights", matrix(bayes.squareWeights()));
            into.tensor("conditioning", Tensor.vector(bayes.ridge()));
            into.tensor(LOW, Tensor.vector(bayes.low()));
            into.tensor(HIGH, Tensor.vector(bayes.high()));
        } else if (dynamics instanceof WindowDynamics window) {
            into.word(FILTER, WINDOW);
            into.tensor("past", Tensor.vector(window.past()));
        } else if (dynamics instanceof Reservoir reservoir) {
            into.word(FILTER, RESERVOIR);
            into.tensor("leak", Tensor.vector(reservoir.leak()));
            into.tensor("sources", matrix(Arrays.stream(reservoir.sources())
                    .map(row -> Arrays.stream(row).asDoubleStream().toArray()).toArray(double[][]::new)));
            into.tensor("strengths", matrix(reservoir.strengths()));
            into.tensor("reservoir-inputs", matrix(reservoir.inputs()));
        } else {
            throw new IllegalArgumentException("a model can be stored if its filter is known; found "
                    + dynamics.getClass().getName());
        }
        Readout[] readouts = model.readouts();
        boolean shared = shared(readouts);
        if (shared) {
            frequencies("readout-frequencies", readouts[0].features(), into);
        }
        for (int k = 0; k < readouts.length; k++) {
            if (!shared) {
                frequencies("readout-frequencies-" + (k + 1), readouts[k].features(), into);
            }
            into.tensor("readout-" + (k + 1), matrix(readouts[k].weights()));
        }
        double[] rolled = new double[readouts.length];
        Arrays.setAll(rolled, k -> model.rolled()[k] ? 1 : 0);
        into.tensor("rolled", Tensor.vector(rolled));
        int d = model.width();
        double[] covariances = new double[readouts.length * d * d];
        for (int k = 0; k < readouts.length; k++) {
            System.arraycopy(model.covariances()[k], 0, covariances, k * d * d, d * d);
        }
        into.tensor("covariances", Tensor.of(covariances, readouts.length, d * d));
    }

    /** Whether all readouts have the same random features. */
    private static boolean shared(Readout[] readouts) {
        return Arrays.stream(readouts).allMatch(readout -> readout.features() == readouts[0].features());
    }

    private static Tensor matrix(double[][] rows) {
        return Tensor.matrix(rows, rows.length == 0 ? 0 : rows[0].length);
    }

    private static void frequencies(String name, RandomFeatures features, StoredModel.Builder into) {
        if (features != null) {
            into.tensor(name, matrix(features.frequencies()));
        }
    }

    static ReadoutModel restore(StoredArrays arrays, Standardization scale) {
        int d = scale.mean().length;
        int m = scale.inputMean().length;
        Dynamics dynamics = switch (arrays.word(FILTER)) {
            case REGRESSION -> regression(arrays, d, m);
            case KERNEL_BAYES -> bayes(arrays, d, m);
            case WINDOW -> new WindowDynamics(arrays.count("past"), d, m);
            case RESERVOIR -> reservoir(arrays, d, m);
            default -> throw new IllegalArgumentException("filter must be " + REGRESSION + ", " + KERNEL_BAYES + ", " + WINDOW
                    + " or " + RESERVOIR + "; found '" + arrays.word(FILTER) + "'");
        };
        double[] rolled = arrays.numbers("rolled", -1);
        int horizon = rolled.length;
        boolean[] choice = new boolean[horizon];
        for (int k = 0; k < horizon; k++) {
            choice[k] = rolled[k] != 0;
        }
        int r = dynamics.dimension();
        Readout[] readouts = new Readout[horizon];
        RandomFeatures shared = arrays.has("readout-frequencies") ? features("readout-frequencies", r, arrays) : null;
        for (int k = 0; k < horizon; k++) {
            int n = r + k * m;
            String name = "readout-frequencies-" + (k + 1);
            RandomFeatures features = arrays.has(name) ? features(name, n, arrays) : shared;
            if (features != null && features.inputs() != n) {
                throw new IllegalArgumentException("'" + name + "' must have " + n + " rows; found " + features.inputs());
            }
            readouts[k] = new Readout(n, features, arrays.rows("readout-" + (k + 1), d, columns(n, features)));
        }
        double[][] covariances = arrays.rows("covariances", horizon, d * d);
        for (double[] covariance : covariances) {
            for (int c = 0; c < d; c++) {
                StoredArrays.requireNotNegative("covariances", new double[] {covariance[c * d + c]});
            }
        }
        return new ReadoutModel(scale, dynamics, readouts, choice, covariances);
    }

    /** The number of features of n numbers. */
    private static int columns(int n, RandomFeatures features) {
        return n + 1 + (features == null ? 0 : features.count());
    }

    private static RandomFeatures features(String name, int inputs, StoredArrays arrays) {
        double[][] frequencies = arrays.rows(name, -1);
        if (frequencies.length != inputs || inputs == 0) {
            throw new IllegalArgumentException("'" + name + "' must have " + inputs + " rows; found " + frequencies.length);
        }
        return new RandomFeatures(frequencies);
    }

    private static RandomFeatures optional(String name, int inputs, StoredArrays arrays) {
        return arrays.has(name) ? features(name, inputs, arrays) : null;
    }

    private static FeatureDynamics regression(StoredArrays arrays, int d, int m) {
        double[] low = arrays.numbers(LOW, -1);
        int r = low.length;
        double carried = arrays.numbers("carried", 1)[0];
        if (carried != 0 && carried != m || carried > r) {
            throw new IllegalArgumentException("'carried' must be 0 or the number of inputs, " + m + "; found " + carried);
        }
        RandomFeatures features = optional("filter-frequencies", r + d + m, arrays);
        return new FeatureDynamics(r, d, m, (int) carried, features,
                arrays.rows("filter-weights", r, columns(r + d + m, features)), low, high(arrays, low));
    }

    private static double[] high(StoredArrays arrays, double[] low) {
        double[] high = arrays.numbers(HIGH, low.length);
        for (int k = 0; k < high.length; k++) {
            if (!(low[k] <= high[k])) {
                throw new IllegalArgumentException("'" + LOW + "' must be at most '" + HIGH + "'; found " + low[k] + " and "
                        + high[k]);
            }
        }
        return high;
    }

    private static KernelBayesDynamics bayes(StoredArrays arrays, int d, int m) {
        double[] low = arrays.numbers(LOW, -1);
        int r = low.length;
        RandomFeatures rows = optional("row-frequencies", d, arrays);
        RandomFeatures states = optional("state-frequencies", r + m, arrays);
        double[][] projection = arrays.rows("projection", columns(d, rows));
        int s = projection.length;
        if (s == 0) {
            throw new IllegalArgumentException("'projection' must have at least one row; it has none");
        }
        int n = columns(r + m, states);
        return new KernelBayesDynamics(r, d, m, rows, states, projection, arrays.rows("next-weights", r * s, n),
                arrays.rows("square-weights", s * s, n), arrays.positive("conditioning", 1)[0], low, high(arrays, low));
    }

    private static Reservoir reservoir(StoredArrays arrays, int d, int m) {
        double[][] inputs = arrays.rows("reservoir-inputs", d + m + 1);
        int units = inputs.length;
        double[][] strengths = arrays.rows("strengths", -1);
        int connections = strengths.length == 0 ? 0 : strengths[0].length;
        if (units == 0 || strengths.length != units) {
            throw new IllegalArgumentException("'strengths' and 'reservoir-inputs' must have the same number of rows, at least"
                    + " 1; found " + strengths.length + " and " + units);
        }
        int[][] sources = arrays.integers("sources", units, connections);
        for (int[] row : sources) {
            for (int source : row) {
                if (source < 0 || source >= units) {
                    throw new IllegalArgumentException("'sources' must be units 0 to " + (units - 1) + "; found " + source);
                }
            }
        }
        return new Reservoir(d, m, arrays.positive("leak", 1)[0], sources, strengths, inputs);
    }
}
