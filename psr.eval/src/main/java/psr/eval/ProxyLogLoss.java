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

/**
 * PNLL, the proxy negative log-likelihood: the mean over all steps of the negative log of the observed symbol's score,
 * after a repair that makes the scores a distribution.
 *
 * <p>Unlike the paper, which normalizes by the sum over all sequences of the same length (20^10 terms on the ring):
 * each step is normalized by itself.
 */
@Component(service = Metric.class)
@PsrService(name = "pnll", summary = "proxy negative log-likelihood per step, in nats",
        paper = "Jiang, Kulesza, Singh 2016")
public final class ProxyLogLoss extends FixedMetric<NoSettings> {

    public ProxyLogLoss() {
        super(Measure.of("operators", Better.LOWER, "scores from operators, repaired to |p| + 1e-10"),
                Measure.of("features", Better.LOWER, "scores from expected features, repaired to |p| + 1e-10"),
                Measure.of("operators-clipped", Better.LOWER, "scores from operators, repaired to max(p, 0) + 1e-4"),
                Measure.of("features-clipped", Better.LOWER, "scores from expected features, repaired to max(p, 0) + 1e-4"));
    }

    @Override
    public Evaluation prepare(Dataset data, NoSettings settings) {
        return model -> new MeanLosses(LogLoss.ABSOLUTE::of, LogLoss.CLIPPED::of);
    }
}
