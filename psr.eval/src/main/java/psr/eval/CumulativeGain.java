package psr.eval;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure.Better;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/**
 * The measure of the competition SPiCe, the normalised discounted cumulative gain: Σ_k P(o_k)/log₂(k+1) over the symbols
 * o_1, o_2, … that the model holds likeliest, divided by the most that can be had, with P the truth. Of equal scores the
 * smaller symbol comes first.
 *
 * <p>The mean over all steps. Where the true model knows what follows some prefixes and nothing else, as that of a problem
 * of the competition does, the mean over the last steps of the sequences: short prefixes begin many others, and each
 * counts once, as the competition has it.
 */
@Component
@PsrService(name = "ndcg", summary = "discounted gain of the likeliest symbols against the true model",
        paper = "Balle, Eyraud, Luque, Quattoni, Verwer 2016")
public final class CumulativeGain implements Metric<CumulativeGain.Settings> {

    private static final List<Measure> MEASURES = List.of(
            Measure.of("gain", Better.HIGHER, "normalised discounted cumulative gain; 1 is the order of the true model"));

    /** What may be chosen. */
    public record Settings(
            @Option(value = "5", min = 1, max = 1000, help = "how many symbols count; the competition asked for 5") int top) {}

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public List<Measure> measures(Settings settings) {
        return MEASURES;
    }

    @Override
    public Evaluation prepare(EvaluationContext context, Settings settings) {
        Model truth = context.trueModel().orElseThrow(() -> new IllegalArgumentException(
                "ndcg needs a model that knows what follows; the data set has none"));
        int n = context.training().alphabet().size();
        return model -> new GainMeter(truth, n, Math.min(n, settings.top));
    }

    private static final class GainMeter implements Meter {

        private final Filter truth;
        private final double[] known;
        private final double[] left;
        private final int top;
        private final Mean all = new Mean();
        private final Mean last = new Mean();
        private boolean partial;
        private int[] sequence;
        private int end;

        GainMeter(Model truth, int n, int top) {
            this.truth = truth.filter();
            this.top = top;
            known = new double[n];
            left = new double[n];
        }

        @Override
        public void start(int[] symbols, int length) {
            sequence = symbols;
            end = length - 1;
            truth.reset();
        }

        @Override
        public void step(int t, Filter filter, double[] scores) {
            truth.scores(1, known);
            double ideal = gain(known);
            if (ideal > 0) {
                double gain = gain(scores) / ideal;
                all.add(gain);
                if (t == end) {
                    last.add(gain);
                }
            } else {
                partial = true;
            }
            truth.update(sequence[t]);
        }

        /** The gain of the symbols with the largest scores. */
        private double gain(double[] scores) {
            System.arraycopy(scores, 0, left, 0, left.length);
            double gain = 0;
            for (int k = 0; k < top; k++) {
                int best = 0;
                for (int o = 1; o < left.length; o++) {
                    if (left[o] > left[best]) {
                        best = o;
                    }
                }
                gain += known[best] * Math.log(2) / Math.log(k + 2);
                left[best] = Double.NEGATIVE_INFINITY;
            }
            return gain;
        }

        @Override
        public double[] values() {
            return new double[] {(partial ? last : all).value()};
        }
    }
}
