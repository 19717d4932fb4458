package psr.eval;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;

/** How often the observed values are within the central 50 and 90 % intervals of the model's normal distribution. */
@Component(service = Metric.class)
@PsrService(name = "coverage", summary = "how often values are within the 50 and 90 % intervals of the forecast",
        observations = Space.Kind.VECTORS)
public final class IntervalCoverage extends ForecastMetric {

    /** Quantiles of the standard normal distribution at .75 and .95. */
    private static final double[] BOUNDS = {.674489750196082, 1.6448536269514722};

    public IntervalCoverage() {
        super(Better.NEITHER, "share of values within the interval that should hold this percentage%s", "50", "90");
    }

    @Override
    boolean needsCovariance() {
        return true;
    }

    @Override
    Accumulator sums(Scaling test) {
        return new Hits();
    }

    private static final class Hits implements Accumulator {

        private final Mean[] hits = {new Mean(), new Mean()};

        @Override
        public void add(double[] row, double[] mean, Optional<double[]> covariance) {
            if (covariance.isEmpty()) {
                return;
            }
            for (int c = 0; c < row.length; c++) {
                if (!Double.isNaN(row[c])) {
                    double deviation = Math.sqrt(covariance.get()[c * row.length + c]);
                    for (int b = 0; b < BOUNDS.length; b++) {
                        hits[b].add(Math.abs(row[c] - mean[c]) <= BOUNDS[b] * deviation ? 1 : 0);
                    }
                }
            }
        }

        @Override
        public double[] values() {
            return new double[] {hits[0].value(), hits[1].value()};
        }
    }
}
