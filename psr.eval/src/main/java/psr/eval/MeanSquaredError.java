package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;

/** MSE: the mean squared error of a forecast, and the same divided by the variance of each channel in the test data. */
@Component(service = Metric.class)
@PsrService(name = "mse", summary = "mean squared error of forecasts of vectors", observations = Space.Kind.VECTORS)
public final class MeanSquaredError extends ForecastMetric {

    public MeanSquaredError() {
        super(Better.LOWER, "mean squared error%s", "", "relative");
    }

    @Override
    Accumulator sums(Scaling test) {
        return new ForecastErrors(true, test);
    }
}
