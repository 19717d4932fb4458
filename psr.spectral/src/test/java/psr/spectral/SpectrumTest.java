package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

class SpectrumTest {

    /** Two states that stay with .9: eigenvalues 1 and .8, and ln 2 / −ln .8 = 3.1. */
    private final Hmm hmm = new Hmm(Alphabet.numbered(2), new double[] {.5, .5}, new double[][] {{.9, .1}, {.1, .9}},
            new double[][] {{.7, .3}, {.2, .8}});

    @Test
    void saysTheSameOfAHiddenMarkovModelAndOfItsLinearPsr() {
        List<String> words = new Spectrum().inspect(hmm);
        assertEquals("state: a belief over 2 hidden states", words.get(0));
        assertEquals("spectrum: the transition has eigenvalues of modulus 1.000, 0.8000; the largest is 1 if probability is"
                + " conserved; by the second, half of what the state knows is lost in 3.1 unobserved steps", words.get(1));
        List<String> linear = new Spectrum().inspect(hmm.toLinearPsr(Features.ofStrings(hmm.alphabet(), List.of(
                new int[] {0}, new int[] {1}))));
        assertEquals(words.get(1).replace("the transition", "the sum of its operators"), linear.get(1));
        assertTrue(linear.get(0).contains("2 dimensions, which predict 2 strings of up to 1 symbols; the guard"));
    }

    @Test
    void saysNothingOfOtherModels() {
        Model other = new Model() {
            @Override
            public Alphabet space() {
                return Contracts.sampleModel().alphabet();
            }

            @Override
            public SymbolFilter filter() {
                return Contracts.sampleModel().filter();
            }
        };
        assertEquals(List.of(), new Spectrum().inspect(other));
    }

    private static String ofTransition(double[][] transition) {
        int m = transition.length;
        double[][] emission = new double[m][2];
        double[] initial = new double[m];
        for (int i = 0; i < m; i++) {
            initial[i] = 1.0 / m;
            emission[i][i % 2] = 1;
        }
        return new Spectrum().inspect(new Hmm(Alphabet.numbered(2), initial, transition, emission)).get(1);
    }

    /** A state moves to the next with p, around a ring of m. */
    private static double[][] ring(int m, double p) {
        double[][] transition = new double[m][m];
        for (int i = 0; i < m; i++) {
            transition[i][i] += 1 - p;
            transition[i][(i + 1) % m] += p;
        }
        return transition;
    }

    @Test
    void countsComplexOnesAndShowsEightAtMost() {
        // 1 − p + p·e^{2πi k/m}: of three, two are complex, with modulus √.25 if p is a half.
        assertEquals("spectrum: the transition has eigenvalues of modulus 1.000, 0.5000, 0.5000 (2 of 3 complex); the largest"
                + " is 1 if probability is conserved; by the second, half of what the state knows is lost in 1.0"
                + " unobserved steps", ofTransition(ring(3, .5)));
        assertTrue(ofTransition(ring(9, .5)).contains(", …"));
        assertFalse(ofTransition(ring(8, .5)).contains(", …"));
    }

    @Test
    void saysNothingOfFadingWhereNothingDoes() {
        assertTrue(ofTransition(new double[][] {{1, 0}, {0, 1}}).endsWith("if probability is conserved"));
        assertTrue(ofTransition(new double[][] {{1}}).endsWith("if probability is conserved"));
    }

    /** Operators 0.3 and 0.4 have the sum 0.7, and in a state of one dimension nothing fades. */
    @Test
    void saysWhetherTheGuardIsOn() {
        for (boolean on : new boolean[] {true, false}) {
            LinearPsr psr = new LinearPsr(Features.ofStrings(hmm.alphabet(), List.of(new int[] {0}, new int[] {1})),
                    new double[] {.5, .5}, new LinearPsr.Parameters(new double[] {1}, new double[][] {{.3}, {.4}},
                            new double[] {1}),
                    on ? Guard.below(1e-6, new double[] {1}) : Guard.off(new double[] {1}));
            List<String> words = new Spectrum().inspect(psr);
            assertTrue(words.get(0).endsWith("the guard of its normalizer is " + (on ? "on" : "off")), words.get(0));
            assertTrue(words.get(1).contains("eigenvalues of modulus 0.7000;"), words.get(1));
        }
    }
}
