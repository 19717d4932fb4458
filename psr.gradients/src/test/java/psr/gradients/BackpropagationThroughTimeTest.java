package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.math.Columns;
import psr.math.batches.Pieces;

class BackpropagationThroughTimeTest {

    private static final JsonNode GOLDEN = GoldenGradients.json("gradients.json");

    /** Mean −log(|p_o| / Σ|p|) along sequences. */
    static double logLoss(Model model, Symbols sequences) {
        SymbolFilter filter = SymbolFilter.of(model);
        double[] p = new double[model.space().size()];
        double sum = 0;
        for (int i = 0; i < sequences.count(); i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                filter.scores(1, p);
                sum -= Math.log((Math.abs(p[sequences.symbol(i, t)]) + 1e-10)
                        / Arrays.stream(p).map(v -> Math.abs(v) + 1e-10).sum());
                filter.update(sequences.symbol(i, t));
            }
        }
        return sum / sequences.total();
    }

    /** The loss and its gradient for one sequence. */
    private static Backpropagation run(Psr psr, Loss loss, int[] x, Targets targets) {
        Backpropagation run =
                new Backpropagation(psr, loss, new Pieces(Symbols.of(Alphabet.numbered(9), x), 100, psr.d), targets);
        run.begin();
        run.forward(0);
        run.backward(0);
        run.end();
        return run;
    }

    @ParameterizedTest
    @CsvSource({"L2, l2_loss, bptt_l2", "LOG, log_loss, bptt_log"})
    void gradientsAreThoseOfTheReference(Loss loss, String value, String gradient) {
        Psr psr = new Psr(GoldenGradients.model(GOLDEN, GOLDEN.get("B")), true);
        Backpropagation run = run(psr, loss, GoldenGradients.symbols(GOLDEN.get("x")), WindowsTest.goldenTargets());
        // The smoothing ε of the log loss changes its values by a fraction of ε².
        assertEquals(GOLDEN.get(value).asDouble(), run.sum(), GoldenGradients.EXACT);
        double[][] found = run.gradient();
        assertArrayEquals(GoldenGradients.tensor(GOLDEN.get(gradient).get("B")),
                GoldenGradients.tensor(2, 2, o -> Arrays.copyOfRange(found, 2 * o, 2 * o + 2)), GoldenGradients.EXACT);
        assertArrayEquals(GoldenGradients.vector(GOLDEN.get(gradient).get("b")), found[4], GoldenGradients.EXACT);
        assertArrayEquals(GoldenGradients.vector(GOLDEN.get(gradient).get("q1")), found[5], GoldenGradients.EXACT);
    }

    @ParameterizedTest
    @CsvSource({"L2, 2, 3, 5", "L2, 3, 5, 4", "LOG, 2, 3, 5", "LOG, 4, 5, 6", "LOG, 3, 1, 1"})
    void gradientsAgreeWithCentralDifferences(Loss loss, int n, int d, int length) {
        LinearPsr.Parameters signed = GoldenGradients.random(n, n, d).parameters();
        // One operator makes a score negative, as in learned models.
        Arrays.setAll(signed.operators()[n - 1], i -> -0.3 * signed.operators()[n - 1][i]);
        LinearPsr model = GoldenGradients.random(n, n, d).with(signed);
        int[] x = GoldenGradients.randomSymbols(5, n, length);
        Targets targets = GoldenGradients.randomTargets(6, length, d);
        double[][] found = run(new Psr(model, true), loss, x, targets).gradient();
        double step = 1e-5;
        for (int k = 0; k < found.length; k++) {
            for (int i = 0; i < d; i++) {
                double[] sums = new double[2];
                for (int side = 0; side < 2; side++) {
                    Psr moved = new Psr(model, true);
                    Backpropagation.numbers(moved)[k][i] += side == 0 ? step : -step;
                    sums[side] = run(moved, loss, x, targets).sum();
                }
                double difference = (sums[0] - sums[1]) / (2 * step);
                assertEquals(difference, found[k][i], GoldenGradients.DIFFERENCE * (1 + Math.abs(difference)));
            }
        }
    }

    @Test
    void theSquaredErrorOverAllWindowsIsTheMultiStepGradientWithAFarHorizon() {
        LinearPsr model = GoldenGradients.random(1, 3, 4);
        int[] x = GoldenGradients.randomSymbols(5, 3, 9);
        Targets targets = GoldenGradients.randomTargets(6, 9, 4);
        double[][] all = run(new Psr(model, true), Loss.L2, x, targets).gradient();
        assertArrayEquals(WindowsTest.gradient(model, x, 9, 9, targets),
                GoldenGradients.tensor(3, 4, o -> Arrays.copyOfRange(all, 4 * o, 4 * o + 4)), GoldenGradients.EXACT);
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void noGradientGoesBackOverAStateThatTheGuardReplaced(Loss loss) {
        LinearPsr model = GoldenGradients.random(2, 2, 3);
        LinearPsr guarded = model.with(Guard.below(1e9, model.parameters().initial()));
        Targets targets = GoldenGradients.randomTargets(1, 3, 3);
        double[][] found = run(new Psr(guarded, true), loss, new int[] {0, 1, 1}, targets).gradient();
        double size = 0;
        for (double[] part : found) {
            size += Columns.normL1(part.length, part);
        }
        // Every state is replaced: squared errors of states have no gradient, log losses only that of their own step.
        assertEquals(loss == Loss.LOG, size > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "l2"})
    void keepsThePromisesOfARefiner(String loss) {
        Symbols data = Contracts.sample(120, 12);
        Symbols text = Contracts.sample(1, 800).over(data.alphabet());
        for (Symbols each : List.of(data, text)) {
            LinearPsr start = GoldenGradients.spectral(each.holdOut(0.15).rest(), 3);
            assertEquals(List.of(), Contracts.check(new BackpropagationThroughTime(), GoldenGradients.settings(
                    BackpropagationThroughTime.Settings.class, "loss", loss, "epochs", "4", "chunk", "50"),
                    start.with(Guard.below(0.01, start.guard().meanState())), each));
        }
    }

    @Test
    void lowersTheLogLossOfDataItNeverSaw() {
        Symbols all = Contracts.sample(1200, 10);
        Symbols training = all.range(0, 400);
        Symbols test = all.range(400, 1200);
        LinearPsr start = GoldenGradients.spectral(training.holdOut(0.15).rest(), 3);
        BackpropagationThroughTime bptt = new BackpropagationThroughTime();
        BackpropagationThroughTime.Settings settings = GoldenGradients
                .settings(BackpropagationThroughTime.Settings.class);
        assertEquals(0.15, bptt.validationShare(settings));
        double before = logLoss(start, test);
        double after = logLoss(bptt.refine(start, training, settings, new SeededRun(1)), test);
        double oracle = logLoss(Contracts.sampleModel(), test);
        assertTrue(after < before - 0.25 * (before - oracle), before + " to " + after + ", oracle " + oracle);
    }

    @Test
    void returnsTheStartWhereNoEpochIsBetter() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        Model refined = new BackpropagationThroughTime().refine(start, data,
                GoldenGradients.settings(BackpropagationThroughTime.Settings.class, "rate", "1e3", "epochs", "9"),
                new SeededRun(1).watchedBy((iteration, model) -> {
                    assertTrue(iteration <= 3, "three cuts end it");
                    return true;
                }));
        assertEquals(logLoss(start, data), logLoss(refined, data), 0.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "l2"})
    void neverYieldsNaN(String loss) {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        LinearPsr.Parameters impossible = start.parameters();
        Arrays.fill(impossible.operators()[1], 0);
        LinearPsr.Parameters wild = start.parameters();
        for (double[] operator : wild.operators()) {
            Arrays.setAll(operator, i -> i % 2 == 0 ? 1e160 : -1e160);
        }
        LinearPsr.Parameters vanishing = start.parameters();
        Arrays.fill(vanishing.normaliser(), 0);
        for (LinearPsr.Parameters each : List.of(impossible, wild, vanishing)) {
            Model refined = new BackpropagationThroughTime().refine(start.with(each), data,
                    GoldenGradients.settings(BackpropagationThroughTime.Settings.class, "loss", loss, "epochs", "5"),
                    new SeededRun(1));
            assertEquals(List.of(), Contracts.check(refined, data));
        }
    }

    @Test
    void refusesDataThatCannotBeDivided() {
        BackpropagationThroughTime bptt = new BackpropagationThroughTime();
        Symbols data = Contracts.sample(20, 10);
        LinearPsr start = GoldenGradients.spectral(data, 2);
        Alphabet alphabet = data.alphabet();
        assertEquals("holding out a part needs at least 2 symbols; found 1", assertThrows(LearningException.class,
                () -> bptt.refine(start, Symbols.of(alphabet, new int[] {0}),
                        GoldenGradients.settings(BackpropagationThroughTime.Settings.class), new SeededRun(1)))
                .getMessage());
        assertEquals("the part to learn from must have a sequence of at least 3 symbols; the longest of 2 has 1",
                assertThrows(LearningException.class, () -> bptt.refine(start,
                        Symbols.of(alphabet, new int[2], new int[2]),
                        GoldenGradients.settings(BackpropagationThroughTime.Settings.class, "loss", "l2"), new SeededRun(1)))
                        .getMessage());
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void onlyTheFirstPieceOfASequenceMovesTheInitialState(Loss loss) {
        LinearPsr model = GoldenGradients.random(3, 3, 4);
        int[] x = GoldenGradients.randomSymbols(5, 3, 12);
        Targets targets = GoldenGradients.randomTargets(6, 12, 4);
        Psr psr = new Psr(model, true);
        Pieces pieces = new Pieces(Symbols.of(Alphabet.numbered(9), x), 5, 4);
        double[][] moved = new double[2][];
        for (int k = 0; k < 2; k++) {
            Backpropagation run = new Backpropagation(psr, loss, pieces, targets);
            run.begin();
            for (int p = 0; p < (k == 0 ? 1 : 3); p++) {
                run.forward(p);
                run.backward(p);
            }
            run.end();
            moved[k] = run.gradient()[3 * 4 + 1].clone();
        }
        assertTrue(Columns.normL1(4, moved[0]) > 0);
        assertArrayEquals(moved[0], moved[1]);
    }

    /** B after a number of epochs at a rate, in the order of the data. */
    private static double[] operators(Symbols data, LinearPsr start, double rate, int epochs) {
        LinearPsr refined = (LinearPsr) new BackpropagationThroughTime().refine(start, data, GoldenGradients.settings(
                BackpropagationThroughTime.Settings.class, "rate", "" + rate, "epochs", "" + epochs, "shuffle", "off",
                "batch", "10"), new SeededRun(1));
        return Arrays.stream(refined.parameters().operators()).flatMapToDouble(Arrays::stream).toArray();
    }

    @Test
    void afterAnEpochWithoutProgressItBeginsAnewWithAThirdOfTheRate() {
        Symbols data = Contracts.sample(100, 10);
        LinearPsr start = GoldenGradients.spectral(data.holdOut(0.15).rest(), 3);
        double rate = 0.1;
        double[] before = operators(data, start, rate, 0);
        assertArrayEquals(before, operators(data, start, rate, 1), "the first epoch must be too fast to be any good");
        double[] slower = operators(data, start, rate / 3, 1);
        double moved = 0;
        for (int i = 0; i < slower.length; i++) {
            moved = Math.max(moved, Math.abs(slower[i] - before[i]));
        }
        assertTrue(moved > 1e-3, "a third of that rate must be slow enough");
        assertArrayEquals(slower, operators(data, start, rate, 2), GoldenGradients.EXACT);
    }

    @Test
    void aShuffledEpochStartsItsPiecesWhereTheFilterIs() {
        // One step per epoch along the sum over all pieces: their order must not matter.
        Symbols text = Contracts.sample(1, 600);
        LinearPsr start = GoldenGradients.spectral(Contracts.sample(200, 10), 3);
        double[][][] found = new double[2][][];
        for (int k = 0; k < 2; k++) {
            found[k] = ((LinearPsr) new BackpropagationThroughTime().refine(start, text, GoldenGradients.settings(
                    BackpropagationThroughTime.Settings.class, "rate", "1e-2", "epochs", "4", "batch", "1000", "chunk",
                    "7", "shuffle", k == 0 ? "off" : "on"), new SeededRun(1))).parameters().operators();
        }
        assertTrue(Math.abs(found[0][0][0] - start.parameters().operators()[0][0]) > 1e-3, "it must have moved");
        for (int o = 0; o < 3; o++) {
            assertArrayEquals(found[0][o], found[1][o], GoldenGradients.EXACT);
        }
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void gradientsOfSequencesAddUp(Loss loss) {
        LinearPsr model = GoldenGradients.random(3, 3, 4);
        int[] x = GoldenGradients.randomSymbols(5, 3, 6);
        int[] y = GoldenGradients.randomSymbols(7, 3, 6);
        double[][] rows = new double[3][4];
        double[][] single = new double[rows.length * 4 + 2][4];
        int[][] features = {{0, 1, 2, 0, 1, 2, 0}, {2, 2, 1, 0, 0, 1, 1}};
        rows[1][2] = .4;
        rows[2][0] = -.3;
        double sum = 0;
        for (int s = 0; s < 2; s++) {
            Backpropagation one = run(new Psr(model, true), loss, s == 0 ? x : y,
                    new Targets(rows, new int[][] {features[s]}));
            sum += one.sum();
            for (int k = 0; k < single.length; k++) {
                for (int i = 0; i < 4; i++) {
                    single[k][i] += one.gradient()[k][i];
                }
            }
        }
        Psr psr = new Psr(model, true);
        Backpropagation both = new Backpropagation(psr, loss, new Pieces(Symbols.of(Alphabet.numbered(9), x, y), 100, 4),
                new Targets(rows, features));
        both.begin();
        for (int p = 0; p < 2; p++) {
            both.forward(p);
            both.backward(p);
        }
        both.end();
        assertEquals(sum, both.sum(), GoldenGradients.EXACT);
        assertEquals(12, both.steps());
        for (int k = 0; k < single.length; k++) {
            assertArrayEquals(single[k], both.gradient()[k], GoldenGradients.EXACT);
        }
    }

    @Test
    void aScoreOfZeroHasALoss() {
        LinearPsr model = GoldenGradients.random(3, 2, 2);
        LinearPsr.Parameters never = model.parameters();
        Arrays.fill(never.operators()[1], 0);
        Backpropagation run = run(new Psr(model.with(never), true), Loss.LOG, new int[] {1}, null);
        double[] scores = new double[2];
        model.with(never).filter().scores(1, scores);
        assertEquals(Math.log((scores[0] + 1e-6) / 1e-6), run.sum(), GoldenGradients.DIFFERENCE);
    }

    @Test
    void refusesAPartWithoutSymbols() {
        Symbols data = Contracts.sample(20, 10);
        assertEquals("the part held out must have a sequence of at least 1 symbols; the longest of 1 has 0",
                assertThrows(LearningException.class, () -> new BackpropagationThroughTime().refine(
                        GoldenGradients.spectral(data, 2), Symbols.of(data.alphabet(), new int[] {0, 1}, new int[0]),
                        GoldenGradients.settings(BackpropagationThroughTime.Settings.class), new SeededRun(1))).getMessage());
    }
}
