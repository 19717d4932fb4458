package example.kneserney;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;

class KneserNeyTest {

    private static final double EXACT = 1e-12;

    private final KneserNey learner = new KneserNey();

    @Test
    void keepsTheContractOfLearners() {
        for (int order : new int[] {2, 3, 5}) {
            assertEquals(List.of(), Contracts.check(learner, settings(order), Contracts.sample(40, 9)));
        }
        assertEquals(List.of(), Contracts.check(learner, settings(3), sentences()));
    }

    /**
     * "a b" and "a a b", N=2. Pairs: ^a 2, ab 2, aa 1, so n₁=1, n₂=2, D₂=1/5. Before a: ^ and a; before b: a; so
     * c(a)=2, c(b)=1, D₁=1/3. P(a)=(2−1/3)/3+(1/3·2/3)/2=2/3, P(b)=1/3. P(a|^)=1.8/2+0.1·2/3=29/30.
     * P(a|a)=0.8/3+2/15·2/3=16/45.
     */
    @Test
    void equalsWhatWasComputedByHand() {
        Model model = learn(2, Alphabet.of(List.of("a", "b")), new int[] {0, 1}, new int[] {0, 0, 1});
        assertArrayEquals(new double[] {29 / 30.0, 1 / 30.0}, after(model), EXACT);
        assertArrayEquals(new double[] {16 / 45.0, 29 / 45.0}, after(model, 0), EXACT);
        assertArrayEquals(new double[] {2 / 3.0, 1 / 3.0}, after(model, 0, 1), EXACT);
        assertArrayEquals(new double[] {16 / 45.0, 29 / 45.0}, after(model, 0, 1, 0), EXACT);
    }

    /** The famous case: 'Francisco' is frequent but follows only 'San', so it is not predicted in an unknown context. */
    @Test
    void aSymbolThatFollowsOnlyOneOtherIsNotExpectedElsewhere() {
        Alphabet words = Alphabet.of(List.of("San", "Francisco", "tea", "and", "new"));
        Model model = learn(2, words, new int[] {0, 1, 0, 1, 0, 1, 0, 1}, new int[] {3, 2}, new int[] {2, 2},
                new int[] {2, 3});
        double[] unknown = after(model, 4);
        assertTrue(unknown[2] > unknown[1], () -> Arrays.toString(unknown));
        assertTrue(unknown[4] > 0, "what was never seen must stay possible");
    }

    @Test
    void equalsTheTextbookOnRandomData() {
        SplittableRandom random = new SplittableRandom(4);
        for (int order = 2; order <= 5; order++) {
            for (Symbols data : List.of(Contracts.sample(12, 7), sentences())) {
                Model model = learner.learn(data, settings(order), new SeededRun(1));
                Textbook textbook = new Textbook(data, order);
                int n = data.alphabet().size();
                int ordinary = data.alphabet().end().orElse(n);
                for (int trial = 0; trial < 100; trial++) {
                    int[] past = random.ints(random.nextInt(7), 0, ordinary).toArray();
                    assertArrayEquals(textbook.distribution(past), after(model, past), EXACT, Arrays.toString(past));
                }
            }
        }
    }

    @Test
    void sumsToOneAfterEveryPast() {
        for (OptionalDouble discount : List.of(OptionalDouble.empty(), OptionalDouble.of(0), OptionalDouble.of(.75),
                OptionalDouble.of(1))) {
            for (int order = 2; order <= 4; order++) {
                Model model = learner.learn(Contracts.sample(30, 8), new KneserNey.Settings(order, discount),
                        new SeededRun(1));
                for (int past = 0; past < 3 * 3 * 3 * 3; past++) {
                    double[] p = after(model, past / 27, past / 9 % 3, past / 3 % 3, past % 3);
                    assertEquals(1, Arrays.stream(p).sum(), EXACT);
                    assertTrue(Arrays.stream(p).allMatch(x -> x >= 0));
                }
            }
        }
    }

    @Test
    void looksAheadByTheSumOverWhatLiesBetween() {
        for (Symbols data : List.of(Contracts.sample(20, 9), sentences())) {
            Model model = learner.learn(data, settings(3), new SeededRun(1));
            SymbolFilter filter = model.filter();
            filter.update(1);
            for (int ahead = 1; ahead <= 4; ahead++) {
                double[] found = new double[data.alphabet().size()];
                filter.scores(ahead, found);
                assertArrayEquals(between(filter, ahead, found.length), found, EXACT);
            }
        }
    }

    @Test
    void nothingButTheEndFollowsTheEnd() {
        Symbols data = sentences();
        Model model = learner.learn(data, settings(3), new SeededRun(1));
        int end = data.alphabet().end().getAsInt();
        double[] expected = new double[data.alphabet().size()];
        expected[end] = 1;
        assertArrayEquals(expected, after(model, 0, end));
        assertArrayEquals(expected, after(model, 0, end, end));
    }

    @Test
    void anOrderBeyondTheDataChangesNothing() {
        Symbols data = Contracts.sample(10, 4);
        Model five = learner.learn(data, settings(5), new SeededRun(1));
        Model hundred = learner.learn(data, settings(100), new SeededRun(1));
        for (int i = 0; i < 10; i++) {
            int[] past = Arrays.copyOf(data.copy(i), 3);
            assertArrayEquals(after(five, past), after(hundred, past));
        }
    }

