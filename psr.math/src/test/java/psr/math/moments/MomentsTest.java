package psr.math.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.math.linear.Matrices;

class MomentsTest {

    private static final double EXACT = 1e-12;

    private static final Alphabet AB = Alphabet.of(List.of("a", "b"));

    private static Moments count(History history, int length, Symbols data) {
        return Moments.count(data, Features.seenIn(data, length), history, new SeededRun(1));
    }

    @Test
    void completeWindowsHaveAWholePastAndFuture() {
        // t = 2, 3 of 0 1 1 0 1 0: o_{t−2..t+2} must exist.
        Moments moments = count(History.COMPLETE, 2, Symbols.of(AB, new int[] {0, 1, 1, 0, 1, 0}));
        assertEquals(2, moments.windows());
        // Features: a, b, ab, ba, bb. Histories in order of occurrence: b, ab, (t=3) bb.
        assertEquals(5, moments.features().count());
        assertEquals(3, moments.histories());
        assertArrayEquals(new int[] {1, 2, 2}, new int[] {
                moments.historyLength(0), moments.historyLength(1), moments.historyLength(2)});
        assertArrayEquals(new double[] {1, .5, .5}, moments.historyMean(), EXACT);
        // t=2: ψ = {b, ba}, h = {b, ab}; t=3: ψ = {a, ab}, h = {b, bb}.
        assertArrayEquals(new double[] {
                .5, 0, .5,
                .5, .5, 0,
                .5, 0, .5,
                .5, .5, 0,
                0, 0, 0}, moments.joint().toDense(), EXACT);
        // o_2 = b, ψ_3 = {a, ab}; o_3 = a, ψ_4 = {b, ba}.
        assertArrayEquals(new double[] {
                0, 0, 0,
                .5, 0, .5,
                0, 0, 0,
                .5, 0, .5,
                0, 0, 0}, moments.joint(0).toDense(), EXACT);
        assertArrayEquals(new double[] {
                .5, .5, 0,
                0, 0, 0,
                .5, .5, 0,
                0, 0, 0,
                0, 0, 0}, moments.joint(1).toDense(), EXACT);
        assertArrayEquals(new double[] {1, .5, .5, .5, .5, 0, .5, 0, .5}, moments.historySquare().toDense(), EXACT);
        assertArrayEquals(new double[] {1, 0, 1, 0, 0}, moments.startMean(), EXACT);
        assertArrayEquals(new double[] {.4, .6, .4, .4, .2}, moments.futureMean(), EXACT);
        assertEquals(5, moments.futures());
        assertEquals(1, moments.starts());
    }

    @Test
    void shortHistoriesBeginWithTheBeginSymbol() {
        Moments moments = count(History.SHORT, 2, Symbols.of(AB, new int[] {0, 1, 1, 0, 1, 0}));
        assertEquals(4, moments.windows());
        // ⊥, ⊥⊥ (t=0); a, ⊥a (t=1); b, ab (t=2); bb (t=3).
        assertArrayEquals(new double[] {.25, .25, .25, .25, .5, .25, .25}, moments.historyMean(), EXACT);
    }

    @Test
    void theEndGoesOnForEver() {
        Alphabet ended = AB.withEnd("$");
        Symbols data = Symbols.of(ended, new int[] {0, 2}, new int[] {1, 1, 2}, new int[] {2});
        Moments moments = count(History.SHORT, 2, data);
        assertEquals(6, moments.windows(), "one per symbol, the end included");
        assertEquals(6, moments.futures());
        assertEquals(3, moments.starts());
        int end = moments.features().feature(2, 2);
        assertEquals(.5, moments.futureMean()[end], EXACT);
        int histories = moments.histories();
        double[] sums = Matrices.flat(moments.joint(2).multiply(Matrices.rows(ones(histories), histories, 1), 1), 1);
        assertEquals(sums[2], sums[end], EXACT, "after the end comes the end");
        assertEquals(0, sums[0] + sums[1], EXACT);
    }

    @Test
    void operatorsMomentsAddUpToTheNextStep() {
        Moments moments = count(History.SHORT, 2, Contracts.sample(50, 8));
        double[] sum = new double[moments.features().count() * moments.histories()];
        for (int o = 0; o < 3; o++) {
            double[] one = moments.joint(o).toDense();
            for (int i = 0; i < sum.length; i++) {
                sum[i] += one[i];
            }
        }
        assertArrayEquals(sum, moments.jointNext().toDense(), EXACT);
        // Each window has one string of each length: every mean of ψ sums to the longest length.
        double total = 0;
        for (double mean : moments.futureMean()) {
            total += mean;
        }
        assertEquals(2, total, EXACT);
    }

    @Test
    void weightsCountAsOftenAsTheySay() {
        Symbols data = Contracts.sample(4, 9);
        Features features = Features.seenIn(data, 3);
        Moments.MomentSums once = new Moments.MomentSums(features, History.SHORT);
        Moments.MomentSums thrice = new Moments.MomentSums(features, History.SHORT);
        for (int i = 0; i < 4; i++) {
            once.add(data.copy(i), 9, 3);
            for (int n = 0; n < 3; n++) {
                thrice.add(data.copy(i), 9, 1);
            }
        }
        Moments expected = thrice.moments();
        Moments found = once.moments();
        assertArrayEquals(expected.joint().toDense(), found.joint().toDense(), EXACT);
        assertEquals(expected.windows(), found.windows());
        assertThrows(IllegalStateException.class, once::moments, "its tables are gone");
    }

    @Test
    void saysWhatIsMissing() {
        assertEquals("learning needs at least one sequence of symbols; found 0 sequences with 0 symbols",
                message(History.SHORT, Symbols.of(AB)));
        assertEquals("learning needs at least two different symbols; all 5 symbols are 'b'",
                message(History.SHORT, Symbols.of(AB, new int[] {1, 1, 1}, new int[] {1, 1})));
        assertEquals("one window of strings of length 2 needs a sequence of at least 5 symbols (history=complete);"
                + " the longest of 2 has 4",
                message(History.COMPLETE, Symbols.of(AB, new int[] {0, 1}, new int[] {0, 1, 1, 0})));
        assertEquals("one window of strings of length 2 needs a sequence of at least 3 symbols (history=short);"
                + " the longest of 1 has 2", message(History.SHORT, Symbols.of(AB, new int[] {0, 1})));
    }

    private static String message(History history, Symbols data) {
        return assertThrows(LearningException.class, () -> count(history, 2, data)).getMessage();
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }
}
