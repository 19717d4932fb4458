package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Features;
import psr.api.model.LinearPsr;
import psr.math.linear.Matrices;
import psr.math.moments.History;

class RandomPsrTest {

    private static final double EXACT = 1e-12;
    private static final RandomPsr.Settings THREE = new RandomPsr.Settings(3, 2, History.SHORT, 3e-3);

    @Test
    void keepsItsPromises() {
        assertEquals(List.of(), Contracts.check(new RandomPsr(), THREE, Contracts.sample(50, 8)));
        assertEquals(List.of(), Contracts.check(new RandomPsr(), new RandomPsr.Settings(2, 1, History.COMPLETE, 0),
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
    void anotherSeedGivesAnotherModelInTheSameSpace() {
        LinearPsr one = new RandomPsr().learn(Contracts.sample(50, 8), THREE, new SeededRun(1));
        LinearPsr two = new RandomPsr().learn(Contracts.sample(50, 8), THREE, new SeededRun(2));
        assertEquals(one.map()[0], two.map()[0]);
        assertNotEquals(one.parameters().operators()[0][0], two.parameters().operators()[0][0]);
    }

    @Test
    void projectsTheRandomMatrixItDraws() {
        TrainingData data = Contracts.sample(50, 8);
        StateSpace space = StateSpace.of(data, Features.seenIn(data, 2), OptionalInt.of(3), History.SHORT,
                new SplittableRandom(1), "random");
        int count = space.features().count();
        SplittableRandom same = new SplittableRandom(9);
        double[] x = new double[count * count];
        for (int i = 0; i < x.length; i++) {
            x[i] = same.nextDouble();
        }
        double[] xu = Matrices.multiply(x, count, count, space.map(), 3);
        double[] expected = Matrices.multiplyTransposed(space.map(), count, 3, xu, 3);
        double[] found = space.randomOperator(new SplittableRandom(9));
        for (int i = 0; i < 9; i++) {
            assertEquals(expected[i], found[i], 1e-9);
        }
    }

    @Test
    void theBasisIsOrthonormalAndBoundsItsStates() {
        TrainingData data = Contracts.sample(50, 8);
        StateSpace space = StateSpace.of(data, Features.seenIn(data, 2), OptionalInt.of(4), History.SHORT,
                new SplittableRandom(1), "random");
        double[] gram = Matrices.multiplyTransposed(space.map(), space.features().count(), 4, space.map(), 4);
        for (int i = 0; i < 16; i++) {
            assertEquals(i % 5 == 0 ? 1 : 0, gram[i], 1e-9);
        }
        assertTrue(space.bound() > 0 && space.bound() <= Math.sqrt(2) + EXACT, "bound " + space.bound());
    }

    private static LinearPsr learn(RandomPsr.Settings settings, int symbols, int[]... sequences) {
        return new RandomPsr().learn(TrainingData.of(Alphabet.numbered(symbols), Sequences.of(sequences)), settings,
                new SeededRun(1));
    }

    @Test
    void refusesWhatCarriesNoState() {
        assertThrows(LearningException.class, () -> learn(THREE, 3));
        assertThrows(LearningException.class, () -> learn(THREE, 3, new int[] {0, 0, 0, 0, 0}));
        assertThrows(LearningException.class, () -> learn(THREE, 3, new int[] {0, 1}));
        assertThrows(LearningException.class, () -> learn(THREE, 2, new int[] {0, 1, 0, 1, 0, 1, 0, 1}));
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> new RandomPsr().learn(Contracts.sample(50, 8), new RandomPsr.Settings(13, 2, History.SHORT, 0),
                        new SeededRun(1)));
        assertEquals("rank must be 1..12, the number of features; rank=13 (random)", refusal.getMessage());
    }
}
