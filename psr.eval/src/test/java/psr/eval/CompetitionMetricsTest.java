package psr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.ModelWalk;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;

class CompetitionMetricsTest {

    private static final double EXACT = 1e-9;

    private static final Alphabet LETTERS = Alphabet.numbered(3);

    private static final Symbols TEST = Symbols.of(LETTERS, new int[] {0}, new int[] {1}, new int[] {2});

    private static Dataset context(Model truth, double... probabilities) {
        return context(TEST, truth, probabilities);
    }

    private static Dataset context(Symbols test, Model truth, double... probabilities) {
        Dataset.Builder data = Dataset.builder(TEST).test(test);
        if (truth != null) {
            data.trueModel(truth);
        }
        return probabilities.length == 0 ? data.build() : data.trueProbabilities(probabilities).build();
    }

    /** A model with the same scores at every step. */
    private static Model always(double... p) {
        return new Hmm(LETTERS, new double[] {1}, new double[][] {{1}}, new double[][] {p});
    }

    private static <S extends Record> double[] measured(Metric<S> metric, Dataset context, Model model) {
        return Ring41.walked(metric.prepare(context, metric.parse(Map.of())).meter(model), model,
                context.test().as(Symbols.class));
    }

    @Test
    void perplexityAgreesWithTheFormulaByHand() {
        // P = .5, .3, .2 (of .25, .15, .1 by their sum); Q = .2, .2, .6.
        double entropy = -(.5 * Math.log(.5) + .3 * Math.log(.3) + .2 * Math.log(.2));
        double cross = -(.8 * Math.log(.2) + .2 * Math.log(.6));
        double[] values = measured(new TargetPerplexity(), context(null, .25, .15, .1), always(.2, .2, .6));
        assertEquals(Math.exp(cross), values[1], EXACT * 100);
        assertEquals(Math.exp(entropy), values[2], EXACT);
        assertEquals(values[1] - values[2], values[0], EXACT);
    }

    @Test
    void theTruthHasNoGap() {
        double[] values = measured(new TargetPerplexity(), context(null, .5, .3, .2), always(.5, .3, .2));
        assertEquals(0, values[0], 1e-8);
    }

    @Test
    void stringsTooLongForProbabilitiesHaveLogarithms() {
        Symbols test = Symbols.of(LETTERS, new int[2000], new int[3000]);
        Dataset context = context(test, null, .5, .5);
        double[] values = measured(new TargetPerplexity(), context, always(.5, .3, .2));
        // The longer string has 2^−1000 of the shorter: the cross entropy is half of 1000 bits.
        assertEquals(500 * Math.log(2), Math.log(values[1]), 1e-6);
    }

    @Test
    void gainAgreesWithTheFormulaByHand() {
        // The model's order is 2, 1, 0, the true order is 0, 1, 2.
        double log3 = Math.log(3) / Math.log(2);
        double ideal = .6 + .3 / log3 + .1 / 2;
        double found = .1 + .3 / log3 + .6 / 2;
        assertEquals(found / ideal, measured(new CumulativeGain(), context(always(.6, .3, .1)), always(.1, .2, .7))[0],
                EXACT);
        assertEquals(1, measured(new CumulativeGain(), context(always(.6, .3, .1)), always(.5, .4, .1))[0], EXACT);
    }

    @Test
    void theSmallerOfEqualSymbolsComesFirst() {
        assertEquals(1, measured(new CumulativeGain(), context(always(.6, .3, .1)), always(.4, .4, .2))[0], EXACT);
    }

    @Test
    void everyValueHasAName() {
        assertEquals(List.of("gap", "perplexity", "target"), new TargetPerplexity().measures(new NoSettings()).stream()
                .map(Measure::name).toList());
        assertEquals(List.of("gain"), new CumulativeGain().measures(new CumulativeGain.Settings(5)).stream().map(Measure::name)
                .toList());
    }

    @Test
    void refuseDataWithoutTheTruth() {
        assertThrows(IllegalArgumentException.class, () -> new TargetPerplexity().prepare(
                context(null), new TargetPerplexity().parse(Map.of())));
        assertThrows(IllegalArgumentException.class, () -> new CumulativeGain().prepare(
                context(null), new CumulativeGain().parse(Map.of())));
    }

