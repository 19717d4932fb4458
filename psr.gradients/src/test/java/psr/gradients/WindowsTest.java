package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.math.Panels;
import psr.math.linear.Matrices;

class WindowsTest {

    private static final JsonNode GOLDEN = GoldenGradients.json("gradients.json");

    /** ψ of the file; the state after the last symbol has none. */
    static Targets goldenTargets() {
        return new Targets(GoldenGradients.matrix(GOLDEN.get("psi")), new int[][] {{0, 1, 2, 3}});
    }

    @Test
    void statesAndProbabilitiesAreThoseOfTheReference() {
        Psr psr = new Psr(GoldenGradients.model(GOLDEN, GOLDEN.get("B")), true);
        Rollout rollout = new Rollout(psr, 4);
        int[] x = GoldenGradients.symbols(GOLDEN.get("x"));
        rollout.run(x, 0, 4, psr.initial);
        double[][] states = GoldenGradients.matrix(GOLDEN.get("states"));
        double[][] p = GoldenGradients.matrix(GOLDEN.get("p"));
        for (int t = 0; t <= 4; t++) {
            assertArrayEquals(states[t], rollout.q[t], GoldenGradients.EXACT);
            if (t < 4) {
                assertEquals(p[t][x[t]], 1 / rollout.inverse[t], GoldenGradients.EXACT);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void gradientsAreThoseOfTheReference(int horizon) {
        double[] found = gradient(GoldenGradients.model(GOLDEN, GOLDEN.get("B")),
                GoldenGradients.symbols(GOLDEN.get("x")), horizon, 3, goldenTargets());
        assertArrayEquals(GoldenGradients.tensor(GOLDEN.get("G_H" + horizon)), found, GoldenGradients.EXACT);
    }

    /** Σ over the windows at 0 … starts−1 of the sequence. */
    static double[] gradient(LinearPsr model, int[] x, int horizon, int starts, Targets targets) {
        Psr psr = new Psr(model, true);
        Rollout rollout = new Rollout(psr, x.length);
        Descent descent = new Descent(psr, 1, true);
        int steps = Math.min(targets.last(0), x.length);
        rollout.run(x, 0, steps, psr.initial);
        Windows windows = new Windows(psr, rollout, horizon);
        windows.add(x, 0, starts, steps, targets, 0, descent);
        windows.end(descent);
        return GoldenGradients.tensor(psr.n, psr.d, descent::gradient);
    }

    /** Lemma 2, corrected: Mᵀ (b∞ q̂ᵀ − I)(ψ − q̂) q̂_tᵀ / (b∞ᵀ M B_{o_t} q̂_t), M = B_{o_{t+h−1}} ⋯ B_{o_{t+1}}. */
    @ParameterizedTest
    @CsvSource({"1, 3, 2", "2, 4, 3", "4, 2, 5", "5, 3, 1", "1, 2, 20", "3, 2, 20"})
    void lemma2HoldsInItsClosedForm(int horizon, int n, int d) {
        LinearPsr model = GoldenGradients.random(horizon, n, d);
        int[] x = GoldenGradients.randomSymbols(3, n, horizon);
        Targets targets = GoldenGradients.randomTargets(4, horizon, d);
        LinearPsr.Parameters p = model.parameters();
        double[] b = p.normaliser();
        double[] q1 = p.initial();
        double[] expected = new double[n * d * d];
        double[] m = Matrices.identity(d);
        for (int h = 1; h <= horizon; h++) {
            if (h > 1) {
                m = Matrices.multiply(p.operators()[x[h - 1]], d, d, m, d);
            }
            double[] u = Matrices.multiply(Matrices.multiply(m, d, d, p.operators()[x[0]], d), d, d, q1, 1);
            double s = 0;
            double c = 0;
            for (int i = 0; i < d; i++) {
                s += b[i] * u[i];
            }
            double[] error = new double[d];
            for (int i = 0; i < d; i++) {
                error[i] = targets.at(0, h)[i] - u[i] / s;
                c += u[i] / s * error[i];
            }
            for (int i = 0; i < d; i++) {
                error[i] = (b[i] * c - error[i]) / s;
            }
            double[] left = Matrices.multiplyTransposed(m, d, d, error, 1);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    expected[(x[0] * d + i) * d + j] += left[i] * q1[j];
                }
            }
        }
        assertArrayEquals(expected, gradient(model, x, horizon, 1, targets), GoldenGradients.EXACT);
    }

    /** The operator of the first step varies, those of the later steps do not, although they may be the same. */
    @ParameterizedTest
    @CsvSource({"1, 3, 2", "2, 4, 3", "4, 2, 5", "5, 3, 4", "1, 2, 20", "3, 2, 20"})
    void gradientsAgreeWithCentralDifferences(int horizon, int n, int d) {
        LinearPsr model = GoldenGradients.random(10 + horizon, n, d);
        int[] x = GoldenGradients.randomSymbols(5, n, horizon);
        Targets targets = GoldenGradients.randomTargets(6, horizon, d);
        double[] found = gradient(model, x, horizon, 1, targets);
        double step = 1e-5;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double difference = (loss(model, x, targets, i, j, step) - loss(model, x, targets, i, j, -step))
                        / (2 * step);
                assertEquals(difference, found[(x[0] * d + i) * d + j],
                        GoldenGradients.DIFFERENCE * (1 + Math.abs(difference)));
            }
        }
    }

    /** Σ_h ½‖ψ_{1+h} − q_{1+h}‖² with one entry of the first operator changed. */
    private static double loss(LinearPsr model, int[] x, Targets targets, int row, int column, double by) {
        Psr moved = new Psr(model, true);
        Panels.set(Panels.get(moved.operators[x[0]], moved.d, row, column) + by, moved.d, row, column, moved.operators[x[0]]);
        Psr psr = new Psr(model, true);
        double[] q = psr.initial;
        double sum = 0;
        for (int t = 0; t < x.length; t++) {
            double[] next = new double[psr.d];
            (t == 0 ? moved : psr).advance(x[t], q, next);
            for (int i = 0; i < psr.d; i++) {
                sum += Math.pow(targets.at(0, t + 1)[i] - next[i], 2) / 2;
            }
            q = next;
        }
        return sum;
    }

    @Test
    void aFirstStateThatTheGuardReplacedHasNoGradient() {
        LinearPsr model = GoldenGradients.random(2, 2, 3);
        LinearPsr guarded = model.with(Guard.below(new double[] {1e9, 0}, model.parameters().initial()));
        assertArrayEquals(new double[18], gradient(guarded, new int[] {0}, 1, 1, GoldenGradients.randomTargets(6, 1, 3)));
    }

    @Test
    void noGradientGoesBackOverAStateThatTheGuardReplaced() {
        LinearPsr model = GoldenGradients.random(2, 2, 3);
        int[] x = {0, 0, 1, 0};
        double[] levels = {0, 1e9};
        LinearPsr guarded = model.with(Guard.below(levels, model.parameters().initial()));
        double[] found = gradient(guarded, x, 4, 3, GoldenGradients.randomTargets(6, 4, 3));
        // Step 2 is always replaced: gradients before it use only their own two states.
        double[] expected = gradient(model, new int[] {0, 0}, 4, 2, GoldenGradients.randomTargets(6, 2, 3));
        assertArrayEquals(expected, found, GoldenGradients.EXACT);
    }

    /** Symbols that begin with the same symbol share the first window. */
    @ParameterizedTest
    @ValueSource(ints = {3, 20})
    void beginningsTogetherAreTheSumOfEachAlone(int d) {
        LinearPsr model = GoldenGradients.random(1, 3, d);
        int[][] sequences = {{1, 0}, {2, 0}, {1, 2}, {1, 1}};
        Psr psr = new Psr(model, false);
        Rollout rollout = new Rollout(psr, 2);
        Windows windows = new Windows(psr, rollout, 1);
        Descent descent = new Descent(psr, 0.5, true);
        for (int batch = 0; batch < 2; batch++) {
            double[] expected = new double[3 * d * d];
            for (int[] x : sequences) {
                Targets targets = GoldenGradients.randomTargets(3 * x[0] + x[1], 2, d);
                rollout.run(x, 0, 2, psr.initial);
                windows.add(x, 0, 2, 2, targets, 0, descent);
                double[] alone = gradient(psr.snapshot(), x, 1, 2, targets);
                for (int k = 0; k < expected.length; k++) {
                    expected[k] += alone[k];
                }
            }
            windows.end(descent);
            assertArrayEquals(expected, GoldenGradients.tensor(3, d, descent::gradient), GoldenGradients.EXACT);
            // The second minibatch must not use states of the first.
            descent.step();
        }
    }
}
