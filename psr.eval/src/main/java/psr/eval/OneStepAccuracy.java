package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;

/** OSPA, one-step prediction accuracy: the fraction of steps whose symbol had the highest score. */
@Component(service = Metric.class)
@PsrService(name = "ospa", summary = "one-step prediction accuracy: how often the most probable symbol occurred",
        paper = "Downey, Hefny, Gordon 2017")
public final class OneStepAccuracy extends FixedMetric<NoSettings> {

    public OneStepAccuracy() {
        super(Measure.of("operators", Better.HIGHER, "scores from operators; of equal scores the lowest symbol"),
                Measure.of("features", Better.HIGHER, "scores from expected features; of equal scores the lowest symbol"));
    }

    @Override
    public Evaluation prepare(Dataset data, NoSettings settings) {
        return model -> new MeanLosses((scores, symbol) -> FeatureScores.best(scores, symbol) ? 1 : 0);
    }
}
