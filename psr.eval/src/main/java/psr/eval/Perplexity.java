package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.math.LogLoss;

/** The log loss of {@link ProxyLogLoss} in the units of language modeling: its exponential, and bits. */
@Component(service = Metric.class)
@PsrService(name = "perplexity", summary = "exponential of the log loss per step, and bits per symbol")
public final class Perplexity extends FixedMetric<NoSettings> {

    public Perplexity() {
        super(Measure.of("operators", Better.LOWER,
                "exp of pnll.operators: as hard as a uniform choice among this many symbols"),
                Measure.of("features", Better.LOWER, "exp of pnll.features"),
                Measure.of("operators-bits", Better.LOWER, "pnll.operators in bits per symbol"),
                Measure.of("features-bits", Better.LOWER, "pnll.features in bits per symbol"));
    }

    @Override
    public Evaluation prepare(Dataset data, NoSettings settings) {
        return model -> new MeanLosses(LogLoss.ABSOLUTE::of) {

            @Override
            public double[] values() {
                double[] nats = super.values();
                return new double[] {exp(nats[0]), exp(nats[1]), nats[0] / Math.log(2), nats[1] / Math.log(2)};
            }
        };
    }

    /** e^nats; the largest double for a loss beyond 709 nats, because a metric is finite. */
    private static double exp(double nats) {
        return Math.min(Math.exp(nats), Double.MAX_VALUE);
    }
}
