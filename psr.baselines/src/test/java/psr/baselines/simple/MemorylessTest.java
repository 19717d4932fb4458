package psr.baselines.simple;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.NoSettings;

class MemorylessTest {

    private static final double EXACT = 1e-12;

    @Test
    void bothKeepTheirPromises() {
        assertEquals(List.of(), Contracts.check(new Uniform(), new NoSettings(), Contracts.sample(20, 5)));
        assertEquals(List.of(), Contracts.check(new Unigram(), new Unigram.Settings(1), Contracts.sample(20, 5)));
    }

    @Test
    void unigramIsTheSmoothedFrequency() {
        Symbols data = Symbols.of(Alphabet.numbered(3), new int[] {0, 0, 1}, new int[] {0});
        Model model = new Unigram().learn(data, new Unigram.Settings(.5), new SeededRun(1));
        double[] scores = new double[3];
        SymbolFilter.of(model).scores(1, scores);
        assertArrayEquals(new double[] {3.5 / 5.5, 1.5 / 5.5, .5 / 5.5}, scores, EXACT);
    }

    @Test
    void theEndAbsorbs() {
        Alphabet alphabet = Alphabet.of(List.of("a")).withEnd("$");
        Symbols data = Symbols.of(alphabet, new int[] {0, 0, 0, 1});
        Model model = new Unigram().learn(data, new Unigram.Settings(0), new SeededRun(1));
        SymbolFilter filter = SymbolFilter.of(model);
        double[] scores = new double[2];
        filter.scores(2, scores);
        assertArrayEquals(new double[] {.75 * .75, .25 + .75 * .25}, scores, EXACT);
        filter.update(1);
        filter.scores(1, scores);
        assertArrayEquals(new double[] {0, 1}, scores, EXACT);
    }

    @Test
    void unigramRefusesEmptyData() {
        Symbols empty = Symbols.of(Alphabet.numbered(3));
        assertThrows(LearningException.class,
                () -> new Unigram().learn(empty, new Unigram.Settings(1), new SeededRun(1)));
    }
}
