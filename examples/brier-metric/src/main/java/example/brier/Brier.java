package example.brier;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;

/**
 * Two measures of predicted probabilities. Accuracy: the Brier score (Brier 1950), the mean of Σ_o (p_o − [o occurred])²,
 * from 0 to 2. Calibration: the expected calibration error, |frequency with which the most probable symbol occurred − its
 * predicted probability|, averaged over bins of equal width by that probability.
 */
@Component
@PsrService(name = "brier", summary = "Brier score and calibration error of the next symbol", paper = "Brier 1950")
public final class Brier implements Metric<Brier.Settings> {

    public record Settings(
            @Option(value = "10", help = "number of bins of the calibration error", min = 1, max = 1000) int bins) {}

    private static final List<Measure> MEASURES = List.of(
            Measure.of("score", Measure.Better.LOWER, "mean squared distance from the observation, 0 to 2"),
            Measure.of("calibration", Measure.Better.LOWER, "expected calibration error of the most probable symbol"));

    @Override
    public List<Measure> measures(Settings settings) {
        return MEASURES;
    }

    @Override
    public Evaluation prepare(Dataset data, Settings settings) {
        return model -> new Sums(model.space().size(), settings.bins());
    }

    private static final class Sums implements Meter {

        private final double[] p;
        private long steps;
        private double squares;
        /** Per bin: the sum of the predicted probabilities, and how often the symbol occurred. */
        private final double[] said;
        private final long[] came;

        Sums(int symbols, int bins) {
            p = new double[symbols];
            said = new double[bins];
            came = new long[bins];
        }

        @Override
        public void step(Walk walk) {
            probabilities(walk.scores(1), p);
            int happened = walk.symbol(1);
            int best = 0;
            for (int o = 0; o < p.length; o++) {
                double miss = p[o] - (o == happened ? 1 : 0);
                squares += miss * miss;
                best = p[o] > p[best] ? o : best;
            }
            int bin = Math.min((int) (p[best] * said.length), said.length - 1);
            said[bin] += p[best];
            came[bin] += best == happened ? 1 : 0;
            steps++;
        }

        @Override
        public double[] values() {
            if (steps == 0) {
                return new double[] {Double.NaN, Double.NaN};
            }
            double error = 0;
            for (int bin = 0; bin < said.length; bin++) {
                error += Math.abs(came[bin] - said[bin]);
            }
            return new double[] {squares / steps, error / steps};
        }
    }

    /**
     * Raw scores may be negative and need not sum to one: negative ones become 0, then all are divided by the sum;
     * uniform if the sum is 0.
     */
    static void probabilities(double[] scores, double[] into) {
        double largest = 0;
        for (double score : scores) {
            largest = Math.max(largest, score);
        }
        double sum = 0;
        for (int o = 0; o < scores.length; o++) {
            // Divide by the largest first: a sum of huge scores must not overflow.
            into[o] = largest > 0 ? Math.max(0, scores[o]) / largest : 1;
            sum += into[o];
        }
        for (int o = 0; o < scores.length; o++) {
            into[o] /= sum;
        }
    }
}
