package psr.eval;

import java.util.Arrays;

import org.osgi.service.component.annotations.Component;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.math.LogLoss;

/**
 * The measure of the competition PAutomaC: 2^(−Σ P(x) log₂ Q(x)) over the test strings, where P, the truth, and Q, the
 * model's probabilities of whole strings, are each divided by their sum over the test strings. The gap is the difference
 * to the same with P for Q. Strings are scored in logarithms.
 */
@Component(service = Metric.class)
@PsrService(name = "pautomac", summary = "perplexity of the test strings against their true probabilities",
        paper = "Verwer, Eyraud, de la Higuera 2014")
public final class TargetPerplexity extends FixedMetric<NoSettings> {

    public TargetPerplexity() {
        super(Measure.of("gap", Better.LOWER, "difference of the perplexity to that of the true model"),
                Measure.of("perplexity", Better.LOWER, "2 to the power of the cross entropy of the test strings"),
                Measure.of("target", Better.NEITHER, "the perplexity of the true model"));
    }

    @Override
    public Evaluation prepare(Dataset data, NoSettings settings) {
        double[] truth = data.trueProbabilities().orElseThrow(() -> new IllegalArgumentException(
                "pautomac needs the true probabilities of the test strings; the data set has none"));
        double sum = Arrays.stream(truth).sum();
        if (!(sum > 0)) {
            throw new IllegalArgumentException("the true probabilities of the test strings must have a sum above 0; it is "
                    + sum + " (pautomac)");
        }
        double[] shares = Arrays.stream(truth).map(p -> p / sum).toArray();
        double target = perplexity(shares, Arrays.stream(truth).map(p -> Math.log(Math.max(p, Double.MIN_NORMAL))).toArray());
        return model -> new StringMeter(shares, target);
    }

    /** exp(−Σ P log Q), where Q are the exponentials of the logarithms, divided by their sum. */
    static double perplexity(double[] shares, double[] logarithms) {
        double largest = Arrays.stream(logarithms).max().orElse(0);
        double sum = 0;
        for (double logarithm : logarithms) {
            sum += Math.exp(logarithm - largest);
        }
        double entropy = 0;
        for (int i = 0; i < shares.length; i++) {
            entropy -= shares[i] * (logarithms[i] - largest - Math.log(sum));
        }
        return Math.min(Math.exp(entropy), Double.MAX_VALUE);
    }

    private static final class StringMeter implements Meter {

        private final double[] shares;
        private final double target;
        private final double[] logarithm;
        private int reached;

        StringMeter(double[] shares, double target) {
            this.shares = shares;
            this.target = target;
            logarithm = new double[shares.length];
        }

        @Override
        public void step(Walk walk) {
            reached = walk.sequence() + 1;
            logarithm[walk.sequence()] -= LogLoss.ABSOLUTE.of(walk.scores(1), walk.symbol(1));
        }

        @Override
        public double[] values() {
            if (reached < logarithm.length) {
                return new double[] {Double.NaN, Double.NaN, target};
            }
            double perplexity = perplexity(shares, logarithm);
            return new double[] {perplexity - target, perplexity, target};
        }
    }
}