    @Test
    void refusesDataWithoutASymbol() {
        Symbols empty = Symbols.of(Alphabet.numbered(2), new int[0], new int[0]);
        assertEquals("kneser-ney needs at least 1 symbol to learn from; found 2 sequences with 0 symbols",
                assertThrows(LearningException.class, () -> learner.learn(empty, settings(2), new SeededRun(1)))
                        .getMessage());
    }

    @Test
    void settingsAreReadAndChecked() {
        Schema<KneserNey.Settings> schema = Schema.of(KneserNey.Settings.class);
        assertEquals(new KneserNey.Settings(3, OptionalDouble.empty()), schema.defaults());
        assertEquals(new KneserNey.Settings(4, OptionalDouble.of(.75)),
                schema.parse(Map.of("order", "4", "discount", "0.75"), "kneser-ney"));
        assertThrows(IllegalArgumentException.class, () -> schema.parse(Map.of("order", "1"), "kneser-ney"));
        assertThrows(IllegalArgumentException.class, () -> schema.parse(Map.of("discount", "1.5"), "kneser-ney"));
    }

    private static KneserNey.Settings settings(int order) {
        return new KneserNey.Settings(order, OptionalDouble.empty());
    }

    private Model learn(int order, Alphabet alphabet, int[]... sequences) {
        return learner.learn(Symbols.of(alphabet, sequences), settings(order), new SeededRun(1));
    }

    /** Symbols that end with an end, of different lengths, one of them consisting only of the end. */
    private static Symbols sentences() {
        SplittableRandom random = new SplittableRandom(9);
        Symbols.Builder sequences = new Symbols.Builder().add(3);
        for (int i = 0; i < 25; i++) {
            int[] sequence = random.ints(1 + random.nextInt(8), 0, 3).toArray();
            sequence[sequence.length - 1] = 3;
            sequences.add(sequence);
        }
        return sequences.build(Alphabet.numbered(3).withEnd("."));
    }

    private static double[] after(Model model, int... past) {
        SymbolFilter filter = model.filter();
        for (int symbol : past) {
            filter.update(symbol);
        }
        double[] scores = new double[model.space().size()];
        filter.scores(1, scores);
        return scores;
    }

    private static double[] between(SymbolFilter filter, int ahead, int n) {
        double[] next = new double[n];
        filter.scores(1, next);
        if (ahead == 1) {
            return next;
        }
        double[] sum = new double[n];
        for (int w = 0; w < n; w++) {
            SymbolFilter step = filter.copy();
            step.update(w);
            double[] then = between(step, ahead - 1, n);
            for (int o = 0; o < n; o++) {
                sum[o] += next[w] * then[o];
            }
        }
        return sum;
    }

    /** The definition, implemented literally: each count is a pass over the data. */
    private static final class Textbook {

        private final List<List<Integer>> data = new ArrayList<>();
        private final int n;
        private final int order;

        Textbook(Symbols training, int order) {
            this.n = training.alphabet().size();
            this.order = order;
            for (int i = 0; i < training.count(); i++) {
                List<Integer> sequence = new ArrayList<>(List.of(n));
                Arrays.stream(training.copy(i)).forEach(sequence::add);
                data.add(sequence);
            }
        }

        double[] distribution(int[] past) {
            List<Integer> history = new ArrayList<>(List.of(n));
            Arrays.stream(past).forEach(history::add);
            List<Integer> h = history.subList(Math.max(0, history.size() - order + 1), history.size());
            double[] p = new double[n];
            for (int w = 0; w < n; w++) {
                p[w] = probability(h, w);
            }
            return p;
        }

        private double probability(List<Integer> h, int w) {
            double lower = h.isEmpty() ? 1.0 / n : probability(h.subList(1, h.size()), w);
            double total = 0;
            int different = 0;
            for (int o = 0; o < n; o++) {
                int c = count(join(h, o));
                total += c;
                different += c > 0 ? 1 : 0;
            }
            if (total == 0) {
                return lower;
            }
            double d = discount(h.size() + 1);
            return Math.max(count(join(h, w)) - d, 0) / total + d * different / total * lower;
        }

        private int count(List<Integer> gram) {
            int seen = 0;
            Set<Integer> before = new HashSet<>();
            for (List<Integer> sequence : data) {
                for (int from = 0; from + gram.size() <= sequence.size(); from++) {
                    if (sequence.subList(from, from + gram.size()).equals(gram)) {
                        seen++;
                        if (from > 0) {
                            before.add(sequence.get(from - 1));
                        }
                    }
                }
            }
            return gram.size() == order || gram.get(0) == n ? seen : before.size();
        }

        private double discount(int m) {
            Set<List<Integer>> grams = new HashSet<>();
            for (List<Integer> sequence : data) {
                for (int from = 0; from + m <= sequence.size(); from++) {
                    grams.add(sequence.subList(from, from + m));
                }
            }
            grams.remove(List.of(n));
            double once = grams.stream().filter(gram -> count(gram) == 1).count();
            double twice = grams.stream().filter(gram -> count(gram) == 2).count();
            return once == 0 ? .5 : once / (once + 2 * twice);
        }

        private static List<Integer> join(List<Integer> h, int w) {
            List<Integer> gram = new ArrayList<>(h);
            gram.add(w);
            return gram;
        }
    }
}
