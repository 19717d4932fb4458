package psr.api.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

class HmmTest {

    private static final double EXACT = 1e-12;

    private final Symbols data = Contracts.sample(50, 8);
    private final Hmm hmm = Contracts.sampleModel();

    @Test
    void keepsTheContract() {
        assertEquals(List.of(), Contracts.check(hmm, data));
    }

    @Test
    void filterGivesTheProbabilityOfEveryString() {
        double[] scores = new double[3];
        double total = 0;
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                for (int c = 0; c < 3; c++) {
                    int[] string = {a, b, c};
                    SymbolFilter filter = hmm.filter();
                    double product = 1;
                    for (int symbol : string) {
                        filter.scores(1, scores);
                        product *= scores[symbol];
                        filter.update(symbol);
                    }
                    assertEquals(enumerated(string), product, EXACT);
                    total += product;
                }
            }
        }
        assertEquals(1, total, EXACT);
    }

    /** P(string), summed over every path of states. */
    private double enumerated(int[] string) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    sum += hmm.initial()[i] * hmm.emission()[i][string[0]] * hmm.transition()[i][j]
                            * hmm.emission()[j][string[1]] * hmm.transition()[j][k] * hmm.emission()[k][string[2]];
                }
            }
        }
        return sum;
    }

    @Test
    void looksAheadByMarginalising() {
        double[] ahead = new double[3];
        double[] next = new double[3];
        double[] expected = new double[3];
        SymbolFilter filter = hmm.filter();
        filter.update(1);
        filter.scores(1, next);
        for (int o = 0; o < 3; o++) {
            SymbolFilter copy = filter.copy();
            copy.update(o);
            copy.scores(1, ahead);
            for (int p = 0; p < 3; p++) {
                expected[p] += next[o] * ahead[p];
            }
        }
        filter.scores(2, ahead);
        assertArrayEquals(expected, ahead, EXACT);
    }

    @Test
    void asLinearPsrItPredictsTheSame() {
        Features features = Features.seenIn(data, 2);
        FeatureFilter linear = hmm.toLinearPsr(features).filter();
        SymbolFilter exact = hmm.filter();
        double[] a = new double[3];
        double[] b = new double[3];
        for (int t = 0; t < data.length(0); t++) {
            for (int ahead = 1; ahead <= 3; ahead++) {
                exact.scores(ahead, a);
                linear.scores(ahead, b);
                assertArrayEquals(a, b, EXACT);
            }
            exact.scores(1, a);
            double square = 0;
            for (int f = 0; f < features.count(); f++) {
                int[] string = features.string(f);
                SymbolFilter copy = exact.copy();
                double p = 1;
                for (int symbol : string) {
                    copy.scores(1, b);
                    p *= b[symbol];
                    copy.update(symbol);
                }
                assertEquals(p, linear.expectedFeature(f), EXACT);
                square += p * p;
            }
            assertEquals(square, linear.expectedSquare(), EXACT);
            exact.update(data.symbol(0, t));
            linear.update(data.symbol(0, t));
        }
    }

    /** The prediction after an unknown symbol other than the end, averaged over the possible symbols. */
    private static double[] averaged(SymbolFilter filter, Alphabet alphabet) {
        int n = alphabet.size();
        double[] next = new double[n];
        double[] after = new double[n];
        double[] expected = new double[n];
        filter.scores(1, next);
        double some = 0;
        for (int o = 0; o < n; o++) {
            if (o != alphabet.end().orElse(-1)) {
                SymbolFilter copy = filter.copy();
                copy.update(o);
                copy.scores(1, after);
                some += next[o];
                for (int p = 0; p < n; p++) {
                    expected[p] += next[o] * after[p];
                }
            }
        }
        for (int p = 0; p < n; p++) {
            expected[p] /= some;
        }
        return expected;
    }

    @Test
    void skippingAveragesOverWhatTheSymbolMayHaveBeen() {
        Hmm ending = new Hmm(Alphabet.numbered(2).withEnd("end"), new double[] {.6, .4, 0},
                new double[][] {{.5, .2, .3}, {.1, .6, .3}, {0, 0, 1}},
                new double[][] {{.7, .2, .1}, {.1, .7, .2}, {0, 0, 1}});
        for (Hmm model : List.of(hmm, ending)) {
            for (Model same : List.of(model, model.toLinearPsr(Features.seenIn(
                    Symbols.of(model.alphabet(), new int[] {0, 1, 2}), 1)))) {
                SymbolFilter filter = SymbolFilter.of(same);
                filter.update(1);
                double[] expected = averaged(filter, model.alphabet());
                assertTrue(filter.skip());
                double[] scores = new double[3];
                filter.scores(1, scores);
                assertArrayEquals(expected, scores, EXACT);
                assertEquals(0, filter.repairs());
            }
        }
    }

    @Test
    void countsImpossibleSymbols() {
        Hmm never = new Hmm(Alphabet.numbered(2), new double[] {1}, new double[][] {{1}}, new double[][] {{1, 0}});
        SymbolFilter filter = never.filter();
        filter.update(1);
        assertEquals(1, filter.repairs());
        double[] scores = new double[2];
        filter.scores(1, scores);
        assertArrayEquals(new double[] {1, 0}, scores);
    }

    @Test
    void refusesWhatIsNoDistribution() {
        assertThrows(IllegalArgumentException.class, () -> new Hmm(Alphabet.numbered(2), new double[] {1},
                new double[][] {{1}}, new double[][] {{.5, .6}}));
        assertThrows(IllegalArgumentException.class, () -> new Hmm(Alphabet.numbered(2), new double[] {1},
                new double[][] {{1}}, new double[][] {{Double.NaN, 1}}));
    }
}
