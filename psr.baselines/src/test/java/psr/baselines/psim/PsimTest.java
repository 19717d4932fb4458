package psr.baselines.psim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.api.settings.Size;
import psr.baselines.GoldenBaselines;
import psr.baselines.StateSpace;
import psr.baselines.StoppingRun;
import psr.math.Kernels;
import psr.math.batches.StepUnit;
import psr.math.linear.Matrices;
import psr.math.moments.History;

class PsimTest {

    private static final double EXACT = 1e-12;
    private static final OptionalInt AUTO = OptionalInt.empty();
    private static final Optional<Size> ALL = Optional.empty();
    private static final Optional<Size> THREE = Optional.of(Size.exactly(3));

    private static Psim.Settings dagger(Optional<Size> rank, int rounds, double validation) {
        return new Psim.Settings(Psim.Mode.DAGGER, rank, 2, History.COMPLETE, 2, 10, AUTO, 100, StepUnit.MINIBATCH, rounds, 1e-3,
                validation);
    }

    private static Psim.Settings gradient(double rate, int passes) {
        return new Psim.Settings(Psim.Mode.GRADIENT, THREE, 2, History.SHORT, rate, passes, AUTO, 100,
                StepUnit.MINIBATCH, 20, 1e-3, .15);
    }

    @Test
    void keepsItsPromisesInBothModes() {
        Symbols data = Contracts.sample(100, 8);
        assertEquals(List.of(), Contracts.check(new Psim(), gradient(2, 3), data));
        assertEquals(List.of(), Contracts.check(new Psim(), dagger(THREE, 4, .15), data));
        assertEquals(List.of(), Contracts.check(new Psim(), dagger(ALL, 2, 0), data));
    }

    @Test
    void daggerAgreesWithTheReference() {
        Symbols data = GoldenBaselines.small();
        for (String name : List.of("dagger_full", "dagger_rank3")) {
            JsonNode expected = GoldenBaselines.json("psim.json").get(name);
            Model model = new Psim().learn(data, dagger(name.equals("dagger_full") ? ALL : THREE, 5, 0),
                    new SeededRun(1));
            double[] scores = new double[3];
            SymbolFilter filter = SymbolFilter.of(model);
            double[][] probabilities = GoldenBaselines.matrix(expected.get("probs_first_sequence"));
            for (int t = 0; t < probabilities.length; t++) {
                filter.scores(1, scores);
                assertArrayEquals(probabilities[t], scores, GoldenBaselines.GOLDEN, name + " at " + t);
                filter.update(data.symbol(0, t));
            }
            Map<String, Double> measured = GoldenBaselines.measure(model, data);
            JsonNode metrics = expected.get("metrics");
            assertEquals(metrics.get("ospa_ft").asDouble(), measured.get("ospa"), GoldenBaselines.GOLDEN);
            assertEquals(metrics.get("pnll_ft").asDouble(), measured.get("pnll"), GoldenBaselines.GOLDEN);
            for (String metric : List.of("l2med", "l2p99", "l2logmean")) {
                assertEquals(metrics.get(metric).asDouble(), measured.get(metric),
                        GoldenBaselines.GOLDEN, name + " " + metric);
            }
        }
    }

    @Test
    void everyRoundOfDaggerAgreesWithTheReference() {
        Symbols data = GoldenBaselines.small();
        for (String name : List.of("dagger_full", "dagger_rank3")) {
            JsonNode expected = GoldenBaselines.json("psim.json").get(name);
            StateSpace space = StateSpace.of(data, Features.seenIn(data, 2),
                    name.equals("dagger_full") ? ALL : THREE, History.COMPLETE,
                    new SeededRun(1), "psim");
            Dagger dagger = new Dagger(space, 1e-3);
            InferenceMachine machine = Dagger.start(data, space, () -> false);
            double[] losses = GoldenBaselines.vector(expected.get("losses"));
            assertEquals(losses[0], machine.loss(data, space, () -> false), GoldenBaselines.GOLDEN);
            for (int round = 1; round < losses.length; round++) {
                machine = dagger.round(machine, data, () -> false);
                assertEquals(losses[round], machine.loss(data, space, () -> false), GoldenBaselines.GOLDEN,
                        name + " " + round);
            }
            double[][] constants = GoldenBaselines.matrix(expected.get(name.equals("dagger_full") ? "c" : "Uc"));
            for (int o = 0; o < 3; o++) {
                double[] found = Matrices.multiply(space.map(), 12, space.dimension(), machine.constant()[o], 1);
                assertArrayEquals(constants[o], found, GoldenBaselines.GOLDEN, name + " constant " + o);
            }
        }
    }

