package psr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import psr.api.data.Symbols;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.NoSettings;

/** The metrics of the true model of the golden ring case, as a hidden Markov model and as a linear PSR. */
@Tag("slow")
class GoldenRingTest {

    private static final double GOLDEN = 1e-6;
    private static final double SOLVED = 1e-8;
    private static final NoSettings NONE = new NoSettings();
    private static final FeatureError.Settings PAIRS = new FeatureError.Settings(2);

    private static JsonNode expected;
    private static Hmm oracle;
    private static Symbols training;
    private static Symbols test;
    private static Model linear;
    /** Values by metric, settings and model: all measures of a metric are computed in one pass. */
    private static Map<List<Object>, double[]> walks;

    @BeforeAll
    static void read() throws IOException {
        expected = Ring41.expected("oracle");
        oracle = Ring41.oracle();
        training = Ring41.training();
        test = Ring41.test();
        linear = oracle.toLinearPsr(Features.seenIn(training, 2));
        walks = new HashMap<>();
    }

    /** A metric, its settings, its measure, and the name in expected.json. */
    record Case<S extends Record>(Metric<S> metric, S settings, String measure, String golden) {

        double value(Model model) {
            List<String> names = metric.measures(settings).stream().map(Measure::name).toList();
            return walks.computeIfAbsent(List.of(metric.getClass(), settings, model),
                    key -> Ring41.values(metric, model, training, test, settings))[names.indexOf(measure)];
        }

        @Override
        public String toString() {
            return golden;
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                new Case<>(new OneStepAccuracy(), NONE, "operators", "ospa_op"),
                new Case<>(new OneStepAccuracy(), NONE, "features", "ospa_ft"),
                new Case<>(new ProxyLogLoss(), NONE, "operators", "pnll_op"),
                new Case<>(new ProxyLogLoss(), NONE, "features", "pnll_ft"),
                new Case<>(new ProxyLogLoss(), NONE, "operators-clipped", "pnllc_op"),
                new Case<>(new ProxyLogLoss(), NONE, "features-clipped", "pnllc_ft"),
                new Case<>(new FeatureError(), PAIRS, "mean", "l2mean"),
                new Case<>(new FeatureError(), PAIRS, "median", "l2med"),
                new Case<>(new FeatureError(), PAIRS, "log-mean", "l2logmean"),
                new Case<>(new FeatureError(), PAIRS, "p99", "l2p99"),
                new Case<>(new StepsAheadAccuracy(), new StepsAheadAccuracy.Settings(2), "2", "acc2"),
                new Case<>(new StepsAheadAccuracy(), new StepsAheadAccuracy.Settings(3), "3", "acc3"),
                new Case<>(new StepsAheadAccuracy(), new StepsAheadAccuracy.Settings(5), "5", "acc5"))
                .map(Arguments::of);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void agreesForTheTrueModel(Case<?> metric) {
        assertEquals(expected.get(metric.golden()).doubleValue(), metric.value(oracle), GOLDEN);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void agreesForTheTrueModelAsALinearPsr(Case<?> metric) {
        assertEquals(expected.get(metric.golden()).doubleValue(), metric.value(linear), GOLDEN);
    }

    @Test
    void everyExpectedValueIsCompared() {
        assertEquals(cases().count(), expected.size());
        assertTrue(cases().allMatch(c -> expected.has(c.get()[0].toString())));
    }

    @Test
    void featuresAreThoseOfTheReference() throws IOException {
        assertEquals(Ring41.expected("features").intValue(), Features.seenIn(training, 2).count());
    }

    @Test
    void stringsAlongCopiesGiveTheSameErrorAsTheState() {
        Symbols few = test.range(0, 500);
        double direct = Ring41.value(new FeatureError(), PAIRS, "mean", oracle, training, few);
        double strings = Ring41.value(new FeatureError(), PAIRS, "mean", new Plain(oracle), training, few);
        assertEquals(direct, strings, SOLVED);
    }

    @Test
    void healthOfTheTrueModelIsPerfect() {
        assertEquals(0, new Case<>(new InvalidProbabilities(), NONE, "negative", "").value(oracle));
        assertEquals(0, new Case<>(new InvalidProbabilities(), NONE, "repairs", "").value(oracle));
        assertEquals(0, new Case<>(new InvalidProbabilities(), NONE, "sum-error", "").value(oracle), SOLVED);
    }

    @Test
    void perplexityIsTheExponentialOfTheLogLoss() {
        double nats = expected.get("pnll_op").doubleValue();
        Perplexity metric = new Perplexity();
        assertEquals(Math.exp(nats), new Case<>(metric, NONE, "operators", "").value(oracle), 1e-5);
        assertEquals(Math.exp(nats), new Case<>(metric, NONE, "features", "").value(oracle), 1e-5);
        assertEquals(nats / Math.log(2), new Case<>(metric, NONE, "operators-bits", "").value(oracle), 2e-6);
        assertEquals(nats / Math.log(2), new Case<>(metric, NONE, "features-bits", "").value(oracle), 2e-6);
    }
}
