package psr.math.ngram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.model.SymbolFilter;
import psr.api.store.Tensor;

class ContextTreeTest {

    private static final double EXACT = 1e-12;

    private static final Alphabet AB = Alphabet.numbered(2);

    /** The empty context, followed by the contexts 'start', '0', '1', and '1 before 0'. */
    private static final int[][] CONTEXTS = {{-1, -1}, {0, 2}, {0, 0}, {0, 1}, {2, 1}};

    private static final double[] WEIGHTS = {.2, .5, .5, .25, .4};

    private static final int[][] FOLLOWERS = {{0, 0}, {0, 1}, {1, 0}, {2, 1}, {3, 0}, {3, 1}, {4, 0}};

    private static final double[] SHARES = {.5, .3, .5, .5, .25, .5, .6};

    private static ContextTree tree() {
        return new ContextTree(AB, CONTEXTS, WEIGHTS, FOLLOWERS, SHARES);
    }

    private static double[] scores(SymbolFilter filter, int ahead) {
        double[] scores = new double[2];
        filter.scores(ahead, scores);
        return scores;
    }

    @Test
    void predictsFromTheLongestContextThatThePastEndsWith() {
        SymbolFilter filter = tree().filter();
        // Below the empty context: (.5, .5), so there (.6, .4); at the start half of it and .5 for 0.
        assertArrayEquals(new double[] {.8, .2}, scores(filter, 1), EXACT);
        filter.update(0);
        assertArrayEquals(new double[] {.3, .7}, scores(filter, 1), EXACT);
        filter.update(1);
        assertArrayEquals(new double[] {.25 + .25 * .6, .5 + .25 * .4}, scores(filter, 1), EXACT);
        filter.update(0);
        assertArrayEquals(new double[] {.6 + .4 * .3, .4 * .7}, scores(filter, 1), EXACT);
        filter.update(0);
        assertArrayEquals(new double[] {.3, .7}, scores(filter, 1), EXACT);
        assertThrows(IllegalArgumentException.class, () -> filter.scores(0, new double[2]));
        assertThrows(IndexOutOfBoundsException.class, () -> filter.update(2));
    }

    /** The sum over all symbols in between. */
    private static double[] between(SymbolFilter filter, int ahead, int symbols) {
        double[] now = new double[symbols];
        filter.scores(1, now);
        if (ahead == 1) {
            return now;
        }
        double[] sum = new double[symbols];
        for (int o = 0; o < symbols; o++) {
            SymbolFilter further = filter.copy();
            further.update(o);
            double[] then = between(further, ahead - 1, symbols);
            for (int k = 0; k < symbols; k++) {
                sum[k] += now[o] * then[k];
            }
        }
        return sum;
    }

    @Test
    void looksAheadOverAllThatMayStandBetween() {
        SymbolFilter filter = tree().filter();
        for (int symbol : new int[] {1, 0, 0, 1, 0}) {
            for (int ahead = 1; ahead <= 5; ahead++) {
                assertArrayEquals(between(filter, ahead, 2), scores(filter, ahead), EXACT);
            }
            filter.update(symbol);
        }
        filter.reset();
        assertArrayEquals(new double[] {.8, .2}, scores(filter, 1), EXACT);
    }

    @Test
    void nothingButTheEndFollowsTheEnd() {
        Alphabet ends = Alphabet.numbered(2).withEnd("end");
        Symbols data = Symbols.of(ends, new int[] {0, 1, 0, 2}, new int[] {1, 1, 2}, new int[] {0, 0, 0, 1, 2});
        ContextTree tree = ContextTree.of(new ContextCounts(data, 2, () -> {}), Smoothing.KNESER_NEY, 2);
        assertEquals(ends, tree.space());
        SymbolFilter filter = tree.filter();
        double[] scores = new double[3];
        for (int ahead = 1; ahead <= 4; ahead++) {
            filter.scores(ahead, scores);
            assertArrayEquals(between(filter, ahead, 3), scores, EXACT);
        }
        filter.update(0);
        filter.update(2);
        for (int again = 0; again < 3; again++) {
            for (int ahead = 1; ahead <= 3; ahead++) {
                filter.scores(ahead, scores);
                assertArrayEquals(new double[] {0, 0, 1}, scores, EXACT);
            }
            if (again == 0) {
                assertTrue(filter.skip());
            } else {
                filter.update(0);
            }
        }
    }