    private static Psim.Settings unit(StepUnit unit, OptionalInt batch, double rate, int passes) {
        return new Psim.Settings(Psim.Mode.GRADIENT, THREE, 2, History.SHORT, rate, passes, batch, 100, unit, 20, 1e-3, .15);
    }

    /** Algorithm 1 as printed, by plain loops: first the state is updated, then f along the gradient of that step. */
    @Test
    void stepAfterStepIsTheAlgorithmAsPrinted() {
        Symbols data = Symbols.of(Contracts.sample(1, 40).alphabet(), Contracts.sample(1, 40).copy(0));
        double rate = .3;
        StateSpace space = StateSpace.of(data, Features.seenIn(data, 2), THREE, History.SHORT, new SeededRun(1), "psim");
        InferenceMachine plain = Psim.randomStart(space, new SeededRun(1));
        int[] symbols = data.copy(0);
        int d = space.dimension();
        int[] window = new int[2];
        for (int pass = 0; pass < 2; pass++) {
            double[] q = plain.initial().clone();
            for (int t = 0; t + 1 < symbols.length && space.features().window(symbols, symbols.length, t + 1, window); t++) {
                double[] target = new double[d];
                space.project(window, target);
                double[] prediction = new double[d];
                plain.predict(symbols[t], q, prediction);
                double[] next = prediction.clone();
                plain.bounded(next);
                double norm = 0;
                for (int i = 0; i < d; i++) {
                    double error = Math.abs(prediction[i] - target[i]);
                    norm += error;
                    for (int j = 0; j < d; j++) {
                        norm += error * Math.abs(q[j]);
                    }
                }
                for (int i = 0; i < d; i++) {
                    double step = rate * (prediction[i] - target[i]) / norm;
                    plain.constant()[symbols[t]][i] -= step;
                    for (int j = 0; j < d; j++) {
                        plain.linear()[symbols[t]][j][i] -= step * q[j];
                    }
                }
                q = next;
            }
        }
        SymbolFilter expected = new PsimModel(space, plain).filter();
        SymbolFilter found = SymbolFilter.of(new Psim().learn(data, unit(StepUnit.STEP, AUTO, rate, 2), new SeededRun(1)));
        double[] scores = new double[3];
        double[] others = new double[3];
        for (int symbol : symbols) {
            expected.scores(1, scores);
            found.scores(1, others);
            assertArrayEquals(scores, others, 1e-10);
            expected.update(symbol);
            found.update(symbol);
        }
    }

    @Test
    void afterEachSequenceIsAMinibatchOfOne() {
        Symbols data = Contracts.sample(30, 8);
        double[] one = firstScores(data, unit(StepUnit.SEQUENCE, AUTO, 1, 2));
        assertArrayEquals(firstScores(data, unit(StepUnit.MINIBATCH, OptionalInt.of(1), 1, 2)), one);
        assertFalse(Arrays.equals(firstScores(data, unit(StepUnit.MINIBATCH, AUTO, 1, 2)), one));
        assertFalse(Arrays.equals(firstScores(data, unit(StepUnit.STEP, AUTO, 1, 2)), one));
    }

    private static double[] firstScores(Symbols data, Psim.Settings settings) {
        double[] scores = new double[3];
        SymbolFilter filter = SymbolFilter.of(new Psim().learn(data, settings, new SeededRun(1)));
        filter.update(0);
        filter.scores(1, scores);
        return scores;
    }

