package psr.eval;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.model.Filter;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.math.LogLoss;

/** The log loss of {@link ProxyLogLoss} in the units of language modeling: its exponential, and bits. */
@Component
@PsrService(name = "perplexity", summary = "exponential of the log loss per step, and bits per symbol")
public final class Perplexity implements Metric<NoSettings> {

    private static final List<Measure> MEASURES = List.of(
            Measure.of("operators", Better.LOWER, "exp of pnll.operators: as hard as a uniform choice among this many symbols"),
            Measure.of("features", Better.LOWER, "exp of pnll.features"),
            Measure.of("operators-bits", Better.LOWER, "pnll.operators in bits per symbol"),
            Measure.of("features-bits", Better.LOWER, "pnll.features in bits per symbol"));

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
        return model -> new PerplexityMeter();
    }

    private static final class PerplexityMeter implements Meter {

        private final Meter losses = new MeanLosses(LogLoss.ABSOLUTE::of);

        @Override
        public void start(int[] sequence, int length) {
            losses.start(sequence, length);
        }

        @Override
        public void step(int t, Filter filter, double[] scores) {
            losses.step(t, filter, scores);
        }

        @Override
        public double[] values() {
            double[] nats = losses.values();
            return new double[] {exp(nats[0]), exp(nats[1]), nats[0] / Math.log(2), nats[1] / Math.log(2)};
        }

        /** e^nats; the largest double for a loss beyond 709 nats, because a metric is finite. */
        private static double exp(double nats) {
            return Math.min(Math.exp(nats), Double.MAX_VALUE);
        }
    }
}
