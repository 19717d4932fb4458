package psr.baselines.simple;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.LinearPsr;
import psr.api.settings.Size;
import psr.math.Kernels;
import psr.math.linear.Matrices;
import psr.math.moments.History;
import psr.math.moments.Moments;

class RandomPsrTest {

    private static final double EXACT = 1e-12;
    private static final RandomPsr.Settings THREE =
            new RandomPsr.Settings(Size.exactly(3), 2, History.SHORT, 3e-3, RandomPsr.Draw.FEATURES);

    @Test
    void keepsItsPromises() {
        assertEquals(List.of(), Contracts.check(new RandomPsr(), THREE, Contracts.sample(50, 8)));
        assertEquals(List.of(),
                Contracts.check(new RandomPsr(),
                        new RandomPsr.Settings(Size.exactly(2), 1, History.COMPLETE, 0, RandomPsr.Draw.FEATURES),
                        Contracts.sample(50, 8)));
    }

    @Test
    void theFirstScoresSumToOneAndTheStateIsNormalised() {
        LinearPsr model = new RandomPsr().learn(Contracts.sample(50, 8), THREE, new SeededRun(1));
        double[] scores = new double[3];
        model.filter().scores(1, scores);
        assertEquals(1, scores[0] + scores[1] + scores[2], EXACT);
        LinearPsr.Parameters numbers = model.parameters();
        double dot = 0;
        for (int i = 0; i < 3; i++) {
            dot += numbers.initial()[i] * numbers.normaliser()[i];
        }
        assertEquals(1, dot, EXACT);
    }

    @Test
    void everyDrawKeepsTheContractAndItsFirstScoresSumToOne() {
        for (RandomPsr.Draw draw : RandomPsr.Draw.values()) {
            RandomPsr.Settings settings = new RandomPsr.Settings(Size.exactly(3), 2, History.SHORT, 0, draw);
            assertEquals(List.of(), Contracts.check(new RandomPsr(), settings, Contracts.sample(50, 8)));
            double[] scores = new double[3];
            new RandomPsr().learn(Contracts.sample(50, 8), settings, new SeededRun(1)).filter().scores(1, scores);
            assertEquals(1, scores[0] + scores[1] + scores[2], 1e-9, draw.name());
        }
    }

    @Test
    void drawsDifferInWhatIsNegative() {
        for (RandomPsr.Draw draw : RandomPsr.Draw.values()) {
            LinearPsr model = new RandomPsr().learn(Contracts.sample(50, 8),
                    new RandomPsr.Settings(Size.exactly(3), 2, History.SHORT, 0, draw), new SeededRun(1));
            double[][] operators = model.parameters().operators();
            boolean oneSign = Arrays.stream(operators).flatMapToDouble(Arrays::stream).allMatch(x -> x >= 0);
            assertEquals(draw == RandomPsr.Draw.STATES, oneSign, draw.name());
        }
    }

    @Test
    void gaussianOperatorsHaveTheInitialStateAndTheNormaliserOf2sr() {
        Symbols data = Contracts.sample(50, 8);
        Features features = Features.seenIn(data, 2);
        Moments moments = Moments.count(data, features, History.SHORT, new SeededRun(1));
        LinearPsr model = new RandomPsr().learn(data,
                new RandomPsr.Settings(Size.exactly(9), 2, History.SHORT, 0, RandomPsr.Draw.GAUSSIAN), new SeededRun(1));
        // The expectations of the single symbols sum to one, so h̄ is in the row space of UᵀC0 and b∞ᵀUᵀC0 = h̄ᵀ.
        int d = model.dimension();
        double[] b = model.parameters().normaliser();
        double[][] states = moments.joint().multiplyTransposed(Matrices.rows(model.map(), features.count(), d), d);
        for (int h = 0; h < states.length; h++) {
            assertEquals(moments.historyMean()[h], Kernels.dot(d, b, states[h]), 1e-9);
        }
        assertEquals(1, Kernels.dot(d, b, model.parameters().initial()), 1e-9);
    }

    @Test
    void anotherSeedGivesAnotherModelInTheSameSpace() {
        LinearPsr one = new RandomPsr().learn(Contracts.sample(50, 8), THREE, new SeededRun(1));
        LinearPsr two = new RandomPsr().learn(Contracts.sample(50, 8), THREE, new SeededRun(2));
        assertEquals(one.map()[0], two.map()[0]);
        assertNotEquals(one.parameters().operators()[0][0], two.parameters().operators()[0][0]);
    }

    private static LinearPsr learn(RandomPsr.Settings settings, int symbols, int[]... sequences) {
        return new RandomPsr().learn(Symbols.of(Alphabet.numbered(symbols), sequences), settings,
                new SeededRun(1));
    }

    @Test
    void refusesWhatCarriesNoState() {
        assertThrows(LearningException.class, () -> learn(THREE, 3));
        assertThrows(LearningException.class, () -> learn(THREE, 3, new int[] {0, 0, 0, 0, 0}));
        assertThrows(LearningException.class, () -> learn(THREE, 3, new int[] {0, 1}));
        assertThrows(LearningException.class, () -> learn(THREE, 2, new int[] {0, 1, 0, 1, 0, 1, 0, 1}));
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> new RandomPsr().learn(Contracts.sample(50, 8),
                        new RandomPsr.Settings(Size.exactly(13), 2, History.SHORT, 0, RandomPsr.Draw.FEATURES),
                        new SeededRun(1)));
        assertEquals(
                "rank must be 1..12, the number of features; rank=13; rank=at-most-13 takes the largest possible rank (random)",
                refusal.getMessage());
    }

    @Test
    void theGuardHasTheLevelThatWasChosen() {
        for (double level : new double[] {3e-3, .25}) {
            LinearPsr model = new RandomPsr().learn(Contracts.sample(50, 8),
                    new RandomPsr.Settings(Size.exactly(3), 2, History.SHORT, level, RandomPsr.Draw.FEATURES), new SeededRun(1));
            assertArrayEquals(new double[] {level}, model.guard().levels());
        }
        assertFalse(new RandomPsr().learn(Contracts.sample(50, 8),
                new RandomPsr.Settings(Size.exactly(3), 2, History.SHORT, 0, RandomPsr.Draw.FEATURES),
                new SeededRun(1)).guard().on());
    }

    @Test
    void theDefaultRankIsCutToWhatTheDataCarryAndAnExplicitOneIsRefused() {
        SeededRun run = new SeededRun(1);
        LinearPsr model = (LinearPsr) new RandomPsr().learn(Contracts.sample(50, 8), Map.of(), run);
        assertEquals(9, model.dimension());
        assertEquals(Map.of("rank cut to 9", 1L), run.counts());
        assertEquals("rank must be at most 9 for the moments of these data; rank=12; "
                + "rank=at-most-12 takes the largest possible rank",
                assertThrows(LearningException.class,
                        () -> new RandomPsr().learn(Contracts.sample(50, 8), Map.of("rank", "12"), run)).getMessage());
    }
}
