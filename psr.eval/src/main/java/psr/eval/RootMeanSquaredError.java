package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;

/** RMSE: the square root of the mean squared error. */
@Component(service = Metric.class)
@PsrService(name = "rmse", summary = "root of the mean squared error of forecasts of vectors", observations = Space.Kind.VECTORS)
public final class RootMeanSquaredError extends ForecastMetric {

    public RootMeanSquaredError() {
        super(Better.LOWER, "root of the mean squared error%s", "", "relative");
    }

    @Override
    Accumulator sums(Scaling test) {
        return new ForecastErrors(true, test).map(Math::sqrt);
    }
}
