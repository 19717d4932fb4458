package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.Refiner;
import psr.api.learn.SeededRun;
import psr.api.linear.LinearPsr;
import psr.math.Kernels;
import psr.math.Panels;

class DescentTest {

    private static final double EXACT = 1e-12;

    /** Refiner, its settings except for the rate, and the number of its steps on 100 sequences. */
    static Stream<Arguments> refiners() {
        Map<String, String> few = Map.of("passes", "2", "batch", "20");
        return Stream.of(
                Arguments.of(new InferenceGradients(), few, 10L),
                Arguments.of(new InferenceGradients(), Map.of("passes", "2", "batch", "20", "horizon", "3"), 10L),
                Arguments.of(new InferenceGradients(), Map.of("passes", "2", "batch", "20", "norm", "none"), 10L),
                Arguments.of(new ContrastiveDivergence(), few, 10L),
                // 85 sequences for training; three epochs without improvement end it.
                Arguments.of(new BackpropagationThroughTime(), Map.of("batch", "20"), 15L));
    }

    @ParameterizedTest
    @MethodSource("refiners")
    <S extends Record> void stepsThatWouldDestroyTheModelAreSkippedAndCounted(Refiner<S> refiner,
            Map<String, String> settings, long steps) {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        for (String rate : new String[] {"1e300", "1.7e308"}) {
            String[] typed = Stream.concat(Stream.of("rate", rate),
                    settings.entrySet().stream().flatMap(e -> Stream.of(e.getKey(), e.getValue())))
                    .toArray(String[]::new);
            SeededRun run = new SeededRun(1);
            LinearPsr refined = (LinearPsr) refiner.refine(start, data,
                    GoldenGradients.settings(refiner.settings(), typed), run);
            assertEquals(steps, run.counts().get("skipped gradients"));
            for (int o = 0; o < data.alphabet().size(); o++) {
                assertArrayEquals(start.parameters().operators()[o], refined.parameters().operators()[o]);
            }
        }
    }

    @Test
    void aGradientTooSmallToDivideByIsSkipped() {
        LinearPsr start = GoldenGradients.random(1, 3, 3);
        Psr psr = new Psr(start, false);
        Descent descent = new Descent(psr, 1, true);
        descent.add(0, new double[] {1e-160, 0, 0}, new double[] {1e-160, 0, 0});
        descent.step();
        assertEquals(1, descent.skipped());
        assertArrayEquals(start.parameters().operators()[0], psr.snapshot().parameters().operators()[0]);
    }

    @Test
    void aStepHasTheLengthOfTheRate() {
        Psr psr = new Psr(GoldenGradients.random(1, 3, 4), true);
        double[] before = GoldenGradients.operators(psr);
        Descent descent = new Descent(psr, 0.25, true);
        descent.add(2, vector(4), vector(4));
        descent.add(0, vector(4), vector(4));
        descent.step();
        double[] after = GoldenGradients.operators(psr);
        double[] moved = new double[after.length];
        Arrays.setAll(moved, i -> after[i] - before[i]);
        assertEquals(0.25, Kernels.normL1(moved), EXACT);
        assertEquals(0, Kernels.normL1(Arrays.copyOfRange(moved, 16, 32)), 0.0);
        for (int k = 0; k < after.length; k++) {
            assertEquals(after[k], Panels.get(psr.transposed[k / 16], 4, k % 4, k / 4 % 4));
        }
    }

    @Test
    void aGradientThatIsNotFiniteMovesNothingAndIsCounted() {
        Psr psr = new Psr(GoldenGradients.random(1, 2, 2), true);
        double[] before = GoldenGradients.operators(psr);
        for (boolean normalized : new boolean[] {true, false}) {
            Descent descent = new Descent(psr, 1, normalized);
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                descent.add(1, new double[] {1, bad}, new double[] {1, 1});
                descent.step();
            }
            descent.step();
            assertEquals(2, descent.skipped());
        }
        assertArrayEquals(before, GoldenGradients.operators(psr), 0.0);
    }

    private static double[] vector(int n) {
        return new SplittableRandom(1).doubles(n, -1, 1).toArray();
    }

    /** Refiner, its settings, and the same with values that the data cannot distinguish from the largest possible ones. */
    static Stream<Arguments> longest() {
        return Stream.of(
                Arguments.of(new InferenceGradients(), "passes=2,chunk=12", "passes=2,chunk=2147483647"),
                Arguments.of(new InferenceGradients(), "passes=2,chunk=5,horizon=12",
                        "passes=2,chunk=5,horizon=2147483647"),
                Arguments.of(new InferenceGradients(), "passes=2,unit=step,horizon=12",
                        "passes=2,unit=step,horizon=2147483647"),
                Arguments.of(new InferenceGradients(), "passes=2,horizon=12,chunk=12,batch=100",
                        "passes=2,horizon=2147483647,chunk=2147483647,batch=2147483647"),
                Arguments.of(new ContrastiveDivergence(), "passes=2,chunk=12", "passes=2,chunk=2147483647"),
                Arguments.of(new BackpropagationThroughTime(), "epochs=2,chunk=12", "epochs=2,chunk=2147483647"),
                Arguments.of(new BackpropagationThroughTime(), "epochs=2,loss=l2,chunk=12",
                        "epochs=2,loss=l2,chunk=2147483647"));
    }

    @ParameterizedTest
    @MethodSource("longest")
    <S extends Record> void beyondTheLongestSequenceNothingChanges(Refiner<S> refiner, String fitting, String huge) {
        Symbols data = Contracts.sample(100, 12);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        double[][][] found = new double[2][][];
        for (int k = 0; k < 2; k++) {
            S settings = GoldenGradients.settings(refiner.settings(), (k == 0 ? fitting : huge).split("[=,]"));
            found[k] = ((LinearPsr) refiner.refine(start, data, settings, new SeededRun(1))).parameters().operators();
        }
        for (int o = 0; o < data.alphabet().size(); o++) {
            assertArrayEquals(found[0][o], found[1][o]);
        }
    }
}
