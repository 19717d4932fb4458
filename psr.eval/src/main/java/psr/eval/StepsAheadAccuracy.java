package psr.eval;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;

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
    public List<Measure> measures(Settings settings) {
        return List.of(Measure.of(Integer.toString(settings.ahead), Better.HIGHER,
                "accuracy " + settings.ahead + " steps ahead, from operators; of equal scores the lowest symbol"));
    }

    @Override
    public Evaluation prepare(Dataset data, Settings settings) {
        return model -> new StepsAheadMeter(settings.ahead);
    }

    private static final class StepsAheadMeter implements Meter {

        private final int ahead;
        private final Mean hits = new Mean();

        StepsAheadMeter(int ahead) {
            this.ahead = ahead;
        }

        @Override
        public void step(Walk walk) {
            if (ahead <= walk.left()) {
                hits.add(FeatureScores.best(walk.scores(ahead), walk.symbol(ahead)) ? 1 : 0);
            }
        }

        @Override
        public double[] values() {
            return new double[] {hits.value()};
        }
    }
}
