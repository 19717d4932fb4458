package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static psr.spectral.Golden.SOLVED;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.LinearPsr;
import psr.math.linear.Matrices;

class SpectralHmmTest {

    private static LinearPsr learn(Symbols data, String... typed) {
        return new SpectralHmm().learn(data, Golden.settings(SpectralHmm.Settings.class, typed), new SeededRun(1));
    }

    /** The paper's formulas in a plain implementation on dense moments. */
    @Test
    void isWhatThePaperSays() {
        Symbols data = Golden.generated();
        int n = 3;
        int m = 2;
        double[] p1 = new double[n];
        double[] past = new double[n];
        double[] p21 = new double[n * n];
        double[][] p3x1 = new double[n][n * n];
        for (int i = 0; i < 400; i++) {
            p1[data.symbol(i, 0)] += 1. / 400;
            for (int t = 1; t < 9; t++) {
                int a = data.symbol(i, t - 1);
                int b = data.symbol(i, t);
                int c = data.symbol(i, t + 1);
                past[a] += 1. / 3200;
                p21[b * n + a] += 1. / 3200;
                p3x1[b][c * n + a] += 1. / 3200;
            }
        }
        LinearPsr model = learn(data, "rank", "2");
        double[] u = model.map();
        double[] ut = Matrices.transpose(u, n, m);
        assertArrayEquals(Matrices.identity(m), Matrices.multiply(ut, m, n, u, m), SOLVED);
        double[] up21 = Matrices.multiply(ut, m, n, p21, n);
        double[] inverse = Matrices.pseudoInverse(up21, m, n, 1e-10);
        LinearPsr.Parameters found = model.parameters();
        assertArrayEquals(Matrices.multiply(ut, m, n, p1, 1), found.initial(), SOLVED);
        double[] turned = Matrices.pseudoInverse(Matrices.transpose(up21, m, n), n, m, 1e-10);
        assertArrayEquals(Matrices.multiply(turned, m, n, past, 1), found.normaliser(), SOLVED);
        for (int x = 0; x < n; x++) {
            double[] b = Matrices.multiply(Matrices.multiply(ut, m, n, p3x1[x], n), m, n, inverse, m);
            assertArrayEquals(b, found.operators()[x], SOLVED);
        }
    }

    @Test
    void theFirstTriplesAreThoseOfTheShortenedSequences() {
        Symbols data = Golden.generated();
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < data.count(); i++) {
            builder.add(data.copy(i), 0, 3);
        }
        LinearPsr shortened = learn(builder.build(data.alphabet()), "rank", "3");
        LinearPsr first = learn(data, "rank", "3", "triples", "first");
        assertArrayEquals(shortened.parameters().operators()[1], first.parameters().operators()[1]);
        assertArrayEquals(shortened.parameters().initial(), first.parameters().initial());
        assertArrayEquals(shortened.parameters().normaliser(), first.parameters().normaliser());
    }

    @Test
    void saysWhichRankItChose() {
        SeededRun run = new SeededRun(1);
        LinearPsr model = new SpectralHmm().learn(Golden.generated(),
                Golden.settings(SpectralHmm.Settings.class, "rank", "auto"), run);
        assertEquals(1, run.counts().get("rank " + model.dimension() + " chosen"), run.counts()::toString);
    }

    @Test
    void keepsTheContractOfALearner() {
        for (String rank : List.of("3", "auto")) {
            assertEquals(List.of(), Contracts.check(new SpectralHmm(),
                    Golden.settings(SpectralHmm.Settings.class, "rank", rank), Contracts.sample(300, 10)));
        }
    }

    @Test
    void itsDefaultsFitTheRing() {
        LinearPsr model = learn(Golden.sequences("ring-41/ring.train"));
        Golden.Scores scores = Golden.score(model, Golden.sequences("ring-41/ring.test"));
        // Far better than the frequencies alone (about 2.8), worse than the bound for pairs of symbols (1.66).
        assertTrue(scores.pnll()[0] < 1.95 && scores.pnll()[0] > 1.66, "pnll " + scores.pnll()[0]);
    }

    @Test
    void refusesRankAboveSymbols() {
        assertEquals("rank must be 1..3, the number of symbols; rank=4; rank=auto chooses one (hkz)", assertThrows(
                IllegalArgumentException.class, () -> learn(Golden.generated(), "rank", "4")).getMessage());
    }

    @Test
    void refusesDataThatDetermineNothing() {
        Alphabet three = Alphabet.numbered(3);
        for (Symbols sequences : List.of(Symbols.of(three), Symbols.of(three, new int[] {1, 1, 1, 1}),
                Symbols.of(three, new int[] {0, 1}, new int[] {1, 2}))) {
            assertThrows(LearningException.class, () -> learn(sequences.over(three), "rank", "1"));
        }
        Symbols twoOfThree = Symbols.of(three, new int[] {0, 1, 1, 0, 1, 0, 0, 1});
        assertEquals("rank must be at most 2 for the moments of these data; rank=3; rank=auto chooses one",
                assertThrows(LearningException.class, () -> learn(twoOfThree, "rank", "3")).getMessage());
    }

    @Test
    void tellsTheSingularValuesItSaw() {
        SeededRun run = new SeededRun(1);
        new SpectralHmm().learn(Golden.generated(), Golden.settings(SpectralHmm.Settings.class, "rank", "2"), run);
        assertEquals(2, run.singularValues().orElseThrow().rank());
        assertEquals(3, run.singularValues().orElseThrow().values().length,
                "one for each symbol, also where the rank is smaller");
    }
}
