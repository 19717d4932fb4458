package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.HmmFormat;
import psr.api.linear.LinearPsr;
import psr.api.linear.LinearPsrFormat;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;
import psr.api.store.ModelFormats;

class ServicesTest {

    private static final double SOLVED = 1e-8;

    private static final ModelFormats FORMATS =
            ModelFormats.of(new LinearPsrFormat(), new HmmFormat(), new MixtureFormat(),
                    new NGramPartFormat(), new AutomataPartFormat());

    /** Strings with an end: pairs of 0 1 and of 1 0, some symbols exchanged. */
    private static Symbols strings(int count) {
        SplittableRandom random = new SplittableRandom(9);
        int[][] all = new int[count][];
        for (int i = 0; i < count; i++) {
            int first = random.nextInt(2);
            all[i] = new int[2 + random.nextInt(6)];
            for (int t = 0; t < all[i].length - 1; t++) {
                all[i][t] = random.nextDouble() < .1 ? random.nextInt(2) : (first + t) % 2;
            }
            all[i][all[i].length - 1] = 2;
        }
        return Symbols.of(Alphabet.numbered(2).withEnd("$"), all);
    }

    private static double loss(Model model, Symbols data) {
        return -Arrays.stream(Mix.probabilities(model, data, new SeededRun(1))).map(Math::log).sum() / data.total();
    }

    @Test
    void keepTheirPromises() {
        Symbols data = Contracts.sample(60, 8);
        assertEquals(List.of(), Contracts.check(new FrequentStrings(), new FrequentStrings().parse(Map.of()), data));
        assertEquals(List.of(), Contracts.check(new FrequentStrings(), new FrequentStrings().parse(Map.of("rank", "3")),
                data));
        assertEquals(List.of(), Contracts.check(new Recommended(), new Recommended().parse(Map.of()), data));
        Model start = new FrequentStrings().learn(data, Map.of("rank", "2"), new SeededRun(1));
        assertEquals(List.of(), Contracts.check(new InstrumentalVariables(),
                new InstrumentalVariables().parse(Map.of()), start, data));
        assertEquals(List.of(), Contracts.check(new MixedLogLoss(), new MixedLogLoss().parse(Map.of("cuts", "1")), start,
                data));
        assertEquals(List.of(), Contracts.check(new Mix(), new Mix().parse(Map.of()),
                List.of(start, new FrequentStrings().learn(data, Map.of("rank", "1"), new SeededRun(1))), data));
    }

    @Test
    void modelsPredictWhatTheirOperatorsDo() {
        for (Symbols data : List.of(strings(300), Contracts.sample(300, 8))) {
            Corpus corpus = new Corpus(data, () -> {});
            Operators psr = Basis.of(corpus, Shape.of(corpus), 3, new SplittableRandom(1))
                    .operators(corpus, Pipeline.guard(corpus, .3));
            LinearPsr model = Exchange.model(psr, data.alphabet());
            double[] expected = StringFilter.probabilities(psr, corpus);
            assertArrayEquals(expected, Mix.probabilities(model, data, new SeededRun(1)), SOLVED);
            // And back: a model and its operators are equivalent.
            Operators again = Exchange.operators(model, new double[psr.n]);
            assertEquals(psr.d, again.d);
            assertArrayEquals(expected, StringFilter.probabilities(again, corpus), SOLVED);
        }
    }

    @Test
    void nothingFollowsTheEnd() {
        LinearPsr model = new FrequentStrings().learn(strings(300), new FrequentStrings().parse(Map.of("rank", "3")),
                new SeededRun(1));
        SymbolFilter filter = model.filter();
        filter.update(0);
        filter.update(2);
        double[] scores = new double[3];
        filter.scores(1, scores);
        assertArrayEquals(new double[] {0, 0, 1}, scores, SOLVED);
        filter.scores(4, scores);
        assertArrayEquals(new double[] {0, 0, 1}, scores, SOLVED);
    }

    @Test
    void eachPartImprovesOnTheOneBefore() {
        Symbols data = Contracts.sample(1500, 10);
        Symbols.Parts<Symbols> parts = data.holdOut(.3);
        Symbols test = parts.heldOut();
        SeededRun run = new SeededRun(1);
        LinearPsr start = new FrequentStrings().learn(parts.rest(), new FrequentStrings().parse(Map.of("rank", "3")), run);
        Model anew = new InstrumentalVariables().refine(start, parts.rest(), Map.of(), run);
        Model refined = new MixedLogLoss().refine(anew, parts.rest(), Map.of(), run);
        double oracle = loss(Contracts.sampleModel(), test);
        assertTrue(loss(refined, test) < loss(start, test), loss(refined, test) + " < " + loss(start, test));
        assertEquals(oracle, loss(refined, test), .01);
        Model best = new Recommended().learn(parts.rest(), Map.of(), run);
        assertEquals(oracle, loss(best, test), .01);
    }

    @Test
    void aMixtureSavedAndRestoredPredictsTheSameBits() {
        Symbols data = strings(300);
        Model model = new Recommended().learn(data, Map.of(), new SeededRun(1));
        Model again = FORMATS.restore(FORMATS.store(model));
        assertArrayEquals(Mix.probabilities(model, data, new SeededRun(1)),
                Mix.probabilities(again, data, new SeededRun(1)));
        assertEquals(FORMATS.store(model), FORMATS.store(again));
    }

