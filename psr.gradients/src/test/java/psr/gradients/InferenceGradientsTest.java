package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.math.batches.Pieces;

class InferenceGradientsTest {

    private static final double GOLDEN = 1e-6;

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5})
    void ringComesOutAsInTheReference(int horizon) {
        Symbols training = GoldenGradients.sequences("ring-41/ring.train");
        Symbols test = GoldenGradients.sequences("ring-41/ring.test");
        JsonNode expected = GoldenGradients.json("ring-41/expected.json");
        LinearPsr start = GoldenGradients.spectral(training, 20);
        score("2sr", start, test, expected);
        Model[] first = new Model[1];
        Model last = new InferenceGradients().refine(start, training, GoldenGradients.settings(InferenceGradients.Settings.class,
                "horizon", "" + horizon, "rate", "3e-3", "batch", "20", "shuffle", "off"),
                new SeededRun(1).watchedBy((iteration, model) -> {
                    first[0] = iteration == 1 ? model.get() : first[0];
                    return true;
                }));
        score("ig-h" + horizon + "-pass1", first[0], test, expected);
        score("ig-h" + horizon + "-pass10", last, test, expected);
    }

    /** Algorithm 2 as printed, with each gradient divided by its L1 norm. */
    @Test
    void stepwiseOneStepGradientsAreThoseOfTheReference() {
        JsonNode golden = GoldenGradients.json("gradients.json");
        Psr psr = new Psr(GoldenGradients.model(golden, golden.get("B")), true);
        int[] x = GoldenGradients.symbols(golden.get("x"));
        Descent descent = new Descent(psr, 0.1, true);
        Rollout rollout = new Rollout(psr, 1);
        InferenceGradients.stepwise(0, new Pieces(Symbols.of(Alphabet.numbered(3), x), 100, 2), WindowsTest.goldenTargets(), psr,
                rollout, new Windows(psr, rollout, 1), 1, descent);
        assertArrayEquals(GoldenGradients.tensor(golden.get("B_after_alg2_L1norm_lr0.1")),
                GoldenGradients.operators(psr), GoldenGradients.EXACT);
    }

    @ParameterizedTest
    @CsvSource({"minibatch, l1, on, 100", "sequence, l1, on, 100", "step, l1, off, 100", "minibatch, none, on, 7",
            "step, none, on, 4", "minibatch, l1, on, 5"})
    void keepsThePromisesOfARefiner(String unit, String norm, String shuffle, String chunk) {
        Symbols data = Contracts.sample(200, 12);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        for (LinearPsr model : List.of(start, start.with(Guard.below(0.1, start.guard().meanState())))) {
            assertEquals(List.of(), Contracts.check(new InferenceGradients(), GoldenGradients.settings(
                    InferenceGradients.Settings.class, "horizon", "2", "passes", "2", "unit", unit, "norm", norm,
                    "shuffle", shuffle, "chunk", chunk), model, data));
        }
    }

    @Test
    void aTextCutIntoPiecesAndTakenWholeHasTheSameWindows() {
        // With steps of length zero the operators do not change, so pieces in any order must add up to the whole
        // gradient.
        int[] text = GoldenGradients.randomSymbols(1, 3, 50);
        Symbols data = Symbols.of(Alphabet.numbered(3), text);
        LinearPsr start = Contracts.sampleModel().toLinearPsr(Features.seenIn(Contracts.sample(50, 10), 2));
        Psr psr = new Psr(start, true);
        double[][] found = new double[2][];
        for (int cut = 0; cut < 2; cut++) {
            Pieces pieces = new Pieces(data, cut == 0 ? 100 : 7, psr.d);
            Targets targets = Targets.of(start, pieces.sequences);
            Rollout rollout = new Rollout(psr, 100);
            Descent descent = new Descent(psr, 0, true);
            pieces.filter(psr.initial, psr::advance, () -> {});
            for (int p = pieces.count() - 1; p >= 0; p--) {
                InferenceGradients.whole(p, pieces, targets, psr, rollout, new Windows(psr, rollout, 3), 3, descent);
            }
            found[cut] = GoldenGradients.tensor(psr.n, psr.d, descent::gradient);
        }
        assertArrayEquals(found[0], found[1], GoldenGradients.EXACT);
    }

    @Test
    void countsWhatItSkipsAndWhatTheGuardReplaces() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        SeededRun run = new SeededRun(1);
        new InferenceGradients().refine(start.with(Guard.below(10, start.guard().meanState())), data,
                GoldenGradients.settings(InferenceGradients.Settings.class, "passes", "1"), run);
        // 8 of 10 steps have a complete window after them; all are replaced, so there is nothing to skip.
        assertEquals(Map.of("guarded training steps", 800L), run.counts());
        LinearPsr.Parameters wild = start.parameters();
        for (double[] operator : wild.operators()) {
            Arrays.setAll(operator, i -> 1e160 * (i % 2 == 0 ? 1 : -1));
        }
        SeededRun second = new SeededRun(1);
        Model refined = new InferenceGradients().refine(start.with(wild), data,
                GoldenGradients.settings(InferenceGradients.Settings.class, "passes", "1", "horizon", "3"), second);
        assertEquals(List.of(), Contracts.check(refined, data));
    }

    @Test
    void aSymbolThatTheModelHoldsImpossibleDoesNoHarm() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        LinearPsr.Parameters never = start.parameters();
        Arrays.fill(never.operators()[1], 0);
        SeededRun run = new SeededRun(1);
        Model refined = new InferenceGradients().refine(start.with(never), data,
                GoldenGradients.settings(InferenceGradients.Settings.class, "horizon", "3"), run);
        assertEquals(List.of(), Contracts.check(refined, data));
        assertTrue(run.counts().get("guarded training steps") > 0);
    }

    @Test
    void refusesWhatItCannotRefine() {
        InferenceGradients ig = new InferenceGradients();
        Symbols data = Contracts.sample(20, 10);
        assertEquals("ig refines a linear PSR, for example one of 2sr, hkz or random; found a hidden Markov model, which em"
                + " refines",
                ig.objection(Contracts.sampleModel(), data,
                        GoldenGradients.settings(InferenceGradients.Settings.class)).orElseThrow().message());
        LinearPsr start = GoldenGradients.spectral(data, 2);
        InferenceGradients.Settings settings = GoldenGradients.settings(InferenceGradients.Settings.class);
        assertThrows(IllegalArgumentException.class, () -> ig.refine(start,
                data.over(Alphabet.numbered(3)), settings, new SeededRun(1)));
        LearningException tooShort = assertThrows(LearningException.class, () -> ig.refine(start,
                Contracts.sample(20, 2), settings, new SeededRun(1)));
        assertEquals("inference gradients need at least one sequence of 3 symbols, one for the step and the strings after"
                + " it; the longest of 20 has 2", tooShort.getMessage());
    }

    /** The metrics of MATH section 8, in a plain implementation. */
    private static void score(String name, Model model, Symbols test, JsonNode all) {
        JsonNode expected = all.get(name);
        FeatureFilter filter = ((LinearPsr) model).filter();
        double[] p = new double[model.space().size()];
        int[] window = new int[2];
        double[] ospa = new double[2];
        double[] pnll = new double[2];
        double square = 0;
        int windows = 0;
        for (int i = 0; i < test.count(); i++) {
            filter.reset();
            int[] x = test.copy(i);
            for (int t = 0; t < x.length; t++) {
                for (int readout = 0; readout < 2; readout++) {
                    if (readout == 0) {
                        filter.scores(1, p);
                    } else {
                        Arrays.setAll(p, filter::expectedFeature);
                    }
                    int best = 0;
                    double total = 0;
                    for (int o = 0; o < p.length; o++) {
                        best = p[o] > p[best] ? o : best;
                        total += Math.abs(p[o]) + 1e-10;
                    }
                    ospa[readout] += (best == x[t] ? 1. : 0) / test.total();
                    pnll[readout] -= Math.log((Math.abs(p[x[t]]) + 1e-10) / total) / test.total();
                }
                if (t > 0 && filter.features().window(x, x.length, t, window)) {
                    windows++;
                    // ½‖ψ − Uq‖² = ½(‖ψ‖² − 2 Σ_{f in ψ} (Uq)_f + ‖Uq‖²); an unseen string is one unit of ‖ψ‖².
                    square += (window.length + filter.expectedSquare()) / 2;
                    for (int f : window) {
                        square -= f < 0 ? 0 : filter.expectedFeature(f);
                    }
                }
                filter.update(x[t]);
            }
        }
        assertEquals(expected.get("pnll_op").asDouble(), pnll[0], GOLDEN, name);
        assertEquals(expected.get("pnll_ft").asDouble(), pnll[1], GOLDEN, name);
        assertEquals(expected.get("ospa_op").asDouble(), ospa[0], GOLDEN, name);
        assertEquals(expected.get("ospa_ft").asDouble(), ospa[1], GOLDEN, name);
        assertEquals(expected.get("l2mean").asDouble(), square / windows, GOLDEN, name);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aShuffledPassStartsItsPiecesWhereTheFilterIs(int horizon) {
        // One step per pass along the sum over all pieces: the division of the text must not matter.
        Symbols text = Contracts.sample(1, 400);
        LinearPsr start = GoldenGradients.spectral(text, 3);
        double[][][] found = new double[2][][];
        for (int k = 0; k < 2; k++) {
            found[k] = ((LinearPsr) new InferenceGradients().refine(start, text, GoldenGradients.settings(
                    InferenceGradients.Settings.class, "horizon", "" + horizon, "passes", "3", "rate", "0.1", "batch",
                    "1000", "chunk", k == 0 ? "400" : "7"), new SeededRun(1))).parameters().operators();
        }
        for (int o = 0; o < 3; o++) {
            assertArrayEquals(found[0][o], found[1][o], GoldenGradients.EXACT);
        }
    }

    /**
     * The gradient of the sum of ½‖target − state‖² over all states, each going back exactly H steps, in a plain
     * implementation.
     */
    private static double[] truncated(LinearPsr model, int[] x, int horizon, Targets targets) {
        Psr psr = new Psr(model, true);
        int d = psr.d;
        double[][] q = new double[x.length + 1][d];
        double[] inverse = new double[x.length];
        q[0] = psr.initial.clone();
        for (int t = 0; t < x.length; t++) {
            inverse[t] = psr.advance(x[t], q[t], q[t + 1]);
        }
        double[][] b = model.parameters().operators();
        double[] gradient = new double[psr.n * d * d];
        for (int s = 1; s <= targets.last(0); s++) {
            double[] g = new double[d];
            for (int i = 0; i < d; i++) {
                g[i] = q[s][i] - targets.at(0, s)[i];
            }
            for (int t = s - 1; t >= 0 && t >= s - horizon; t--) {
                // q' = u/(b∞ᵀu) with u = B q: ∂q'/∂u = (I − q' b∞ᵀ)/(b∞ᵀu).
                double c = 0;
                for (int i = 0; i < d; i++) {
                    c += q[t + 1][i] * g[i];
                }
                double[] before = new double[d];
                for (int i = 0; i < d; i++) {
                    double a = (g[i] - psr.normaliser[i] * c) * inverse[t];
                    for (int j = 0; j < d; j++) {
                        gradient[(x[t] * d + i) * d + j] += a * q[t][j];
                        before[j] += b[x[t]][i * d + j] * a;
                    }
                }
                g = before;
            }
        }
        return gradient;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 40, 1000})
    void multiStepGradientsWithoutNormAreTruncatedBackPropagation(int horizon) {
        Symbols text = Contracts.sample(1, 40);
        LinearPsr start = GoldenGradients.spectral(Contracts.sample(200, 10), 3);
        double rate = 1e-3;
        double[] gradient = truncated(start, text.copy(0), horizon,
                Targets.of(start, new int[][] {text.copy(0)}));
        LinearPsr refined = (LinearPsr) new InferenceGradients().refine(start, text, GoldenGradients.settings(
                InferenceGradients.Settings.class, "horizon", "" + horizon, "passes", "1", "rate", "" + rate, "norm",
                "none", "batch", "1000", "chunk", "9"), new SeededRun(1));
        for (int o = 0; o < 3; o++) {
            for (int k = 0; k < 9; k++) {
                double expected = start.parameters().operators()[o][k] - rate * gradient[o * 9 + k];
                assertEquals(expected, refined.parameters().operators()[o][k], GoldenGradients.EXACT);
            }
        }
        if (horizon >= 40) {
            // If no gradient is truncated, it is back-propagation through all time.
            Psr psr = new Psr(start, true);
            Pieces whole = new Pieces(text, 40, 3);
            Backpropagation all = new Backpropagation(psr, Loss.L2, whole, Targets.of(start, whole.sequences));
            all.begin();
            all.forward(0);
            all.backward(0);
            all.end();
            assertArrayEquals(GoldenGradients.tensor(3, 3, o -> Arrays.copyOfRange(all.gradient(), 3 * o, 3 * o + 3)),
                    gradient,
                    GoldenGradients.EXACT * 100);
        }
    }
}
