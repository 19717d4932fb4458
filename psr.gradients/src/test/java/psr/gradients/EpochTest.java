package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;

/** Whole epochs of back-propagation through time against a plain implementation, and the calls of the run. */
class EpochTest {

    /** Second central differences. */
    private static final double STEPPED = 1e-6;

    /** All parameters of a model in one array: operators, b∞, q_1. */
    private static double[] numbers(LinearPsr.Parameters p) {
        return Stream.concat(Arrays.stream(p.operators()), Stream.of(p.normaliser(), p.initial()))
                .flatMapToDouble(Arrays::stream).toArray();
    }

    private static double rounded(double score) {
        return Math.sqrt(score * score + 1e-12);
    }

    /** Σ −log(r_o/Σr) over some sequences, with r = √(p² + 1e-12), from n operators of d×d numbers. */
    private static double loss(double[] numbers, int n, int d, Symbols data, int from, int to) {
        double[] b = Arrays.copyOfRange(numbers, n * d * d, n * d * d + d);
        double sum = 0;
        for (int s = from; s < to; s++) {
            double[] q = Arrays.copyOfRange(numbers, n * d * d + d, n * d * d + 2 * d);
            for (int t = 0; t < data.length(s); t++) {
                double[][] moved = new double[n][d];
                double[] score = new double[n];
                double total = 0;
                for (int o = 0; o < n; o++) {
                    for (int k = 0; k < d * d; k++) {
                        moved[o][k / d] += numbers[o * d * d + k] * q[k % d];
                    }
                    for (int i = 0; i < d; i++) {
                        score[o] += b[i] * moved[o][i];
                    }
                    total += rounded(score[o]);
                }
                int seen = data.symbol(s, t);
                sum += Math.log(total) - Math.log(rounded(score[seen]));
                for (int i = 0; i < d; i++) {
                    q[i] = moved[seen][i] / score[seen];
                }
            }
        }
        return sum;
    }

    /** Gradients of one minibatch are clipped at one of these lengths, and not at the other. */
    @ParameterizedTest
    @ValueSource(doubles = {1e9, .2})
    void anEpochIsAdamAgainstTheMeanGradientOfEachMinibatch(double clip) {
        Symbols.Builder builder = new Symbols.Builder();
        Symbols sampled = Contracts.sample(60, 10);
        for (int i = 0; i < 60; i++) {
            // Symbols of different lengths, so that minibatches have different numbers of steps.
            builder.add(sampled.copy(i), 0, 2 + i % 9);
        }
        Symbols data = builder.build(Alphabet.numbered(3));
        LinearPsr start = GoldenGradients.random(1, 3, 3);
        double[] x = numbers(start.parameters());
        double square = Arrays.stream(x, 0, 27).map(v -> v * v).sum();
        double rate = 2e-2 * Math.sqrt(square / 27);
        Symbols rest = data.holdOut(0.15).rest();
        double[] m = new double[x.length];
        double[] v = new double[x.length];
        int steps = 0;
        int cut = 0;
        for (int epoch = 0; epoch < 2; epoch++) {
            for (int from = 0; from < rest.count(); from += 13) {
                int to = Math.min(from + 13, rest.count());
                double[] gradient = new double[x.length];
                double norm = 0;
                for (int i = 0; i < x.length; i++) {
                    double[] up = x.clone();
                    double[] down = x.clone();
                    up[i] += 1e-5;
                    down[i] -= 1e-5;
                    gradient[i] = (loss(up, 3, 3, rest, from, to) - loss(down, 3, 3, rest, from, to)) / 2e-5
                            / rest.range(from, to).total();
                    norm += gradient[i] * gradient[i];
                }
                double factor = Math.min(1, clip / Math.sqrt(norm));
                cut += factor < 1 ? 1 : 0;
                steps++;
                for (int i = 0; i < x.length; i++) {
                    m[i] = .9 * m[i] + .1 * factor * gradient[i];
                    v[i] = .999 * v[i] + .001 * factor * gradient[i] * factor * gradient[i];
                    x[i] -= rate * m[i] / (1 - Math.pow(.9, steps))
                            / (Math.sqrt(v[i] / (1 - Math.pow(.999, steps))) + 1e-8);
                }
            }
        }
        assertTrue(clip > 1 ? cut == 0 : cut > 0 && cut < steps, cut + " of " + steps + " are cut");
        SeededRun run = new SeededRun(1);
        LinearPsr refined = (LinearPsr) new BackpropagationThroughTime().refine(start, data, GoldenGradients.settings(
                BackpropagationThroughTime.Settings.class, "rate", "2e-2", "epochs", "2", "batch", "13", "clip", "" + clip,
                "shuffle", "off"), run);
        assertArrayEquals(x, numbers(refined.parameters()), STEPPED);
        assertEquals(Map.of(), run.counts(), "nothing was skipped, and no state replaced");
    }

    /** Σ ½‖target − state‖² over sequences. */
    private static double squaredError(LinearPsr model, Symbols data) {
        int[][] x = new int[data.count()][];
        Arrays.setAll(x, data::copy);
        Targets targets = Targets.of(model, x);
        Psr psr = new Psr(model, false);
        double sum = 0;
        for (int s = 0; s < x.length; s++) {
            double[] q = psr.initial.clone();
            for (int t = 0; t < targets.last(s); t++) {
                double[] next = new double[psr.d];
                psr.advance(x[s][t], q, next);
                for (int i = 0; i < psr.d; i++) {
                    sum += Math.pow(next[i] - targets.at(s, t + 1)[i], 2) / 2;
                }
                q = next;
            }
        }
        return sum;
    }

