package psr.math.channels;

import psr.api.data.Channels;
import psr.api.data.Space;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.math.vectors.ConstantModel;
import psr.math.vectors.KalmanModel;
import psr.math.vectors.LastModel;
import psr.math.vectors.LinearGaussian;
import psr.math.vectors.ReadoutModel;
import psr.math.vectors.RowModel;
import psr.math.vectors.Standardization;

/** Converts models of rows to arrays and back, by kind. */
public final class ForecastTensors {

    /** A state with readouts, see {@link ReadoutTensors}. */
    public static final String READOUTS = "readouts";

    /** A linear Gaussian model. */
    public static final String KALMAN = "kalman";

    /** The last row, or the row one season before. */
    public static final String LAST = "last-row";

    /** The mean row. */
    public static final String MEAN = "mean-row";

    private ForecastTensors() {}

    /** The arrays of a model. */
    static StoredModel stored(ForecastModel model) {
        RowModel rows = model.rows();
        if (rows instanceof ReadoutModel readouts) {
            StoredModel.Builder into = builder(READOUTS, model);
            scale(readouts.scale(), into);
            ReadoutTensors.store(readouts, into);
            return into.build();
        }
        if (rows instanceof KalmanModel kalman) {
            StoredModel.Builder into = builder(KALMAN, model);
            scale(kalman.scale(), into);
            store(kalman.linear(), into);
            return into.build();
        }
        if (rows instanceof LastModel last) {
            return builder(LAST, model).tensor("lag", Tensor.vector(last.lag())).tensor("mean", Tensor.vector(last.mean()))
                    .tensor("variances", Tensor.matrix(last.variances(), last.width())).build();
        }
        if (rows instanceof ConstantModel constant) {
            return builder(MEAN, model).tensor("mean", Tensor.vector(constant.mean()))
                    .tensor("variance", Tensor.vector(constant.variance())).build();
        }
        throw new IllegalArgumentException("a model of rows can be stored if its class is known; found "
                + rows.getClass().getName());
    }

    private static StoredModel.Builder builder(String kind, ForecastModel model) {
        StoredModel.Builder builder = StoredModel.builder(kind, model.space());
        model.inputs().ifPresent(builder::inputs);
        return builder;
    }

    /**
     * Restores a model of any of these kinds.
     *
     * @throws IllegalArgumentException if the arrays do not make a valid model
     */
    public static ForecastModel restore(StoredModel stored) {
        Channels channels = channels(stored.space());
        Channels inputs = stored.inputs().map(ForecastTensors::channels).orElse(null);
        StoredArrays arrays = new StoredArrays(stored);
        int d = channels.size();
        int m = inputs == null ? 0 : inputs.size();
        RowModel rows = switch (stored.kind()) {
            case READOUTS -> ReadoutTensors.restore(arrays, scale(arrays, d, m));
            case KALMAN -> new KalmanModel(scale(arrays, d, m), linear(arrays, d, m));
            case LAST -> last(arrays, d, m);
            case MEAN -> new ConstantModel(m, arrays.numbers("mean", d), arrays.notNegative("variance", d));
            default -> throw new IllegalArgumentException("a model of rows must be of kind " + READOUTS + ", " + KALMAN + ", "
                    + LAST + " or " + MEAN + "; found '" + stored.kind() + "'");
        };
        return new ForecastModel(channels, inputs, rows);
    }

    private static Channels channels(Space space) {
        if (space instanceof Channels channels) {
            return channels;
        }
        throw new IllegalArgumentException("a model of rows must have channels; found " + space);
    }

    private static LastModel last(StoredArrays arrays, int d, int m) {
        int lag = arrays.count("lag");
        double[][] variances = arrays.rows("variances", d);
        for (double[] each : variances) {
            StoredArrays.requireNotNegative("variances", each);
        }
        if (variances.length == 0) {
            throw new IllegalArgumentException("variances must have at least one row; it has none");
        }
        return new LastModel(m, lag, arrays.numbers("mean", d), variances);
    }

    private static void scale(Standardization scale, StoredModel.Builder into) {
        into.tensor("observation-mean", Tensor.vector(scale.mean()));
        into.tensor("observation-deviation", Tensor.vector(scale.deviation()));
        if (scale.inputMean().length > 0) {
            into.tensor("input-mean", Tensor.vector(scale.inputMean()));
            into.tensor("input-deviation", Tensor.vector(scale.inputDeviation()));
        }
        into.tensor("limit", Tensor.vector(scale.limit()));
    }

    private static Standardization scale(StoredArrays arrays, int d, int m) {
        return new Standardization(arrays.numbers("observation-mean", d), arrays.positive("observation-deviation", d),
                m == 0 ? new double[0] : arrays.numbers("input-mean", m),
                m == 0 ? new double[0] : arrays.positive("input-deviation", m), arrays.positive("limit", 1)[0]);
    }

    private static void store(LinearGaussian model, StoredModel.Builder into) {
        int n = model.n();
        int m = model.m();
        int d = model.d();
        into.tensor("transition", Tensor.of(model.a(), n, n));
        into.tensor("output", Tensor.of(model.c(), d, n));
        if (m > 0) {
            into.tensor("input-transition", Tensor.of(model.b(), n, m));
            into.tensor("input-output", Tensor.of(model.e(), d, m));
        }
        into.tensor("state-noise", Tensor.of(model.q(), n, n));
        into.tensor("output-noise", Tensor.vector(model.r()));
        into.tensor("initial", Tensor.vector(model.first()));
        into.tensor("initial-covariance", Tensor.of(model.firstCovariance(), n, n));
    }

    private static LinearGaussian linear(StoredArrays arrays, int d, int m) {
        double[] first = arrays.numbers("initial", -1);
        int n = first.length;
        return new LinearGaussian(n, m, d, arrays.matrix("transition", n, n),
                m == 0 ? new double[0] : arrays.matrix("input-transition", n, m), arrays.matrix("output", d, n),
                m == 0 ? new double[0] : arrays.matrix("input-output", d, m), arrays.matrix("state-noise", n, n),
                arrays.positive("output-noise", d), first, arrays.matrix("initial-covariance", n, n));
    }
}
