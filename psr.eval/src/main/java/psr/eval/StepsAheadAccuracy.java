package psr.eval;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Metric;
import psr.api.model.Filter;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/**
 * The fraction of steps t where the symbol at t+k−1 had the highest score, predicted from before t, among the steps for
 * which the sequence is long enough. The scores are those from operators. k=1 is {@code ospa.operators}.
 */
@Component
@PsrService(name = "accuracy", summary = "how often the most probable symbol occurred, several steps ahead",
        paper = "Downey, Hefny, Gordon 2017")
public final class StepsAheadAccuracy implements Metric<StepsAheadAccuracy.Settings> {

    public record Settings(
            @Option(value = "2", help = "number of steps ahead; 1 is the next symbol", min = 1) int ahead) {}

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public List<Measure> measures(Settings settings) {
        return List.of(Measure.of(Integer.toString(settings.ahead), Better.HIGHER,
                "accuracy " + settings.ahead + " steps ahead, from operators; of equal scores the lowest symbol"));
    }

    @Override
    public Evaluation prepare(EvaluationContext context, Settings settings) {
        return model -> new StepsAheadMeter(settings.ahead);
    }

    private static final class StepsAheadMeter extends SequenceMeter {

        private final int ahead;
        private final Mean hits = new Mean();
        private double[] distant = new double[0];

        StepsAheadMeter(int ahead) {
            this.ahead = ahead;
        }

        @Override
        public void step(int t, Filter filter, double[] scores) {
            if (ahead > length - t) {
                return;
            }
            double[] seen = scores;
            if (ahead > 1) {
                if (distant.length != scores.length) {
                    distant = new double[scores.length];
                }
                filter.scores(ahead, distant);
                seen = distant;
            }
            hits.add(FeatureScores.best(seen, sequence[t + ahead - 1]) ? 1 : 0);
        }

        @Override
        public double[] values() {
            return new double[] {hits.value()};
        }
    }
}