    @Test
    void onlyTheFirstFewSymbolsCountWhereSoAsked() {
        Metric<CumulativeGain.Settings> metric = new CumulativeGain();
        Dataset context = context(always(.6, .3, .1));
        Model model = always(.2, .7, .1);
        Meter meter = metric.prepare(context, metric.parse(Map.of("top", "1"))).meter(model);
        assertEquals(.3 / .6, Ring41.walked(meter, model, TEST)[0], EXACT);
    }

    /** The truth is 0, then 1, then 0 …; a model that always predicts 0 is right at every other step. */
    @Test
    void theTruthWalksAlongAndBeginsEachSequenceAnew() {
        Model turns = new Hmm(LETTERS, new double[] {1, 0}, new double[][] {{0, 1}, {1, 0}},
                new double[][] {{1, 0, 0}, {0, 1, 0}});
        Symbols test = Symbols.of(LETTERS, new int[] {0, 1, 0}, new int[] {0, 1, 0});
        Dataset context = context(test, turns);
        double second = Math.log(2) / Math.log(3);
        assertEquals((2 + second) / 3, measured(new CumulativeGain(), context, always(.6, .3, .1))[0], EXACT);
    }

    /** At the start comes 0, after 0 1 comes 1; nothing else is known. The empty prefix begins both sequences. */
    @Test
    void aPrefixThatBeginsOthersCountsOnce() {
        Model prefixes = new PrefixTruth();
        Symbols test = Symbols.of(LETTERS, new int[] {2}, new int[] {0, 1, 2});
        Dataset context = context(test, prefixes);
        double second = Math.log(2) / Math.log(3);
        assertEquals((1 + second) / 2, measured(new CumulativeGain(), context, always(.6, .3, .1))[0], EXACT);
    }

    private static final class PrefixTruth implements Model {

        @Override
        public Alphabet space() {
            return LETTERS;
        }

        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                private String past = "";

                @Override
                public void reset() {
                    past = "";
                }

                @Override
                public void update(int symbol) {
                    past += symbol;
                }

                @Override
                public void scores(int ahead, double[] into) {
                    into[0] = past.isEmpty() ? 1 : 0;
                    into[1] = past.equals("01") ? 1 : 0;
                    into[2] = 0;
                }

                @Override
                public SymbolFilter copy() {
                    throw new UnsupportedOperationException("not called");
                }
            };
        }
    }

    @Test
    void aStepThatTheTruthKnowsNothingOfIsLeftOut() {
        Model silent = new Scripted(Features.seenIn(TEST, 1), new double[3], new double[3], 0);
        assertTrue(Double.isNaN(measured(new CumulativeGain(), context(silent), always(.6, .3, .1))[0]));
    }

    @Test
    void aWalkThatDoesNotReachEveryStringHasNoPerplexity() {
        Model model = always(.2, .2, .6);
        Metric<NoSettings> metric = new TargetPerplexity();
        Meter meter = metric.prepare(context(null, .5, .25, .25), metric.parse(Map.of())).meter(model);
        ModelWalk walk = new ModelWalk(model, TEST);
        while (walk.next()) {
            assertTrue(Double.isNaN(meter.values()[0]) && Double.isNaN(meter.values()[1]));
            assertEquals(Math.exp(1.5 * Math.log(2)), meter.values()[2], EXACT);
            meter.step(walk);
        }
        double found = meter.values()[1];
        assertEquals(Math.exp(-.75 * Math.log(.2) - .25 * Math.log(.6)), found, EXACT * 100);
    }

    @Test
    void stringsThatCannotBeCountForNothing() {
        double[] values = measured(new TargetPerplexity(), context(null, .5, .5, 0), always(.5, .5, 0));
        assertEquals(2, values[2], EXACT);
        assertEquals(2, values[1], 1e-6);
        assertThrows(IllegalArgumentException.class, () -> new TargetPerplexity().prepare(context(null, 0, 0, 0),
                new TargetPerplexity().parse(Map.of())));
    }

    @Test
    void aPerplexityIsFinite() {
        assertEquals(Double.MAX_VALUE, TargetPerplexity.perplexity(new double[] {.5, .5}, new double[] {0, -1e6}));
    }
}
