package psr.launcher.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.source.Dataset;

class EvaluationDataTest {

    private static final Alphabet THEIRS = Alphabet.of(List.of("c", "b", "a")).withEnd("stop");

    private final Model model = new Hmm(Alphabet.of(List.of("a", "b")).withEnd("<end>"), new double[] {1}, new double[][] {{1}},
            new double[][] {{.25, .25, .5}});

    private static Dataset data() {
        Symbols first = new Symbols.Builder().add(2, 1, 3).build(THEIRS);
        return Dataset.builder(first).test(new Symbols.Builder().add(1, 2, 3).add(0, 2, 0, 3).build(THEIRS)).build();
    }

    @Test
    void mapsTheSymbolsOfTheTestPartByName() {
        EvaluationData known = EvaluationData.of(model, data(), "mine", true, "");
        Symbols test = known.data().test().as(Symbols.class);
        assertEquals(model.space(), test.space());
        assertArrayEquals(new int[] {1, 0, 2}, test.copy(0));
        assertArrayEquals(new int[] {0, 2}, test.copy(1));
        assertEquals(2, known.leftOut());
    }

    @Test
    void namesTheSequenceOfARejectedSymbol() {
        assertEquals("sequence 2 of mine: symbol 'c' is not in the alphabet of the model (3 symbols: a, b, <end>); skip it",
                assertThrows(IllegalArgumentException.class, () -> EvaluationData.of(model, data(), "mine", false, "skip it"))
                        .getMessage());
    }

    @Test
    void usesBothPartsOfASeriesThatWasCut() {
        Alphabet plain = Alphabet.of(List.of("a", "b"));
        Symbols past = new Symbols.Builder().add(0, 1).build(plain);
        Dataset cut = Dataset.builder(past).continuation(new Symbols.Builder().add(1).build(plain)).build();
        Model endless = new Hmm(plain, new double[] {1}, new double[][] {{1}}, new double[][] {{.5, .5}});
        assertArrayEquals(new int[] {0, 1, 1},
                EvaluationData.of(endless, cut, "mine", false, "").data().test().as(Symbols.class).copy(0));
    }

    @Test
    void rejectsNumbersForAModelOfSymbols() {
        Vectors numbers = Vectors.of(Channels.of("x"), new double[][] {{1}, {2}});
        assertEquals("the data must be symbols, as those the model learned from; mine has numbers (" + numbers.space() + ")",
                assertThrows(IllegalArgumentException.class, () -> EvaluationData.of(model,
                        Dataset.builder(numbers).test(numbers).build(), "mine", false, "")).getMessage());
    }
}
