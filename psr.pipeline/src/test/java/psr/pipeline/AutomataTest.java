package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.store.ModelFormats;
import psr.math.gibbs.AutomatonSearch;
import psr.math.ngram.ContextCounts;
import psr.math.ngram.ContextTree;
import psr.math.ngram.Smoothing;

class AutomataTest {

    private static Symbols strings(int count) {
        SplittableRandom random = new SplittableRandom(9);
        int[][] all = new int[count][];
        for (int i = 0; i < count; i++) {
            all[i] = random.ints(1 + random.nextInt(20), 0, 2).toArray();
            all[i][all[i].length - 1] = 2;
        }
        return Symbols.of(Alphabet.numbered(2).withEnd("$"), all);
    }

    private static boolean suit(Symbols data) {
        return Automata.suit(new Corpus(data, () -> {}));
    }

    @Test
    void suitManyStringsWithAnEndOverASmallAlphabet() {
        assertTrue(suit(strings(3000)));
        assertFalse(suit(strings(300)), "too few symbols");
        assertFalse(suit(strings(60_000)), "too many symbols");
        assertFalse(suit(Contracts.sample(3000, 10)), "no end");
        assertFalse(
                suit(Symbols.of(Alphabet.numbered(60).withEnd("$"),
                        Arrays.stream(new int[10_000][]).map(none -> new int[] {1, 2, 60}).toArray(int[][]::new))),
                "many symbols");
    }

    @Test
    void joinTheMixtureWithAWeightAndAreStoredWithIt() {
        Sequences.Parts<Symbols> parts = strings(100).holdOut(.2);
        Corpus train = new Corpus(parts.rest(), () -> {});
        Corpus held = new Corpus(parts.heldOut(), () -> {});
        ContextTree ngram = ContextTree.of(new ContextCounts(train.sequences, 1, () -> {}),
                Smoothing.WITTEN_BELL, 1);
        SeededRun run = new SeededRun(1);
        Mixture model = (Mixture) Automata.beside(train, held, Mix.probabilities(ngram, held.sequences, run), ngram, run, .5,
                new AutomatonSearch.Effort(2, 5, 4, 2));
        assertTrue(run.counts().keySet().stream().anyMatch(name -> name.startsWith("automata: ")), run.counts()::toString);
        // Each of two parts is credited with a symbol.
        assertTrue(model.weights()[0] > 0 && model.weights()[1] > 0, () -> Arrays.toString(model.weights()));
        ModelFormats formats = ModelFormats.of(new MixtureFormat(), new NGramPartFormat(), new AutomataPartFormat());
        Model again = formats.restore(formats.store(model));
        assertEquals(formats.store(model), formats.store(again));
        assertArrayEquals(Mix.probabilities(model, held.sequences, run), Mix.probabilities(again, held.sequences, run));
    }
}