    @Test
    void theSquaredErrorOfTheHeldOutPartFalls() {
        Symbols data = Contracts.sample(200, 10);
        LinearPsr start = GoldenGradients.spectral(Contracts.sample(60, 10), 3);
        LinearPsr refined = (LinearPsr) new BackpropagationThroughTime().refine(start, data, GoldenGradients.settings(
                BackpropagationThroughTime.Settings.class, "loss", "l2", "epochs", "5", "batch", "20"), new SeededRun(1));
        Symbols heldOut = data.holdOut(0.15).heldOut();
        assertTrue(squaredError(refined, heldOut) < squaredError(start, heldOut));
    }

    @Test
    void statesThatTheGuardReplacesAreCounted() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        LinearPsr guarded = start.with(Guard.below(1e9, start.guard().meanState()));
        int[] epochs = {0};
        SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> {
            epochs[0] = iteration;
            return true;
        });
        new BackpropagationThroughTime().refine(guarded, data,
                GoldenGradients.settings(BackpropagationThroughTime.Settings.class, "epochs", "2"), run);
        assertEquals((long) epochs[0] * data.holdOut(0.15).rest().total(),
                run.counts().get("guarded training steps"));
    }

    @Test
    void replacedStatesOfTheOtherRefinersAreCountedToo() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        LinearPsr guarded = start.with(Guard.below(1e9, start.guard().meanState()));
        SeededRun run = new SeededRun(1);
        new InferenceGradients().refine(guarded, data,
                GoldenGradients.settings(InferenceGradients.Settings.class, "passes", "3"), run);
        // The strings of two symbols after a state must be complete: eight states of ten have a target.
        assertEquals(3 * 100 * 8L, run.counts().get("guarded training steps"));
        SeededRun pieces = new SeededRun(1);
        new ContrastiveDivergence().refine(guarded, data,
                GoldenGradients.settings(ContrastiveDivergence.Settings.class, "passes", "3", "chunk", "5"), pieces);
        // Only the first half of each sequence is filtered, to determine the start of the second.
        assertEquals(3 * 100 * 5L, pieces.counts().get("guarded training steps"));
        for (Refiner<?> refiner : new Refiner<?>[] {new InferenceGradients(), new ContrastiveDivergence()}) {
            assertEquals(Map.of(), counts(refiner, start, data));
        }
    }

    private static <S extends Record> Map<String, Long> counts(Refiner<S> refiner, LinearPsr start, Symbols data) {
        SeededRun run = new SeededRun(1);
        refiner.refine(start, data, GoldenGradients.settings(refiner.settings(), "passes", "2"), run);
        return run.counts();
    }

    static Stream<Arguments> refiners() {
        return Stream.of(Arguments.of(new InferenceGradients(), "passes"), Arguments.of(new ContrastiveDivergence(), "passes"),
                Arguments.of(new BackpropagationThroughTime(), "epochs"));
    }

    /** Is cancelled after a number of checks. */
    private static final class Impatient implements Run {

        private final SeededRun seeded = new SeededRun(1);
        private final int patience;
        private int asked;
        private int iterations;

        Impatient(int patience) {
            this.patience = patience;
        }

        @Override
        public RandomGenerator random(String purpose) {
            return seeded.random(purpose);
        }

        @Override
        public boolean iterated(int iteration, Supplier<? extends Model> model) {
            iterations = iteration;
            return true;
        }

        @Override
        public void count(String counter, long increment) {
            seeded.count(counter, increment);
        }

        @Override
        public void progress(double share, String doing) {}

        @Override
        public boolean cancelled() {
            return ++asked > patience;
        }

        @Override
        public Path file(Path named) {
            return seeded.file(named);
        }
    }

    @ParameterizedTest
    @MethodSource("refiners")
    <S extends Record> void stopsAfterTheMinibatchInWhichItIsTold(Refiner<S> refiner, String passes) {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        S settings = GoldenGradients.settings(refiner.settings(), passes, "5", "batch", "10");
        Impatient run = new Impatient(3);
        refiner.refine(start, data, settings, run);
        // Three minibatches, the fourth that is cancelled, and once or more at the end of the pass; a whole pass would
        // have ten.
        assertTrue(run.asked < 9, "asked " + run.asked + " times");
        assertEquals(0, run.iterations, "a pass cut short is no iteration");
        assertNotEquals(Optional.empty(), refiner.objection(Contracts.sampleModel(), data, settings));
        assertEquals(Optional.empty(), refiner.objection(start, data, settings));
    }

    @ParameterizedTest
    @MethodSource("refiners")
    <S extends Record> void endsWhereTheWatcherHasSeenEnough(Refiner<S> refiner, String passes) {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        int[] last = {0};
        refiner.refine(start, data, GoldenGradients.settings(refiner.settings(), passes, "5"),
                new SeededRun(1).watchedBy((iteration, model) -> {
                    last[0] = iteration;
                    return iteration < 2;
                }));
        assertEquals(2, last[0]);
    }
}
