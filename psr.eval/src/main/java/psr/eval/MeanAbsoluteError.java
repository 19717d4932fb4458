package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;

/** MAE: the mean absolute error of a forecast, and the same divided by the deviation of each channel in the test data. */
@Component(service = Metric.class)
@PsrService(name = "mae", summary = "mean absolute error of forecasts of vectors", observations = Space.Kind.VECTORS)
public final class MeanAbsoluteError extends ForecastMetric {

    public MeanAbsoluteError() {
        super(Better.LOWER, "mean absolute error%s", "", "relative");
    }

    @Override
    Accumulator sums(Scaling test) {
        return new ForecastErrors(false, test);
    }
}
