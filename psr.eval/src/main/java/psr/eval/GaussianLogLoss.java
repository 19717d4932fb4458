package psr.eval;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;

/**
 * NLL: the mean over rows of the negative logarithm of the density of the observed values under a normal distribution with
 * the forecast's mean and covariance, in nats. A row with missing values counts with the marginal density of the others.
 */
@Component(service = Metric.class)
@PsrService(name = "nll", summary = "negative log-likelihood of vectors under the model's normal distribution, in nats",
        observations = Space.Kind.VECTORS)
public final class GaussianLogLoss extends ForecastMetric {

    public GaussianLogLoss() {
        super(Better.LOWER, "negative log-likelihood of a row, in nats", "");
    }

    @Override
    boolean needsCovariance() {
        return true;
    }

    @Override
    Accumulator sums(Scaling test) {
        return new LogDensities();
    }

    private static final class LogDensities implements Accumulator {

        private final Mean losses = new Mean();

        @Override
        public void add(double[] row, double[] mean, Optional<double[]> covariance) {
            if (covariance.isPresent()) {
                double loss = loss(row, mean, covariance.get());
                if (!Double.isNaN(loss)) {
                    losses.add(Math.min(loss, FeatureError.LARGEST));
                }
            }
        }

        @Override
        public double[] values() {
            return new double[] {losses.value()};
        }
    }

    /** −log N(row; mean, covariance) over the values that are present; NaN if none is. */
    static double loss(double[] row, double[] mean, double[] covariance) {
        int d = row.length;
        int[] present = new int[d];
        int n = 0;
        for (int c = 0; c < d; c++) {
            if (!Double.isNaN(row[c])) {
                present[n++] = c;
            }
        }
        if (n == 0) {
            return Double.NaN;
        }
        // Cholesky: covariance = L Lᵀ; then |L⁻¹ e|² and the sum of the logarithms of the diagonal.
        double[] factor = new double[n * n];
        double[] solved = new double[n];
        double loss = n * Math.log(2 * Math.PI) / 2;
        for (int a = 0; a < n; a++) {
            double residual = row[present[a]] - mean[present[a]];
            for (int b = 0; b <= a; b++) {
                double sum = covariance[present[a] * d + present[b]];
                for (int k = 0; k < b; k++) {
                    sum -= factor[a * n + k] * factor[b * n + k];
                }
                if (a == b) {
                    // A forecast that is certain of a direction has no density there; the tiniest variance stands for it.
                    factor[a * n + a] = Math.sqrt(Math.max(sum, Double.MIN_NORMAL));
                } else {
                    factor[a * n + b] = sum / factor[b * n + b];
                    residual -= factor[a * n + b] * solved[b];
                }
            }
            solved[a] = residual / factor[a * n + a];
            loss += solved[a] * solved[a] / 2 + Math.log(factor[a * n + a]);
        }
        return loss;
    }
}
