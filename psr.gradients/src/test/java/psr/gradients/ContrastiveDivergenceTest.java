package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.math.batches.Pieces;
import psr.math.linear.Matrices;

class ContrastiveDivergenceTest {

    private static final JsonNode GOLDEN = GoldenGradients.json("contrastive-divergence.json");
    private static final int[] X = GoldenGradients.symbols(GOLDEN.get("x"));

    private static LinearPsr model(String which) {
        JsonNode operators = GOLDEN.get(which).get("B");
        return GoldenGradients.model(GOLDEN, operators == null ? GOLDEN.get("B") : operators);
    }

    /** |P(x)|, by definition. */
    private static double probability(LinearPsr.Parameters p, int[] x) {
        int d = p.initial().length;
        double[] q = p.initial();
        for (int o : x) {
            q = Matrices.multiply(p.operators()[o], d, d, q, 1);
        }
        double sum = 0;
        for (int i = 0; i < d; i++) {
            sum += p.normaliser()[i] * q[i];
        }
        return Math.abs(sum);
    }

    /** ∇log|P(x)| by our code. */
    private static double[] gradient(LinearPsr model, int[] x) {
        Psr psr = new Psr(model, true);
        StringProbability probability = new StringProbability(psr, x.length);
        Descent sum = new Descent(psr, 1, true);
        assertTrue(probability.evaluate(x, x.length, psr.initial));
        probability.addGradient(x, x.length, 1, sum);
        return GoldenGradients.tensor(psr.n, psr.d, sum::gradient);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 4", "3, 4, 6", "5, 3, 1"})
    void gradientsOfALogProbabilityAgreeWithCentralDifferences(int n, int d, int length) {
        SplittableRandom random = new SplittableRandom(n);
        LinearPsr model = GoldenGradients.random(n, n, d);
        LinearPsr.Parameters signed = model.parameters();
        for (double[] operator : signed.operators()) {
            Arrays.setAll(operator, i -> random.nextDouble(-0.3, 1));
        }
        model = model.with(signed);
        int[] x = GoldenGradients.randomSymbols(7, n, length);
        double[] found = gradient(model, x);
        double step = 1e-5;
        for (int o = 0; o < n; o++) {
            for (int k = 0; k < d * d; k++) {
                LinearPsr.Parameters up = model.parameters();
                LinearPsr.Parameters down = model.parameters();
                up.operators()[o][k] += step;
                down.operators()[o][k] -= step;
                double difference = (Math.log(probability(up, x)) - Math.log(probability(down, x))) / (2 * step);
                assertEquals(difference, found[o * d * d + k], GoldenGradients.DIFFERENCE * (1 + Math.abs(difference)));
            }
        }
    }

    /** Every string of the length of X, over two symbols. */
    private static int[][] strings() {
        int[][] all = new int[1 << X.length][X.length];
        for (int s = 0; s < all.length; s++) {
            for (int t = 0; t < X.length; t++) {
                all[s][t] = s >> t & 1;
            }
        }
        return all;
    }

    /** −∇log|P(x)| + Σ_y weight(y) ∇log|P(y)|. */
    private static double[] contrast(LinearPsr model, Function<int[], Double> weight) {
        double[] sum = gradient(model, X);
        Arrays.setAll(sum, i -> -sum[i]);
        for (int[] y : strings()) {
            double[] g = gradient(model, y);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += weight.apply(y) * g[i];
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"golden_x", "negative_case"})
    void theExactGradientOfTheProxyIsThatOfTheReference(String which) {
        LinearPsr model = model(which);
        LinearPsr.Parameters p = model.parameters();
        double z = Arrays.stream(strings()).mapToDouble(y -> probability(p, y)).sum();
        assertEquals(GOLDEN.get(which).get("Z").asDouble(), z, GoldenGradients.EXACT);
        assertArrayEquals(GoldenGradients.tensor(GOLDEN.get(which).get("exact_gradient")),
                contrast(model, y -> probability(p, y) / z), GoldenGradients.EXACT * 100);
    }

    /** P(y after one sweep from x), with weights by definition. */
    private static double sweep(LinearPsr.Parameters p, int[] x, int[] y) {
        double product = 1;
        int[] mixed = x.clone();
        for (int t = 0; t < x.length; t++) {
            double total = 0;
            for (int o = 0; o < 2; o++) {
                mixed[t] = o;
                total += probability(p, mixed);
            }
            mixed[t] = y[t];
            product *= probability(p, mixed) / total;
        }
        return product;
    }

    @ParameterizedTest
    @CsvSource({"golden_x, 1", "golden_x, 2", "negative_case, 1", "negative_case, 2"})
    void samplesAverageToTheEnumeratedExpectation(String which, int sweeps) {
        LinearPsr model = model(which);
        LinearPsr.Parameters p = model.parameters();
        double[] expected = GoldenGradients.tensor(GOLDEN.get(which).get("expected_CD" + sweeps));
        assertArrayEquals(expected, contrast(model, y -> {
            if (sweeps == 1) {
                return sweep(p, X, y);
            }
            double sum = 0;
            for (int[] between : strings()) {
                sum += sweep(p, X, between) * sweep(p, between, y);
            }
            return sum;
        }), GoldenGradients.EXACT * 100, "the enumeration itself");
        Psr psr = new Psr(model, true);
        ContrastiveDivergence.GibbsChain chain = new ContrastiveDivergence.GibbsChain(psr, X.length, sweeps,
                new SplittableRandom(1));
        int draws = 20_000;
        double[] sum = new double[expected.length];
        double[] square = new double[expected.length];
        for (int draw = 0; draw < draws; draw++) {
            Descent into = new Descent(psr, 1, true);
            chain.add(X, 0, X.length, psr.initial, into);
            double[] g = GoldenGradients.tensor(2, 2, into::gradient);
            for (int i = 0; i < g.length; i++) {
                sum[i] += g[i] / draws;
                square[i] += g[i] * g[i] / draws;
            }
        }
        for (int i = 0; i < expected.length; i++) {
            double error = Math.sqrt((square[i] - sum[i] * sum[i]) / draws);
            assertEquals(expected[i], sum[i], 4 * error, "four standard errors, 32 numbers");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 100, on", "2, 5, on", "1, 5, off"})
    void keepsThePromisesOfARefiner(String sweeps, String chunk, String shuffle) {
        Symbols data = Contracts.sample(100, 12);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        for (LinearPsr model : List.of(start, start.with(Guard.below(0.1, start.guard().meanState())))) {
            assertEquals(List.of(), Contracts.check(new ContrastiveDivergence(), GoldenGradients.settings(
                    ContrastiveDivergence.Settings.class, "sweeps", sweeps, "passes", "2", "chunk", chunk, "shuffle",
                    shuffle), model, data));
        }
    }

    @Test
    void raisesTheProbabilityOfTheData() {
        Symbols data = Contracts.sample(400, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        Model refined = new ContrastiveDivergence().refine(start, data,
                GoldenGradients.settings(ContrastiveDivergence.Settings.class, "rate", "1e-2"), new SeededRun(1));
        double before = BackpropagationThroughTimeTest.logLoss(start, data);
        double after = BackpropagationThroughTimeTest.logLoss(refined, data);
        assertTrue(after < before, after + " must be below " + before);
    }

    @Test
    void skipsAndCountsStringsThatAreImpossible() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        LinearPsr.Parameters never = start.parameters();
        Arrays.fill(never.operators()[1], 0);
        long impossible = 0;
        for (int i = 0; i < 100; i++) {
            impossible += Arrays.stream(data.copy(i)).anyMatch(o -> o == 1) ? 1 : 0;
        }
        SeededRun run = new SeededRun(1);
        Model refined = new ContrastiveDivergence().refine(start.with(never), data,
                GoldenGradients.settings(ContrastiveDivergence.Settings.class, "passes", "1"), run);
        assertEquals(List.of(), Contracts.check(refined, data));
        // A string without the symbol has no gradient for it, so the symbol stays impossible until the end of the pass.
        assertEquals(Map.of("skipped gradients", impossible), run.counts());
    }

    @Test
    void refusesDataWithoutSymbols() {
        Symbols data = Contracts.sample(20, 10);
        LinearPsr start = GoldenGradients.spectral(data, 2);
        assertThrows(LearningException.class, () -> new ContrastiveDivergence().refine(start,
                Symbols.of(data.alphabet(), new int[0]),
                GoldenGradients.settings(ContrastiveDivergence.Settings.class), new SeededRun(1)));
        String objection = new ContrastiveDivergence().objection(Contracts.sampleModel(), data,
                GoldenGradients.settings(ContrastiveDivergence.Settings.class)).orElseThrow().message();
        assertTrue(objection.startsWith("cd refines"), objection);
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void aPieceIsAStringFromTheStateThatTheFilterHasReached(String shuffle) {
        Symbols text = Contracts.sample(1, 60);
        LinearPsr start = GoldenGradients.spectral(Contracts.sample(200, 10), 3);
        SeededRun run = new SeededRun(1);
        // The same pass by hand, its one step along the sum over all pieces.
        Psr psr = new Psr(start, true);
        int[] x = text.copy(0);
        double[][] states = new double[x.length + 1][3];
        states[0] = psr.initial.clone();
        for (int t = 0; t < x.length; t++) {
            psr.advance(x[t], states[t], states[t + 1]);
        }
        Descent descent = new Descent(psr, 0.1, true);
        ContrastiveDivergence.GibbsChain chain = new ContrastiveDivergence.GibbsChain(psr, 8, 1, run.random("gibbs"));
        Pieces pieces = new Pieces(text, 8, 3);
        pieces.pass(shuffle.equals("on") ? run.random("shuffle") : null, 100, p -> chain.add(x, pieces.from[p],
                pieces.to[p] - pieces.from[p], states[pieces.from[p]], descent), () -> {
                    descent.step();
                    return true;
                });
        LinearPsr found = (LinearPsr) new ContrastiveDivergence().refine(start, text, GoldenGradients.settings(
                ContrastiveDivergence.Settings.class, "rate", "0.1", "passes", "1", "batch", "100", "chunk", "8",
                "shuffle", shuffle), run);
        for (int o = 0; o < 3; o++) {
            assertArrayEquals(psr.snapshot().parameters().operators()[o], found.parameters().operators()[o],
                    GoldenGradients.EXACT);
        }
    }
}