    @Test
    void aGapLeavesTheEmptyContext() {
        SymbolFilter filter = tree().filter();
        filter.update(0);
        assertTrue(filter.skip());
        assertArrayEquals(new double[] {.6, .4}, scores(filter, 1), EXACT);
        filter.update(0);
        assertArrayEquals(new double[] {.3, .7}, scores(filter, 1), EXACT);
    }

    @Test
    void aCopyGoesItsOwnWay() {
        SymbolFilter filter = tree().filter();
        filter.update(1);
        SymbolFilter copy = filter.copy();
        copy.update(0);
        assertArrayEquals(new double[] {.4, .6}, scores(filter, 1), EXACT);
        assertArrayEquals(new double[] {.72, .28}, scores(copy, 1), EXACT);
    }

    @Test
    void withoutAContextOfTheStartItBeginsInTheEmptyOne() {
        SymbolFilter filter = new ContextTree(AB, new int[][] {{-1, -1}}, new double[] {.2}, new int[][] {{0, 0}, {0, 1}},
                new double[] {.5, .3}).filter();
        assertArrayEquals(new double[] {.6, .4}, scores(filter, 1), EXACT);
    }

    @Test
    void givesItsTablesBack() {
        ContextTree tree = tree();
        assertEquals(5, tree.contexts());
        assertArrayEquals(CONTEXTS, tree.contextTable());
        assertArrayEquals(WEIGHTS, tree.weights());
        assertArrayEquals(FOLLOWERS, tree.followerTable());
        assertArrayEquals(SHARES, tree.shares());
    }

    @Test
    void tensorsAreTheTablesRowByRow() {
        Map<String, Tensor> tensors = ContextTreeTensors.of(tree());
        assertEquals(Tensor.of(new double[] {0, 2, 0, 0, 0, 1, 2, 1}, 4, 2), tensors.get("contexts"));
        assertEquals(Tensor.vector(WEIGHTS), tensors.get("weights"));
        assertEquals(Tensor.of(new double[] {0, 0, 0, 1, 1, 0, 2, 1, 3, 0, 3, 1, 4, 0}, 7, 2), tensors.get("followers"));
        assertEquals(Tensor.vector(SHARES), tensors.get("shares"));
        ContextTree again = ContextTreeTensors.tree(AB, tensors::get);
        assertEquals(tensors, ContextTreeTensors.of(again));
        assertArrayEquals(scores(tree().filter(), 3), scores(again.filter(), 3), 0);
    }

    @Test
    void refusesTensorsOfOtherShapes() {
        Map<String, Tensor> tensors = ContextTreeTensors.of(tree());
        for (Tensor wrong : new Tensor[] {Tensor.of(new double[8], 8), Tensor.of(new double[9], 3, 3)}) {
            var refused = assertThrows(IllegalArgumentException.class, () -> ContextTreeTensors.tree(AB,
                    name -> name.equals("contexts") ? wrong : tensors.get(name)));
            assertTrue(refused.getMessage().startsWith("contexts must have 2 columns"), refused.getMessage());
        }
    }

    private static void refuses(String rule, int[][] contexts, double[] weights, int[][] followers, double[] shares) {
        String message = assertThrows(IllegalArgumentException.class,
                () -> new ContextTree(AB, contexts, weights, followers, shares)).getMessage();
        assertTrue(message.contains(rule), message);
    }

