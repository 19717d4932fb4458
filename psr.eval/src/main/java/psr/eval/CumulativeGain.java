package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;

/**
 * The measure of the competition SPiCe, the normalized discounted cumulative gain: Σ_k P(o_k)/log₂(k+1) over the symbols
 * o_1, o_2, … with the highest scores, divided by the largest possible value, where P is the true probability. Of equal
 * scores the smaller symbol comes first.
 *
 * <p>The value is the mean over all steps. If the true model predicts only the symbols after some prefixes, as for a
 * problem of the competition, it is the mean over the last steps of the sequences: short prefixes begin many others, and
 * each counts once, as in the competition.
 */
@Component(service = Metric.class)
@PsrService(name = "ndcg", summary = "discounted gain of the likeliest symbols against the true model",
        paper = "Balle, Eyraud, Luque, Quattoni, Verwer 2016")
public final class CumulativeGain extends FixedMetric<CumulativeGain.Settings> {

    public record Settings(
            @Option(value = "5", min = 1, max = 1000, help = "number of symbols that count; 5 in the competition") int top) {}

    public CumulativeGain() {
        super(Measure.of("gain", Better.HIGHER, "normalized discounted cumulative gain; 1 is the order of the true model"));
    }

    @Override
    public Evaluation prepare(Dataset data, Settings settings) {
        Model truth = data.trueModel().orElseThrow(() -> new IllegalArgumentException(
                "ndcg needs the true model; the data set has none"));
        int n = data.training().space().size();
        return model -> new GainMeter(truth, n, Math.min(n, settings.top));
    }

    private static final class GainMeter implements Meter {

        private final SymbolFilter truth;
        private final double[] known;
        private final double[] left;
        private final int top;
        private final Mean all = new Mean();
        private final Mean last = new Mean();
        private boolean partial;

        GainMeter(Model truth, int n, int top) {
            this.truth = SymbolFilter.of(truth);
            this.top = top;
            known = new double[n];
            left = new double[n];
        }

        @Override
        public void step(Walk walk) {
            if (walk.t() == 0) {
                truth.reset();
            }
            truth.scores(1, known);
            double ideal = gain(known);
            if (ideal > 0) {
                double gain = gain(walk.scores(1)) / ideal;
                all.add(gain);
                if (walk.left() == 1) {
                    last.add(gain);
                }
            } else {
                partial = true;
            }
            truth.update(walk.symbol(1));
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
