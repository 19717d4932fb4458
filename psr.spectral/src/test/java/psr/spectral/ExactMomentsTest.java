package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static psr.spectral.Golden.SOLVED;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.SymbolFilter;
import psr.math.moments.History;
import psr.math.moments.Moments;

/** With the exact moments of a hidden Markov model, every method gives the forward algorithm's probabilities. */
class ExactMomentsTest {

    private static final int STATES = 3;

    private static final int SYMBOLS = 3;

    private static final Hmm HMM = Contracts.sampleModel();

    /** Every string of one length, weighted by its probability. */
    private static Moments moments(int longest, History history) {
        Symbols seen = Symbols.of(HMM.alphabet(), new int[] {0, 0, 1, 0, 2, 1, 1, 2, 2, 0});
        Features features = Features.seenIn(seen, longest);
        Moments.MomentSums counter = new Moments.MomentSums(features, history);
        int length = 2 * longest + 2;
        int[] string = new int[length];
        for (int code = 0; code < Math.pow(SYMBOLS, length); code++) {
            for (int t = 0, rest = code; t < length; t++, rest /= SYMBOLS) {
                string[t] = rest % SYMBOLS;
            }
            counter.add(string, length, probability(string));
        }
        return counter.moments();
    }

    private static double probability(int[] string) {
        SymbolFilter filter = HMM.filter();
        double[] p = new double[SYMBOLS];
        double product = 1;
        for (int symbol : string) {
            filter.scores(1, p);
            product *= p[symbol];
            filter.update(symbol);
        }
        return product;
    }

    private static void assertForward(LinearPsr model) {
        SplittableRandom random = new SplittableRandom(9);
        double[] expected = new double[SYMBOLS];
        double[] found = new double[SYMBOLS];
        for (int i = 0; i < 5; i++) {
            SymbolFilter truth = HMM.filter();
            var filter = model.filter();
            for (int t = 0; t < 20; t++) {
                for (int ahead : List.of(1, 2, 4)) {
                    truth.scores(ahead, expected);
                    filter.scores(ahead, found);
                    for (int o = 0; o < SYMBOLS; o++) {
                        assertEquals(expected[o], found[o], SOLVED);
                    }
                }
                truth.scores(1, expected);
                for (int o = 0; o < SYMBOLS; o++) {
                    assertEquals(expected[o], filter.expectedFeature(o), SOLVED);
                }
                int symbol = random.nextInt(SYMBOLS);
                truth.update(symbol);
                filter.update(symbol);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(History.class)
    void thePseudoInverseIsTheForwardAlgorithm(History history) {
        Moments moments = moments(2, history);
        assertForward(Regression.pinv(moments, STATES, new SeededRun(1))
                .model(STATES, 0, moments.startMean(), GuardMode.OFF, OptionalDouble.empty()));
    }

    @ParameterizedTest
    @EnumSource(History.class)
    void theVanishingRidgeIsTheForwardAlgorithm(History history) {
        Moments moments = moments(2, history);
        assertForward(Regression.ridge(moments, STATES, 1e-11, new SeededRun(1))
                .model(STATES, 0, moments.startMean(), GuardMode.OFF, OptionalDouble.empty()));
    }

    @Test
    void theSpectralHmmIsTheForwardAlgorithm() {
        Moments moments = moments(1, History.COMPLETE);
        assertForward(Regression.pinv(moments, STATES, new SeededRun(1))
                .model(STATES, 0, moments.startMean(), GuardMode.OFF, OptionalDouble.empty()));
    }

    @Test
    void theMomentsCarryNoMoreThanTheStates() {
        assertEquals(STATES, Regression.pinv(moments(2, History.SHORT), 9, new SeededRun(1)).carried());
    }
}
