package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.model.Filter;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;

/**
 * Counts of invalid probabilities. The scores of a linear PSR may be negative or not sum to one; this metric shows it.
 */
@Component(service = Metric.class)
@PsrService(name = "health",
        summary = "invalid probabilities: negative scores, replaced states, distance of the sum of scores from one")
public final class InvalidProbabilities extends FixedMetric<NoSettings> {

    /** The sum of scores without bounds: finite even if ten million steps are summed. */
    private static final double LARGEST = 1e300;

    public InvalidProbabilities() {
        super(Measure.of("negative", Better.LOWER, "fraction of all scores, from operators, that are below zero"),
                Measure.of("repairs", Better.LOWER, "how often the filter had to replace its state"),
                Measure.of("sum-error", Better.LOWER, "mean distance of the sum of the scores, from operators, from one"));
    }

    @Override
    public Evaluation prepare(Dataset data, NoSettings settings) {
        return model -> new InvalidProbabilitiesMeter();
    }

    private static final class InvalidProbabilitiesMeter implements Meter {

        private final Mean negative = new Mean();
        private final Mean sumError = new Mean();
        private Filter walker;
        private long repairsBefore;
        private long repairs;

        @Override
        public void step(Walk walk) {
            Filter filter = walk.filter();
            double[] scores = walk.scores(1);
            if (filter != walker) {
                // One filter processes all sequences and counts its repairs; only the increase belongs to this data set.
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

        /** Called at the end, so that the update by the last symbol is counted too. */
        private long repairs() {
            return walker == null ? repairs : repairs + walker.repairs() - repairsBefore;
        }

        @Override
        public double[] values() {
            // NaN means that there was nothing to measure: without steps there are no repairs, as for the means.
            return new double[] {negative.value(), walker == null ? Double.NaN : repairs(), sumError.value()};
        }
    }
}