    @Test
    void refusesTablesThatAreNoModel() {
        int[][] one = {{-1, -1}};
        double[] half = {.5};
        int[][] follower = {{0, 0}};
        refuses("must have a context", new int[0][], new double[0], new int[0][], new double[0]);
        refuses("a weight for each", one, new double[] {.5, .5}, follower, half);
        refuses("a share for each", one, half, follower, new double[] {.2, .3});
        String order = "a context must appear once, after its parent";
        for (int[] context : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 3}}) {
            refuses(order, new int[][] {{-1, -1}, context}, new double[] {.5, 1}, follower, half);
        }
        refuses(order, new int[][] {{-1, -1}, {0, 1}, {0, 1}}, new double[] {.5, 1, 1}, follower, half);
        String followers = "followers must be in order";
        for (int[] wrong : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 2}}) {
            refuses(followers, one, half, new int[][] {wrong}, half);
        }
        double[] quarters = {.25, .25};
        refuses(followers, one, half, new int[][] {{0, 1}, {0, 0}}, quarters);
        refuses(followers, one, half, new int[][] {{0, 1}, {0, 1}}, quarters);
        refuses(followers, new int[][] {{-1, -1}, {0, 0}}, new double[] {.5, .5}, new int[][] {{1, 0}, {0, 1}},
                new double[] {.5, .5});
        String sum = "must be 0 or more and sum to 1";
        refuses(sum, one, half, follower, new double[] {.5 + 2e-9});
        refuses(sum, one, half, follower, new double[] {.5 - 2e-9});
        refuses(sum, one, new double[] {-.5}, follower, new double[] {1.5});
        refuses(sum, one, new double[] {1.5}, follower, new double[] {-.5});
        refuses(sum, one, new double[] {Double.NaN}, follower, half);
        assertEquals(1, new ContextTree(AB, one, new double[] {0}, follower, new double[] {1}).contexts());
        assertEquals(1, new ContextTree(AB, one, new double[] {1}, follower, new double[] {0}).contexts());
    }

    /** Hundreds of contexts, compared with counting strings by hand. */
    @Test
    void wittenBellIsTheCountOfStringsHoweverMany() {
        SplittableRandom random = new SplittableRandom(2);
        int[] x = random.ints(400, 0, 6).toArray();
        int[] y = random.ints(50, 0, 6).toArray();
        ContextCounts counts = new ContextCounts(Symbols.of(Alphabet.numbered(6), x, y), 3, () -> {});
        assertEquals(3, counts.depth());
        SymbolFilter filter = ContextTree.of(counts, Smoothing.WITTEN_BELL, 2).filter();
        double[] scores = new double[6];
        for (int t = 0; t < y.length; t++) {
            filter.scores(1, scores);
            double[] expected = new double[6];
            Arrays.fill(expected, 1 / 6.0);
            for (int k = 0; k <= Math.min(2, t + 1); k++) {
                double[] followed = followed(new int[][] {x, y}, y, t, k);
                double total = 0;
                double types = 0;
                for (double c : followed) {
                    total += c;
                    types += c > 0 ? 1 : 0;
                }
                for (int o = 0; o < 6 && total > 0; o++) {
                    expected[o] = (followed[o] + types * expected[o]) / (total + types);
                }
            }
            assertArrayEquals(expected, scores, EXACT, "step " + t);
            filter.update(y[t]);
        }
    }

    /** How often each symbol follows the k symbols before t, one of which may be the start of a sequence. */
    private static double[] followed(int[][] data, int[] y, int t, int k) {
        double[] followed = new double[6];
        for (int[] x : data) {
            for (int s = 0; s < x.length; s++) {
                boolean alike = true;
                for (int j = 1; j <= k; j++) {
                    int there = s - j >= 0 ? x[s - j] : s - j == -1 ? 6 : 7;
                    int here = t - j >= 0 ? y[t - j] : t - j == -1 ? 6 : 7;
                    alike &= there == here;
                }
                followed[x[s]] += alike ? 1 : 0;
            }
        }
        return followed;
    }
}
