package psr.eval;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;
import psr.math.Gaussian;

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
        for (double value : row) {
            if (!Double.isNaN(value)) {
                return -Gaussian.logDensity(row, mean, covariance);
            }
        }
        return Double.NaN;
    }
}
