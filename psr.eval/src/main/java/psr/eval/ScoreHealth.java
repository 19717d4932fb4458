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

/**
 * How far a model's scores are from being probabilities. A linear PSR may leave the simplex: that is shown, not hidden.
 */
@Component
@PsrService(name = "health", summary = "negative scores, repaired states, and how far scores are from summing to one")
public final class ScoreHealth implements Metric<NoSettings> {

    /** What a sum of scores beyond all bounds counts for: finite even when ten million steps are added up. */
    private static final double LARGEST = 1e300;

    private static final List<Measure> MEASURES = List.of(
            Measure.of("negative", Better.LOWER, "share of all scores, by operators, that are below zero"),
            Measure.of("repairs", Better.LOWER, "how often the filter had to replace its state"),
            Measure.of("sum-error", Better.LOWER, "mean distance from one of the sum of the scores, by operators"));

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
        return model -> new ScoreHealthMeter();
    }

    private static final class ScoreHealthMeter implements Meter {

        private final Mean negative = new Mean();
        private final Mean sumError = new Mean();
        private Filter walker;
        private long repairsBefore;
        private long repairs;

        @Override
        public void start(int[] sequence, int length) {}

        @Override
        public void step(int t, Filter filter, double[] scores) {
            if (filter != walker) {
                // One filter walks along all sequences and counts its repairs; only the increase is of this walk.
                repairs = repairs();
                walker = filter;
                repairsBefore = filter.repairs();
            }
            double sum = 0;
            int below = 0;
            for (double p : scores) {
                below += p < 0 ? 1 : 0;
                sum += p;
            }
            negative.add(below, scores.length);
            double error = Math.abs(1 - sum);
            sumError.add(error < LARGEST ? error : LARGEST);
        }

        /** Asked at the end, so that the update by the last symbol is counted too. */
        private long repairs() {
            return walker == null ? repairs : repairs + walker.repairs() - repairsBefore;
        }

        @Override
        public double[] values() {
            // NaN is a meter's word for nothing to measure: no step, no repairs, as the means say of themselves.
            return new double[] {negative.value(), walker == null ? Double.NaN : repairs(), sumError.value()};
        }
    }
}
