package psr.spectral.vectors;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.osgi.service.component.annotations.Component;

import psr.api.model.Model;
import psr.api.report.Inspector;
import psr.api.store.StorableModel;
import psr.api.store.StoredModel;
import psr.math.channels.ForecastModel;
import psr.math.channels.ForecastTensors;
import psr.math.linear.Eigenvalues;
import psr.math.vectors.FeatureDynamics;
import psr.math.vectors.KalmanModel;
import psr.math.vectors.ReadoutModel;
import psr.math.vectors.RowModel;

/**
 * Describes the states of models of rows: their size, how forecasts are computed and, for linear models, the memory of the
 * filter: the largest eigenvalue of a filter step is the fraction of the past that remains after one row.
 */
@Component
public final class StateSpectrum implements Inspector {

    private static final int SHOWN = 8;

    @Override
    public List<String> inspect(Model model) {
        if (!(model instanceof StorableModel storable)) {
            return List.of();
        }
        StoredModel stored = storable.stored();
        if (!List.of(ForecastTensors.READOUTS, ForecastTensors.KALMAN).contains(stored.kind())) {
            return List.of();
        }
        RowModel rows = model instanceof ForecastModel known ? known.rows() : ForecastTensors.restore(stored).rows();
        if (rows instanceof KalmanModel kalman) {
            return List.of("state: " + kalman.linear().n() + " numbers and their covariance; Kalman filter",
                    spectrum("a step without an observation", kalman.linear().a(), kalman.linear().n()));
        }
        ReadoutModel readouts = (ReadoutModel) rows;
        int r = readouts.dynamics().dimension();
        String state = "state: " + r + " numbers, filter " + stored.word("filter") + "; forecasts up to " + readouts.horizon()
                + " rows ahead are read from the state" + rolled(readouts) + ", further ones are rolled out";
        if (readouts.dynamics() instanceof FeatureDynamics filter && filter.features() == null) {
            double[] step = new double[r * r];
            for (int i = 0; i < r; i++) {
                System.arraycopy(filter.weights()[i], 0, step, i * r, r);
            }
            return List.of(state, spectrum("the filter", step, r));
        }
        return List.of(state);
    }

    private static String rolled(ReadoutModel model) {
        String all = IntStream.range(0, model.horizon()).filter(k -> model.rolled()[k]).mapToObj(k -> Integer.toString(k + 1))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : ", but " + all + " rows ahead rolled out";
    }

    private static String spectrum(String what, double[] matrix, int n) {
        double[] moduli = Eigenvalues.of(matrix, n).moduli();
        return "spectrum: " + what + " has eigenvalues of modulus " + IntStream.range(0, Math.min(SHOWN, n))
                .mapToObj(i -> String.format(Locale.ROOT, "%.4g", moduli[i])).collect(Collectors.joining(", "))
                + (n > SHOWN ? ", …" : "");
    }
}