    @Test
    void aMixtureIsTheWeightedSumOfItsRepairedParts() {
        Symbols data = Contracts.sample(50, 8);
        Model one = new FrequentStrings().learn(data, Map.of("rank", "1"), new SeededRun(1));
        Model three = new FrequentStrings().learn(data, Map.of("rank", "3"), new SeededRun(1));
        SymbolFilter mixed = new Mixture(List.of(one, three), new double[] {.25, .75}).filter();
        SymbolFilter first = SymbolFilter.of(one);
        SymbolFilter second = SymbolFilter.of(three);
        double[] found = new double[3];
        double[] a = new double[3];
        double[] b = new double[3];
        for (int symbol : new int[] {0, 2, 1, 1}) {
            for (int ahead = 1; ahead < 4; ahead++) {
                mixed.scores(ahead, found);
                first.scores(ahead, a);
                second.scores(ahead, b);
                Repair.ABSOLUTE.apply(a);
                Repair.ABSOLUTE.apply(b);
                for (int o = 0; o < 3; o++) {
                    assertEquals(.25 * a[o] + .75 * b[o], found[o], 1e-15);
                }
            }
            mixed.update(symbol);
            first.update(symbol);
            second.update(symbol);
        }
        assertThrows(IllegalArgumentException.class, () -> new Mixture(List.of(one), new double[] {.5}));
        assertThrows(IllegalArgumentException.class, () -> new Mixture(List.of(one, three), new double[] {1.5, -.5}));
    }

    @Test
    void psrLearnsFromAlmostNothing() {
        Alphabet two = Alphabet.numbered(2);
        for (Symbols little : List.of(Symbols.of(two, new int[] {0}), Symbols.of(two, new int[] {0, 1}),
                Symbols.of(two, new int[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), Symbols.of(two, new int[] {0}, new int[] {1}),
                Symbols.of(two, new int[0], new int[] {1, 1, 0}))) {
            Model model = new Recommended().learn(little, Map.of(), new SeededRun(1));
            assertTrue(loss(model, little) < 1.5, little + ": " + loss(model, little));
        }
        Symbols empty = Symbols.of(two, new int[0]);
        assertThrows(LearningException.class, () -> new Recommended().learn(empty, Map.of(), new SeededRun(1)));
        Symbols one = Symbols.of(Alphabet.numbered(1));
        assertThrows(LearningException.class, () -> new Recommended().learn(one, Map.of(), new SeededRun(1)));
    }

    @Test
    void psrReturnsTheBestThereIsWhenItsTimeIsUp() {
        Symbols data = strings(2000);
        Model hasty = new Recommended().learn(data, Map.of("limit", "0"), new SeededRun(1));
        assertTrue(loss(hasty, data) < Math.log(3));
    }

    @Test
    void effortRefinesMoreRanks() {
        Symbols data = strings(2000);
        for (int effort = 1; effort <= 2; effort++) {
            SeededRun run = new SeededRun(1);
            new Recommended().learn(data, Map.of("effort", "" + effort, "folds", "1"), run);
            assertEquals(effort, run.counts().keySet().stream().filter(name -> name.matches("rank \\d+ in fold 1")).count(),
                    run.counts()::toString);
        }
    }

    @Test
    void psrIsAsGoodAsItsNgramsOnWhatOnlyTheyKnow() {
        // Long words drawn from a list, which suits an n-gram.
        SplittableRandom random = new SplittableRandom(4);
        int[][] words = new int[30][];
        for (int w = 0; w < words.length; w++) {
            words[w] = random.ints(8, 0, 20).toArray();
        }
        Symbols.Builder all = new Symbols.Builder();
        for (int i = 0; i < 600; i++) {
            all.add(words[random.nextInt(words.length)]);
        }
        Symbols data = all.build(Alphabet.numbered(20));
        Model model = new Recommended().learn(data.holdOut(.2).rest(), Map.of(), new SeededRun(1));
        assertTrue(loss(model, data.holdOut(.2).heldOut()) < Math.log(30) / 8 + .05);
    }

    @Test
    void refuseWhatTheyCannotUse() {
        Symbols data = Contracts.sample(50, 8);
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> new FrequentStrings().learn(data, Map.of("rank", "900"), new SeededRun(1))).getMessage()
                .contains("rank=900"));
        assertEquals("iv refines a linear PSR, for example one of 2sr; the stage before it makes none",
                new InstrumentalVariables().objection(Contracts.sampleModel(), Contracts.sample(2, 5), null).orElseThrow()
                        .message());
    }

    @Test
    void spectralLearnersTellTheSingularValuesTheySaw() {
        Symbols data = Contracts.sample(1500, 10);
        SeededRun strings = new SeededRun(1);
        new FrequentStrings().learn(data, new FrequentStrings().parse(Map.of("rank", "3")), strings);
        assertEquals(3, strings.singularValues().orElseThrow().rank());
        assertTrue(strings.singularValues().orElseThrow().values().length > 3, "those that were cut too");
        SeededRun whole = new SeededRun(1);
        new Recommended().learn(data, Map.of(), whole);
        assertEquals(1, whole.counts().get("rank " + whole.singularValues().orElseThrow().rank() + " in fold 1"),
                whole.counts()::toString);
    }
}
