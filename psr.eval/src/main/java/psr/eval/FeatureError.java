package psr.eval;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.linear.Features;
import psr.api.model.SymbolFilter;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;

/**
 * L2SE, the squared error of the predicted features of the future: ½‖ψ_t − U q̂_t‖² over the steps with a complete ψ_t.
 *
 * <p>The first step of a sequence does not count: the paper's loss, by which it defines L2SE, sums ½‖ψ_{t+1} − q̂_{t+1}‖²
 * from t = 1, that is, over states after filtering. The golden numbers of the ring confirm this: its true model has .8297
 * without the first steps, .8432 with them.
 *
 * <p>The features are the strings of the training data, whatever the model's own features are. A string of the test data
 * that did not occur in training has no prediction and counts as one unit of unexplained mass, so ‖ψ‖² is always the
 * largest length. {@link Expectations} describes how a model's expectations are computed.
 *
 * <p>A few states can dominate the mean, and so its log: compare it with the 99th percentile.
 */
@Component(service = Metric.class)
@PsrService(name = "l2se",
        summary = "squared error of the predicted features: mean, median, log of mean, 99th percentile",
        paper = "Downey, Hefny, Gordon 2017")
public final class FeatureError extends FixedMetric<FeatureError.Settings> {

    /** The error of a state without bounds: finite even if ten million steps are summed. */
    static final double LARGEST = 1e300;

    public record Settings(
            @Option(value = "2", help = "length of the longest feature strings", min = 1, max = 8) int length) {}

    public FeatureError() {
        super(Measure.of("mean", Better.LOWER, "mean over all steps but the first of a sequence"),
                Measure.of("median", Better.LOWER, "half of the steps are below"),
                Measure.of("log-mean", Better.LOWER, "natural logarithm of the mean"),
                Measure.of("p99", Better.LOWER, "99 of 100 steps are below"));
    }

    @Override
    public Evaluation prepare(Dataset data, Settings settings) {
        Features features = Features.seenIn(data.training().as(Symbols.class), settings.length);
        return model -> {
            if (!model.space().equals(features.alphabet())) {
                throw new IllegalArgumentException("the model must be over the alphabet of the training data ("
                        + features.alphabet() + "); found " + model.space() + " (l2se)");
            }
            return new FeatureErrorMeter(features, Expectations.of(model, features), data.test().as(Symbols.class));
        };
    }

    private static final class FeatureErrorMeter implements Meter {

        private final Features features;
        private final Expectations expectations;
        private final Symbols test;
        private final int[] sequence;
        private int length;
        private final int[] window;
        private final Percentiles errors = new Percentiles();

        FeatureErrorMeter(Features features, Expectations expectations, Symbols test) {
            this.features = features;
            this.expectations = expectations;
            this.test = test;
            sequence = new int[test.longest()];
            window = new int[features.longest()];
        }

        @Override
        public void step(Walk walk) {
            int t = walk.t();
            if (t == 0) {
                length = test.copy(walk.sequence(), sequence);
            }
            expectations.at(walk, (SymbolFilter) walk.filter());
            if (t == 0 || !features.window(sequence, length, t, window)) {
                return;
            }
            // ½(‖ψ‖² − 2 ψᵀE + ‖E‖²) needs no vector of all features.
            double hit = 0;
            for (int feature : window) {
                hit += feature == Features.UNSEEN ? 0 : expectations.expected(feature);
            }
            double error = (window.length - 2 * hit + expectations.square()) / 2;
            errors.add(error < LARGEST ? error : LARGEST);
        }

        @Override
        public double[] values() {
            double mean = errors.mean();
            return new double[] {mean, errors.at(.5), Math.log(mean), errors.at(.99)};
        }
    }
}
