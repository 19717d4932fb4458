package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Space;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.PsrService;

/** R²: one minus the mean squared error relative to the variance of the test data, averaged over the channels. */
@Component(service = Metric.class)
@PsrService(name = "r2", summary = "share of the variance that forecasts of vectors explain", observations = Space.Kind.VECTORS)
public final class ExplainedVariance extends ForecastMetric {

    public ExplainedVariance() {
        super(Better.HIGHER, "share of the variance explained%s", "");
    }

    @Override
    Accumulator sums(Scaling test) {
        return new ForecastErrors(true, test).map(value -> 1 - value).last();
    }
}
