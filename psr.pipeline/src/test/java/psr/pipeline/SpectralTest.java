package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.SymbolFilter;

class SpectralTest {

    private static final double SOLVED = 1e-8;

    /** Every string over 3 symbols of length 7, with the frequency of a hidden Markov model: moments without noise. */
    private static Corpus population() {
        Hmm hmm = Contracts.sampleModel();
        List<int[]> all = new ArrayList<>();
        int length = 5;
        for (int code = 0; code < 243; code++) {
            int[] string = new int[length];
            for (int t = 0, rest = code; t < length; t++, rest /= 3) {
                string[t] = rest % 3;
            }
            long often = Math.round(20000 * probability(hmm, string));
            for (long k = 0; k < often; k++) {
                all.add(string);
            }
        }
        return new Corpus(Symbols.of(hmm.alphabet(), all.toArray(int[][]::new)), () -> {});
    }

    private static double probability(Hmm hmm, int[] string) {
        SymbolFilter filter = hmm.filter();
        double[] scores = new double[3];
        double product = 1;
        for (int symbol : string) {
            filter.scores(1, scores);
            product *= scores[symbol];
            filter.update(symbol);
        }
        return product;
    }

    @Test
    void recoversTheModelFromItsMoments() {
        Corpus data = population();
        Operators psr = Basis.of(data, new Shape(2, 2, 100, 1, 3, 1, false, false, false), 3, new SplittableRandom(1))
                .operators(data, new double[3]);
        assertNear(psr, data, 3e-3);
        List<Operators> anew = Reestimation.of(psr,
                Basis.of(data, new Shape(2, 2, 100, 1, 3, 1, false, false, false), 3, new SplittableRandom(1)), data, 0, .003);
        assertEquals(2, anew.size());
        assertNear(anew.get(0), data, 3e-3);
        assertNear(anew.get(1), data, 2e-2);
    }

    /** Counts are rounded to whole strings, so agreement is not exact. */
    private static void assertNear(Operators psr, Corpus data, double tolerance) {
        double[] expected = StringFilter.probabilities(Exchange.operators(asLinear(), new double[3]), data);
        double[] found = StringFilter.probabilities(psr, data);
        for (int t = 0; t < found.length; t++) {
            assertEquals(expected[t], found[t], tolerance);
        }
    }

    private static LinearPsr asLinear() {
        Hmm hmm = Contracts.sampleModel();
        double[][] operators = new double[3][9];
        for (int o = 0; o < 3; o++) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    operators[o][i * 3 + j] = hmm.transition()[j][i] * hmm.emission()[j][o];
                }
            }
        }
        double[] map = new double[9];
        for (int o = 0; o < 3; o++) {
            for (int s = 0; s < 3; s++) {
                map[o * 3 + s] = hmm.emission()[s][o];
            }
        }
        return new LinearPsr(Features.seenIn(Symbols.of(hmm.alphabet()), 1), map,
                new LinearPsr.Parameters(hmm.initial(), operators, new double[] {1, 1, 1}),
                Guard.off(hmm.initial()));
    }

    @Test
    void gaugesChangeNoPrediction() {
        SplittableRandom random = new SplittableRandom(2);
        Corpus data = new Corpus(Contracts.sample(5, 8), () -> {});
        Operators psr = TinyPsr.random(3, 3, -1, random);
        double[] before = StringFilter.probabilities(psr, data);
        psr.gauge(new double[] {2, .5, 7});
        double[] after = StringFilter.probabilities(psr, data);
        for (int t = 0; t < before.length; t++) {
            assertEquals(before[t], after[t], SOLVED);
        }
        psr.gauge(psr.even(data));
        double[] even = StringFilter.probabilities(psr, data);
        for (int t = 0; t < before.length; t++) {
            assertEquals(before[t], even[t], SOLVED);
        }
    }

    @Test
    void theGuardForgetsThePast() {
        Operators psr = TinyPsr.random(2, 3, -1, new SplittableRandom(3));
        double[] guarded = {2, 2, 2};
        Operators always = new Operators(2, 3, -1, guarded);
        System.arraycopy(psr.a, 0, always.a, 0, 3);
        System.arraycopy(psr.initial, 0, always.initial, 0, 2);
        System.arraycopy(psr.mean, 0, always.mean, 0, 2);
        System.arraycopy(psr.normaliser, 0, always.normaliser, 0, 2);
        StringFilter first = new StringFilter(always);
        StringFilter second = new StringFilter(always);
        for (int symbol : new int[] {0, 1, 2}) {
            first.score();
            first.update(symbol);
        }
        second.score();
        second.update(2);
        assertTrue(Arrays.equals(first.q, second.q));
    }
}