    private static double[] flat(JsonNode matrix) {
        double[][] rows = GoldenBaselines.matrix(matrix);
        double[] flat = new double[rows.length * rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * rows[0].length, rows[0].length);
        }
        return flat;
    }

    @Test
    void oneGradientStepAgreesWithTheReference() {
        JsonNode tiny = GoldenBaselines.json("psim.json").get("gradient_tiny");
        double[][] targets = GoldenBaselines.matrix(tiny.get("psi"));
        double[][] states = GoldenBaselines.matrix(tiny.get("states"));
        double[][][] linear = {InferenceMachine.columns(flat(tiny.get("A").get(0)), 2),
                InferenceMachine.columns(flat(tiny.get("A").get(1)), 2)};
        InferenceMachine machine = new InferenceMachine(GoldenBaselines.vector(tiny.get("q1")), linear,
                GoldenBaselines.matrix(tiny.get("c")), 10);
        PsimGradient gradient = new PsimGradient(2, 2);
        double[] state = machine.initial().clone();
        double[] next = new double[2];
        double loss = 0;
        for (int t = 0; t + 1 < targets.length; t++) {
            int symbol = tiny.get("x").get(t).asInt();
            machine.predict(symbol, state, next);
            assertArrayEquals(states[t + 1], next, EXACT);
            gradient.add(symbol, state, next, targets[t + 1]);
            for (int i = 0; i < 2; i++) {
                loss += (next[i] - targets[t + 1][i]) * (next[i] - targets[t + 1][i]) / 2;
            }
            System.arraycopy(next, 0, state, 0, 2);
        }
        assertEquals(tiny.get("loss").asDouble(), loss, EXACT);
        assertEquals(tiny.get("L1").asDouble(), gradient.norm(), EXACT);
        assertTrue(gradient.descend(tiny.get("alpha").asDouble(), machine));
        for (int o = 0; o < 2; o++) {
            assertArrayEquals(flat(tiny.get("A_after").get(o)),
                    Matrices.transpose(Matrices.flat(machine.linear()[o], 2), 2, 2), EXACT);
            assertArrayEquals(GoldenBaselines.vector(tiny.get("c_after").get(o)), machine.constant()[o], EXACT);
        }
    }

    /** Records a measure on test data after every iteration. */
    private static SeededRun listening(long seed, Symbols test, List<Map<String, Double>> heard) {
        return new SeededRun(seed).watchedBy((iteration, model) -> heard.add(GoldenBaselines.measure(model.get(), test)));
    }

    @Test
    void daggerEndsBetterThanItStartsOnHeldOutData() {
        Symbols data = Contracts.sample(1500, 10);
        List<Map<String, Double>> heard = new ArrayList<>();
        SeededRun run = listening(1, data.range(1000, 1500), heard);
        Symbols training = data.range(0, 1000).over(data.alphabet());
        new Psim().learn(training, dagger(Optional.of(Size.exactly(4)), 20, .15), run);
        Map<String, Double> first = heard.get(0);
        Map<String, Double> last = heard.get(heard.size() - 1);
        assertEquals(21, heard.size());
        assertTrue(last.get("pnll") < first.get("pnll") - .002, first + " then " + last);
        assertTrue(last.get("l2mean") < first.get("l2mean") - .002, first + " then " + last);
    }

    @Test
    void theGradientFormLearnsFromARandomStart() {
        Symbols data = Contracts.sample(1000, 10);
        List<Map<String, Double>> heard = new ArrayList<>();
        SeededRun run = listening(1, data, heard);
        new Psim().learn(data, gradient(.1, 10), run);
        Map<String, Double> first = heard.get(0);
        Map<String, Double> last = heard.get(heard.size() - 1);
        assertEquals(11, heard.size());
        assertTrue(last.get("l2mean") < first.get("l2mean") - .03, first + " then " + last);
        assertTrue(last.get("ospa") > first.get("ospa") + .05, first + " then " + last);
    }

    @Test
    void learnsFromOneLongSequenceInPieces() {
        Symbols data = Contracts.sample(1, 3000);
        for (Psim.Settings settings : List.of(gradient(.1, 10), dagger(THREE, 10, .15))) {
            List<Map<String, Double>> heard = new ArrayList<>();
            SeededRun run = listening(1, data, heard);
            new Psim().learn(data, settings, run);
            assertTrue(heard.get(heard.size() - 1).get("l2mean") < heard.get(0).get("l2mean"),
                    heard.toString());
        }
    }

    @Test
    void theRandomStartPredictsMassOneOnAverage() {
        Symbols data = Contracts.sample(100, 8);
        StateSpace space = StateSpace.of(data, Features.seenIn(data, 2), THREE, History.SHORT,
                new SeededRun(1), "psim");
        InferenceMachine machine = Psim.randomStart(space, new SeededRun(2));
        double[] next = new double[3];
        double sum = 0;
        for (int o = 0; o < 3; o++) {
            machine.predict(o, space.initial(), next);
            sum += Kernels.dot(3, space.normaliser(), next) / 3;
        }
        assertEquals(1, sum, 1e-9);
    }

    @Test
    void looksTwoStepsAheadByTheExpectedState() {
        Symbols data = GoldenBaselines.small();
        Model model = new Psim().learn(data, dagger(ALL, 5, 0), new SeededRun(1));
        // The scores of full features are probabilities here, so the expectation over the next symbol is exact.
        SymbolFilter filter = SymbolFilter.of(model);
        filter.update(1);
        double[] first = new double[3];
        double[] second = new double[3];
        double[] found = new double[3];
        filter.scores(1, first);
        filter.scores(2, found);
        double[] expected = new double[3];
        for (int o = 0; o < 3; o++) {
            SymbolFilter branch = filter.copy();
            branch.update(o);
            branch.scores(1, second);
            for (int k = 0; k < 3; k++) {
                expected[k] += first[o] * second[k];
            }
        }
        assertArrayEquals(expected, found, 1e-9);
    }

    @Test
    void statesBeyondTheBoundAreScaledBack() {
        InferenceMachine wild = new InferenceMachine(new double[] {1, 0}, new double[][][] {{{0, 3}, {-3, 0}}},
                new double[][] {{0, 0}}, 1.5);
        double[] q = {0, 3};
        assertTrue(wild.bounded(q));
        assertArrayEquals(new double[] {0, 1.5}, q, EXACT);
        assertFalse(wild.bounded(q));
        double[] broken = {Double.NaN, 1};
        assertTrue(wild.bounded(broken));
        assertArrayEquals(wild.initial(), broken);
    }

    @Test
    void aGradientThatIsNotFiniteMovesNothing() {
        PsimGradient gradient = new PsimGradient(1, 1);
        InferenceMachine machine = new InferenceMachine(new double[1], new double[][][] {{{1}}}, new double[][] {{1}}, 1);
        gradient.add(0, new double[] {Double.MAX_VALUE}, new double[] {Double.MAX_VALUE}, new double[1]);
        assertFalse(gradient.descend(1, machine));
        assertEquals(1, machine.linear()[0][0][0]);
    }

    private static Model learn(Psim.Settings settings, int symbols, int[]... sequences) {
        return new Psim().learn(Symbols.of(Alphabet.numbered(symbols), sequences), settings,
                new SeededRun(1));
    }

    @Test
    void refusesWhatItCannotLearnFrom() {
        for (Psim.Settings settings : List.of(gradient(1, 1), dagger(THREE, 1, 0))) {
            assertThrows(LearningException.class, () -> learn(settings, 3));
            assertThrows(LearningException.class, () -> learn(settings, 3, new int[] {0, 0, 0, 0, 0, 0}));
            assertThrows(LearningException.class, () -> learn(settings, 3, new int[] {0, 1}));
            assertThrows(LearningException.class, () -> learn(settings, 2, new int[] {0, 1, 0, 1, 0, 1, 0, 1}));
        }
        assertThrows(IllegalArgumentException.class,
                () -> new Psim().learn(Contracts.sample(50, 8), dagger(Optional.of(Size.exactly(13)), 1, 0), new SeededRun(1)));
        LearningException brief =
                assertThrows(LearningException.class, () -> learn(dagger(Optional.of(Size.exactly(1)), 1, .2), 2,
                        new int[] {0, 1, 0, 0, 1, 1, 0, 1}, new int[] {1}));
        assertTrue(brief.getMessage().contains("validation=0"), brief.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Schema.of(Psim.Settings.class)
                .parse(Map.of("mode", "dagger", "ridge", "0"), "psim"));
    }

    @Test
    void stepsThatWouldDestroyTheMachineAreSkippedAndCounted() {
        Symbols data = Contracts.sample(100, 10);
        SeededRun run = new SeededRun(1);
        Psim.Settings settings = Schema.of(Psim.Settings.class).parse(
                Map.of("rank", "all", "passes", "2", "batch", "20", "rate", "1e300"), "psim");
        assertEquals(List.of(), Contracts.check(new Psim().learn(data, settings, run), data));
        assertEquals(10L, run.counts().get("skipped gradients"));
    }

    /** The first scores of a model after some symbols. */
    private static double[] scores(Model model, int... past) {
        SymbolFilter filter = SymbolFilter.of(model);
        for (int symbol : past) {
            filter.update(symbol);
        }
        double[] scores = new double[model.space().size()];
        filter.scores(1, scores);
        return scores;
    }

    @Test
    void piecesMayBeLongerThanEverySequence() {
        Symbols data = Contracts.sample(40, 12);
        double[][] found = new double[2][];
        for (int k = 0; k < 2; k++) {
            Psim.Settings settings = Schema.of(Psim.Settings.class).parse(Map.of("rank", "3", "passes", "2", "chunk",
                    k == 0 ? "12" : "2147483647"), "psim");
            found[k] = scores(new Psim().learn(data, settings, new SeededRun(1)), 0, 1, 2);
        }
        assertArrayEquals(found[0], found[1]);
    }

    @Test
    void aRidgeTooSmallForTheDataIsRefusedInWords() {
        Symbols data = Contracts.sample(40, 12);
        Psim.Settings tiny = new Psim.Settings(Psim.Mode.DAGGER, ALL, 2, History.COMPLETE, 2, 10, AUTO, 100,
                StepUnit.MINIBATCH, 3, 1e-320, 0);
        LearningException refusal = assertThrows(LearningException.class,
                () -> new Psim().learn(data, tiny, new SeededRun(1)));
        assertEquals("the states before symbol 'a' must determine a regression, but do not with ridge=1.0E-320;"
                + " try a larger one, such as 1e-3 (psim)", refusal.getMessage());
    }

    @Test
    void dataThatCannotBeDividedAreNoMistakeOfTheUser() {
        LearningException refusal = assertThrows(LearningException.class,
                () -> learn(dagger(Optional.of(Size.exactly(1)), 1, .15), 2, new int[] {0}));
        assertTrue(refusal.getMessage().contains("holding out a part needs at least 2 symbols"), refusal.getMessage());
    }

    @Test
    void stopsWithinAPassWhenTold() {
        Symbols data = Contracts.sample(400, 10);
        for (Psim.Settings settings : List.of(gradient(.1, 1000), dagger(ALL, 1000, 0))) {
            StoppingRun run = new StoppingRun(5);
            new Psim().learn(data, settings, run);
            assertTrue(run.iterations < 6 && run.asked < 10, run.iterations + " iterations, asked " + run.asked + " times");
        }
    }

    @Test
    void aShuffledPassStartsItsPiecesWhereTheFilterIs() {
        // One step per pass along the sum over all pieces: the division of the text must not matter.
        Symbols text = Contracts.sample(1, 400);
        double[][] found = new double[2][];
        for (int k = 0; k < 2; k++) {
            Psim.Settings settings = Schema.of(Psim.Settings.class).parse(Map.of("rank", "3", "passes", "3", "batch",
                    "1000", "chunk", k == 0 ? "400" : "7"), "psim");
            found[k] = scores(new Psim().learn(text, settings, new SeededRun(1)), 0, 1, 2);
        }
        assertArrayEquals(found[0], found[1], 1e-9);
    }

    @Test
    void daggerTakesTheRoundThatPredictsTheHeldOutPartBest() {
        Symbols data = Contracts.sample(600, 10);
        int rounds = 10;
        Sequences.Parts<Symbols> parts = data.holdOut(.3);
        Symbols training = parts.rest();
        StateSpace space = StateSpace.of(parts.rest(), Features.seenIn(data, 2), THREE, History.COMPLETE,
                new SeededRun(1), "psim");
        Dagger dagger = new Dagger(space, 1e-3);
        InferenceMachine machine = Dagger.start(training, space, () -> false);
        List<InferenceMachine> machines = new ArrayList<>();
        List<Double> losses = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            machines.add(machine);
            losses.add(machine.loss(parts.heldOut(), space, () -> false));
            machine = dagger.round(machine, training, () -> false);
        }
        int best = losses.indexOf(Collections.min(losses));
        assertTrue(best > 0 && best < rounds, "the best round must be neither the first nor the last: " + losses);
        Model learned = new Psim().learn(data, dagger(THREE, rounds, .3), new SeededRun(1));
        int[] past = {0, 1, 2, 2, 0};
        assertArrayEquals(scores(new PsimModel(space, machines.get(best)), past), scores(learned, past));
        // With nothing held out the last round is used.
        Model last = new Psim().learn(parts.rest(), dagger(THREE, rounds, 0), new SeededRun(1));
        assertEquals(losses.get(rounds), ((PsimModel) last).machine().loss(parts.heldOut(),
                ((PsimModel) last).stateSpace(), () -> false), 1e-9);
    }

    /** Observers measure each model only once, however often they are called. */
    @Test
    void theSameModelIsToldWhileItIsTheBestAndReturned() {
        Symbols data = Contracts.sample(600, 10);
        for (Psim.Settings settings : List.of(gradient(.1, 2), dagger(THREE, 10, .3))) {
            List<Model> observed = new ArrayList<>();
            SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> observed.add(model.get()));
            assertSame(new Psim().learn(data, settings, run), observed.get(observed.size() - 1));
            int different = (int) observed.stream().distinct().count();
            if (settings.mode() == Psim.Mode.GRADIENT) {
                assertEquals(observed.size(), different);
            } else {
                assertTrue(different > 1 && different < observed.size(), different + " of " + observed.size());
            }
        }
    }

    @Test
    void theDefaultRankIsCutToWhatTheDataCarry() {
        for (String mode : List.of("gradient", "dagger")) {
            SeededRun run = new SeededRun(1);
            PsimModel model = (PsimModel) new Psim().learn(Contracts.sample(50, 8), Map.of("mode", mode), run);
            assertTrue(model.stateSpace().dimension() < 12, model.toString());
            assertEquals(1, run.counts().get("rank cut to " + model.stateSpace().dimension()), run.counts()::toString);
        }
    }
}
