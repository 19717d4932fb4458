package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.NoSettings;
import psr.api.settings.Schema;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.baselines.ngram.NGramFormat;
import psr.baselines.ngram.NGrams;
import psr.baselines.psim.Psim;
import psr.baselines.psim.PsimFormat;
import psr.baselines.simple.MemorylessFormat;
import psr.baselines.simple.Uniform;
import psr.baselines.simple.Unigram;

class FormatsTest {

    private static final Symbols PLAIN = Contracts.sample(60, 12);

    /** The same sequences, each followed by an end. */
    private static Symbols ended() {
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < PLAIN.count(); i++) {
            int[] longer = java.util.Arrays.copyOf(PLAIN.copy(i), PLAIN.length(i) - i % 5 + 1);
            longer[longer.length - 1] = PLAIN.alphabet().size();
            builder.add(longer);
        }
        return builder.build(PLAIN.alphabet().withEnd("end"));
    }

    private static <S extends Record> Model learned(Learner<S> learner, Symbols data, String... settings) {
        Map<String, String> typed = new LinkedHashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            typed.put(settings[i], settings[i + 1]);
        }
        return learner.learn(data, Schema.of(learner.settings()).parse(typed, "test"), new SeededRun(5));
    }

    private static <M extends Model> StoredModel stored(ModelFormat<M> format, Model model) {
        return format.store(format.type().cast(model), ModelFormats.of());
    }

    /** All scores along the data, one and three steps ahead. */
    private static double[] trace(Model model, Symbols sequences) {
        List<double[]> parts = new ArrayList<>();
        SymbolFilter filter = SymbolFilter.of(model);
        for (int i = 0; i < sequences.count(); i++) {
            filter.reset();
            for (int symbol : sequences.copy(i)) {
                for (int ahead : new int[] {1, 3}) {
                    double[] scores = new double[model.space().size()];
                    filter.scores(ahead, scores);
                    parts.add(scores);
                }
                filter.update(symbol);
            }
        }
        return parts.stream().flatMapToDouble(java.util.Arrays::stream).toArray();
    }

    private static <M extends Model> void comesBack(ModelFormat<M> format, Model model, Symbols sequences) {
        assertEquals(List.of(), Contracts.check(format, format.type().cast(model), sequences));
        StoredModel stored = stored(format, model);
        assertEquals(format.kind(), stored.kind());
        Model again = format.restore(stored, ModelFormats.of());
        assertEquals(model.space().as(Alphabet.class), again.space().as(Alphabet.class));
        assertArrayEquals(trace(model, sequences), trace(again, sequences));
        assertEquals(stored, stored(format, again), "a model that was restored must be stored alike");
    }

    @Test
    void modelsWithoutMemoryComeBackBitForBit() {
        for (Symbols data : List.of(PLAIN, ended())) {
            comesBack(new MemorylessFormat(), new Uniform().learn(data, new NoSettings(), new SeededRun(1)),
                    data);
            comesBack(new MemorylessFormat(), learned(new Unigram(), data), data);
        }
    }

    @Test
    void ngramsOfEveryOrderComeBackBitForBit() {
        for (Symbols data : List.of(PLAIN, ended())) {
            for (String order : List.of("1", "2", "3", "6")) {
                for (String smoothing : List.of("witten-bell", "kneser-ney")) {
                    comesBack(new NGramFormat(), learned(new NGrams(), data, "order", order, "smoothing", smoothing),
                            data);
                }
            }
        }
    }

    @Test
    void inferenceMachinesComeBackBitForBit() {
        for (Symbols data : List.of(PLAIN, ended())) {
            comesBack(new PsimFormat(), learned(new Psim(), data, "rank", "4", "passes", "2"), data);
            comesBack(new PsimFormat(), learned(new Psim(), data, "rank", "4", "mode", "dagger", "rounds", "2"),
                    data);
        }
    }

    @Test
    void aMachineThatSkipsPredictsAsItDidFurtherAhead() {
        SymbolFilter filter = SymbolFilter.of(learned(new Psim(), PLAIN, "rank", "4", "passes", "2"));
        filter.update(1);
        double[] expected = new double[3];
        filter.scores(2, expected);
        assertTrue(filter.skip());
        double[] scores = new double[3];
        filter.scores(1, scores);
        assertArrayEquals(expected, scores);
    }

    private static String refusal(ModelFormat<?> format, StoredModel stored, String name, Tensor wrong) {
        Map<String, Tensor> tensors = new LinkedHashMap<>(stored.tensors());
        tensors.put(name, wrong);
        StoredModel changed = StoredModel.builder(stored.kind(), stored.space().as(Alphabet.class)).tensors(tensors).build();
        return assertThrows(IllegalArgumentException.class, () -> format.restore(changed, ModelFormats.of())).getMessage();
    }

    @Test
    void nonsenseIsRefusedInWords() {
        ModelFormat<?> memoryless = new MemorylessFormat();
        assertTrue(refusal(memoryless, stored(memoryless, learned(new Unigram(), PLAIN)), "distribution",
                Tensor.vector(1.0)).contains("found 1"));
        assertTrue(refusal(memoryless, stored(memoryless, learned(new Unigram(), PLAIN)), "distribution",
                Tensor.vector(1.5, -.5, 0)).contains("a probability must be 0 to 1; that of symbol 0 is 1.5"));
        assertTrue(refusal(memoryless, stored(memoryless, learned(new Unigram(), PLAIN)), "distribution",
                Tensor.vector(1e300, 0, 0)).contains("a probability must be 0 to 1; that of symbol 0 is 1.0E300"));
        ModelFormat<?> tree = new NGramFormat();
        StoredModel ngram = stored(tree, learned(new NGrams(), PLAIN));
        assertTrue(refusal(tree, ngram, "contexts", Tensor.vector(1.0)).contains("2 columns"));
        assertTrue(refusal(tree, ngram, "contexts", Tensor.of(new double[] {0, 3, 5, 1}, 2, 2)).contains("found 3, "));
        ModelFormat<?> psim = new PsimFormat();
        StoredModel machine = stored(psim, learned(new Psim(), PLAIN, "rank", "3", "passes", "0"));
        assertTrue(refusal(psim, machine, "linear", Tensor.vector(1.0, 2)).contains("'linear' must have 27 numbers"));
        assertTrue(refusal(psim, machine, "bound", Tensor.vector(1.0, 2)).contains("'bound' must have 1"));
        assertTrue(refusal(psim, machine, "bound", Tensor.vector(-1.0)).contains("'bound' must be at least 0; found -1.0"));
        assertTrue(refusal(psim, machine, "constant", Tensor.of(new double[9], 9, 1)).contains("'constant' must be 3×3"));
    }

    @Test
    void anNgramThatIsNoModelIsRefused() {
        ModelFormat<?> tree = new NGramFormat();
        StoredModel ngram = stored(tree, learned(new NGrams(), PLAIN, "order", "1"));
        assertEquals("the weight and the shares of a context must be 0 or more and sum to 1; those of context 0 sum to 2.0,"
                + " the least is 0.0",
                refusal(tree, ngram, "shares", Tensor.vector(2.0 - ngram.tensor("weights").values()[0],
                        0, 0)));
        assertEquals("followers must be in order, of a context below 1 and a symbol below 3; follower 1 is of context 0 and"
                + " symbol 0", refusal(tree, ngram, "followers", Tensor.of(new double[] {0, 0, 0, 0, 0, 2}, 3, 2)));
        StoredModel longer = stored(tree, learned(new NGrams(), PLAIN, "order", "2"));
        assertEquals("a context must appear once, after its parent, with a symbol up to 3; context 2 has parent 0 and symbol"
                + " 3", refusal(tree, longer, "contexts", Tensor.of(new double[] {0, 3, 0, 3, 0, 1, 0, 2}, 4, 2)));
    }

    @Test
    void whatIsNoDistributionIsRefused() {
        ModelFormat<?> memoryless = new MemorylessFormat();
        StoredModel unigram = stored(memoryless, learned(new Unigram(), PLAIN));
        assertEquals("a probability must be 0 to 1; that of symbol 1 is -0.5",
                refusal(memoryless, unigram, "distribution", Tensor.vector(.5, -.5, 1)));
        assertEquals("a probability must be 0 to 1; that of symbol 0 is 1.5",
                refusal(memoryless, unigram, "distribution", Tensor.vector(1.5, 0, 0)));
        assertEquals("the probabilities must sum to 1; found 1.5",
                refusal(memoryless, unigram, "distribution", Tensor.vector(.5, .5, .5)));
    }

    @Test
    void aNegativeBoundIsRefused() {
        ModelFormat<?> psim = new PsimFormat();
        StoredModel machine = stored(psim, learned(new Psim(), PLAIN, "rank", "3", "passes", "0"));
        assertEquals("'bound' must be at least 0; found -1.0", refusal(psim, machine, "bound", Tensor.vector(-1.0)));
    }
}
