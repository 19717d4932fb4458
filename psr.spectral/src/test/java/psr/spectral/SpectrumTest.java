package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.model.Features;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.Model;

class SpectrumTest {

    /** Two states that keep themselves with .9: eigenvalues 1 and .8, and ln 2 / −ln .8 = 3.1. */
    private final Hmm hmm = new Hmm(Alphabet.numbered(2), new double[] {.5, .5}, new double[][] {{.9, .1}, {.1, .9}},
            new double[][] {{.7, .3}, {.2, .8}});

    @Test
    void saysTheSameOfAHiddenMarkovModelAndOfItsLinearPsr() {
        List<String> words = new Spectrum().inspect(hmm);
        assertEquals("state: a belief over 2 hidden states", words.get(0));
        assertEquals("spectrum: the transition has eigenvalues of size 1.000, 0.8000; the largest is 1 where probability is"
                + " conserved, the second says that what it knows fades by half in 3.1 unseen steps", words.get(1));
        List<String> linear = new Spectrum().inspect(hmm.toLinearPsr(Features.ofStrings(hmm.alphabet(), List.of(
                new int[] {0}, new int[] {1}))));
        assertEquals(words.get(1).replace("the transition", "the sum of its operators"), linear.get(1));
        assertTrue(linear.get(0).contains("2 dimensions, which predict 2 strings of up to 1 symbols; the guard"));
    }

    @Test
    void saysNothingOfOtherModels() {
        Model other = new Model() {
            @Override
            public Alphabet alphabet() {
                return Contracts.sampleModel().alphabet();
            }

            @Override
            public Filter filter() {
                return Contracts.sampleModel().filter();
            }
        };
        assertEquals(List.of(), new Spectrum().inspect(other));
    }
}
