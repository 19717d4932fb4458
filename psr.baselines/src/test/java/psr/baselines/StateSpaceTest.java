package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.settings.Size;
import psr.math.linear.Matrices;
import psr.math.moments.History;

class StateSpaceTest {

    private static final double EXACT = 1e-12;

    @Test
    void projectsTheRandomMatrixItDraws() {
        Symbols data = Contracts.sample(50, 8);
        StateSpace space = StateSpace.of(data, Features.seenIn(data, 2), Optional.of(Size.exactly(3)), History.SHORT,
                new SeededRun(1), "random");
        int count = space.features().count();
        SplittableRandom same = new SplittableRandom(9);
        double[] x = new double[count * count];
        for (int i = 0; i < x.length; i++) {
            x[i] = same.nextDouble();
        }
        double[] xu = Matrices.multiply(x, count, count, space.map(), 3);
        double[] expected = Matrices.multiplyTransposed(space.map(), count, 3, xu, 3);
        double[] found = space.randomOperator(new SplittableRandom(9), new SeededRun(1));
        for (int i = 0; i < 9; i++) {
            assertEquals(expected[i], found[i], 1e-9);
        }
    }

    @Test
    void theBasisIsOrthonormalAndBoundsItsStates() {
        Symbols data = Contracts.sample(50, 8);
        StateSpace space = StateSpace.of(data, Features.seenIn(data, 2), Optional.of(Size.exactly(4)), History.SHORT,
                new SeededRun(1), "random");
        double[] gram = Matrices.multiplyTransposed(space.map(), space.features().count(), 4, space.map(), 4);
        for (int i = 0; i < 16; i++) {
            assertEquals(i % 5 == 0 ? 1 : 0, gram[i], 1e-9);
        }
        assertTrue(space.bound() > 0 && space.bound() <= Math.sqrt(2) + EXACT, "bound " + space.bound());
    }
}
