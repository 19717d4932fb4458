package psr.eval;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.math.LogLoss;

/**
 * PNLL, the proxy negative log-likelihood: the mean over all steps of the negative log of the score that the observed
 * symbol had, after a repair that makes the scores a distribution.
 *
 * <p>Unlike the paper, which normalises by the sum over all sequences of the same length (20^10 terms on the ring):
 * each step is normalised by itself.
 */
@Component
@PsrService(name = "pnll", summary = "proxy negative log-likelihood per step, in nats",
        paper = "Jiang, Kulesza, Singh 2016")
public final class ProxyLogLoss implements Metric<NoSettings> {

    private static final List<Measure> MEASURES = List.of(
            Measure.of("operators", Better.LOWER, "scores by operators, repaired to |p| + 1e-10"),
            Measure.of("features", Better.LOWER, "scores by expected features, repaired to |p| + 1e-10"),
            Measure.of("operators-clipped", Better.LOWER, "scores by operators, repaired to max(p, 0) + 1e-4"),
            Measure.of("features-clipped", Better.LOWER, "scores by expected features, repaired to max(p, 0) + 1e-4"));

    @Override
    public Class<NoSettings> settings() {
        return NoSettings.class;
    }

    @Override
    public List<Measure> measures(NoSettings settings) {
        return MEASURES;
    }

    @Override
    public Evaluation prepare(EvaluationContext context, NoSettings settings) {
        return model -> new TwoReadouts(LogLoss.ABSOLUTE::of, LogLoss.CLIPPED::of);
    }
}
