package psr.baselines.exterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Schema;
import psr.api.settings.Size;
import psr.api.settings.ValidationError;
import psr.baselines.GoldenBaselines;
import psr.baselines.StoppingRun;
import psr.baselines.hmm.BaumWelchRefiner;
import psr.baselines.hmm.HmmNumbers;
import psr.baselines.simple.RandomPsr;
import psr.math.linear.Eigenbasis;
import psr.math.moments.History;
import psr.math.moments.Moments;
import psr.math.optimization.Lbfgs;

class ExteriorPointTest {

    /** Tolerance for the difference between two optimizers. */
    private static final double OPTIMIZED = 1e-4;

    private static ExteriorPoint.Settings settings(ExteriorPoint.Weights weights, int stages, double floor) {
        return settings(ExteriorPoint.FirstPoint.INSIDE, weights, stages, 400, floor);
    }

    private static ExteriorPoint.Settings settings(ExteriorPoint.FirstPoint first, ExteriorPoint.Weights weights, int stages,
            int iterations, double floor) {
        return new ExteriorPoint.Settings(OptionalInt.of(3), first, weights, 1e-3, stages, iterations, 20, History.COMPLETE,
                floor);
    }

    /** Any linear PSR over the data: exterior uses its features and dimension. */
    private static LinearPsr start(Symbols data, int rank) {
        return new RandomPsr().learn(data,
                new RandomPsr.Settings(Size.exactly(rank), 2, History.SHORT, 0, RandomPsr.Draw.FEATURES), new SeededRun(1));
    }

    private static Integer[] byFirstEmission(double[] emission, int m, int n) {
        Integer[] order = new Integer[m];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(s -> -emission[s * n]));
        return order;
    }

    private static void assertNumbers(JsonNode expected, String initial, HmmNumbers found, double tolerance) {
        int m = found.states();
        int n = found.symbols();
        Integer[] order = byFirstEmission(found.emission(), m, n);
        for (int i = 0; i < m; i++) {
            assertEquals(expected.get(initial).get(i).asDouble(), found.initial()[order[i]], tolerance, initial + i);
            for (int j = 0; j < m; j++) {
                assertEquals(expected.get("T").get(i).get(j).asDouble(), found.transition()[order[i] * m + order[j]],
                        tolerance, "T " + i + " " + j);
            }
            for (int o = 0; o < n; o++) {
                assertEquals(expected.get("E").get(i).get(o).asDouble(), found.emission()[order[i] * n + o], tolerance,
                        "E " + i + " " + o);
            }
        }
    }

    @Test
    void keepsItsPromises() {
        Symbols data = Contracts.sample(200, 10);
        assertEquals(List.of(), Contracts.check(new ExteriorPoint(), settings(ExteriorPoint.Weights.INVERSE, 3, 1e-4),
                start(data, 3), data));
    }

    @Test
    void recoversTheReferenceFromTheSameCombinations() {
        Symbols data = GoldenBaselines.small();
        JsonNode expected = GoldenBaselines.json("exterior-point.json").get("recovery");
        Moments moments = Moments.count(data, Features.seenIn(data, 2), History.COMPLETE, new SeededRun(1));
        SpectralRecovery recovery = new SpectralRecovery(moments, Size.exactly(3), new SplittableRandom(1));
        assertArrayEquals(GoldenBaselines.vector(expected.get("singular_values_Csum")), recovery.singularValues(),
                GoldenBaselines.GOLDEN);
        GoldenBaselines.Generator generator = new GoldenBaselines.Generator(1);
        double[][] combinations = new double[20][3];
        for (double[] eta : combinations) {
            Arrays.setAll(eta, i -> 2 * generator.next() - 1);
            double norm = Math.sqrt(eta[0] * eta[0] + eta[1] * eta[1] + eta[2] * eta[2]);
            Arrays.setAll(eta, i -> eta[i] / norm);
        }
        Eigenbasis basis = recovery.basis(combinations, () -> false);
        assertEquals(expected.get("complex").asInt(), basis.complex());
        assertNumbers(expected, "pi", recovery.recover(basis), GoldenBaselines.GOLDEN);
    }

    @Test
    void exactMomentsGiveTheTrueModelBack() {
        Hmm truth = Contracts.sampleModel();
        List<int[]> strings = new ArrayList<>();
        for (int code = 0; code < 243; code++) {
            strings.add(new int[] {code / 81, code / 27 % 3, code / 9 % 3, code / 3 % 3, code % 3});
        }
        Features features = Features.seenIn(Symbols.of(truth.alphabet(), strings.toArray(int[][]::new)), 2);
        Moments.MomentSums counter = new Moments.MomentSums(features, History.COMPLETE);
        for (int[] string : strings) {
            counter.add(string, string.length, probability(truth, string));
        }
        SpectralRecovery recovery = new SpectralRecovery(counter.moments(), Size.exactly(3), new SplittableRandom(1));
        HmmNumbers found = recovery.recover(
                recovery.basis(SpectralRecovery.combinations(20, 3, new SplittableRandom(1)), () -> false));
        Integer[] order = byFirstEmission(found.emission(), 3, 3);
        int[] sorted = {0, 2, 1};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                assertEquals(truth.emission()[sorted[i]][j], found.emission()[order[i] * 3 + j], 1e-8);
                assertEquals(truth.transition()[sorted[i]][sorted[j]], found.transition()[order[i] * 3 + order[j]],
                        1e-8);
            }
        }
        // The state two steps later.
        double[] two = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    two[k] += truth.initial()[i] * truth.transition()[i][j] * truth.transition()[j][k];
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(two[sorted[i]], found.initial()[order[i]], 1e-8);
        }
    }

    private static double probability(Hmm hmm, int[] string) {
        double[] scores = new double[hmm.alphabet().size()];
        var filter = hmm.filter();
        double product = 1;
        for (int symbol : string) {
            filter.scores(1, scores);
            product *= scores[symbol];
            filter.update(symbol);
        }
        return product;
    }

    @Test
    void countsTheTrigramsOfTheReference() {
        Symbols data = GoldenBaselines.small();
        JsonNode expected = GoldenBaselines.json("exterior-point.json").get("trigram");
        double[] table = TrigramMismatch.count(data);
        assertArrayEquals(GoldenBaselines.vector(expected.get("P3_first_row")), Arrays.copyOf(table, 9), 1e-12);
        for (int a = 0; a < 3; a++) {
            assertEquals(expected.get("P1").get(a).asDouble(), Arrays.stream(table, 9 * a, 9 * a + 9).sum(), 1e-12);
        }
    }

    /** Stores the model of every stage. */
    private static SeededRun keeping(List<Hmm> models) {
        return new SeededRun(1).watchedBy((iteration, model) -> models.add((Hmm) model.get()));
    }

    @Test
    void convergesToTheReference() {
        Symbols data = GoldenBaselines.small();
        for (ExteriorPoint.Weights weights : ExteriorPoint.Weights.values()) {
            boolean inverse = weights == ExteriorPoint.Weights.INVERSE;
            JsonNode expected = GoldenBaselines.json("exterior-point.json").get(inverse ? "exterior_chi2" : "exterior_frob");
            List<Hmm> models = new ArrayList<>();
            SeededRun run = keeping(models);
            Hmm model = new ExteriorPoint().refine(start(data, 3), data, settings(weights, 8, 0), run);
            assertEquals(8, models.size());
            assertNumbers(expected, "initial", HmmNumbers.of(model), OPTIMIZED);
            Hmm scored = new ExteriorPoint().refine(start(data, 3), data, settings(weights, 8, 1e-4), new SeededRun(1));
            assertEquals(expected.get("nll_per_symbol").asDouble(),
                    GoldenBaselines.measure(scored, data).get("pnll"), 1e-6);
            Model after = new BaumWelchRefiner().refine(scored, data,
                    new BaumWelchRefiner.Settings(20, 0, 1e-6, 1e-3), new SeededRun(1));
            assertEquals(expected.get("nll_after_EM20").asDouble(),
                    GoldenBaselines.measure(after, data).get("pnll"), 1e-5);
        }
    }

    @Test
    void reachesTheMinimumOfTheReference() {
        Symbols data = GoldenBaselines.small();
        Moments moments = Moments.count(data, Features.seenIn(data, 2), History.COMPLETE, new SeededRun(1));
        SpectralRecovery recovery = new SpectralRecovery(moments, Size.exactly(3), new SplittableRandom(1));
        HmmNumbers recovered = recovery.recover(
                recovery.basis(SpectralRecovery.combinations(20, 3, new SplittableRandom(2)), () -> false));
        for (String name : List.of("exterior_frob", "exterior_chi2")) {
            JsonNode expected = GoldenBaselines.json("exterior-point.json").get(name);
            double[] theta = ExteriorPoint.inside(recovered);
            TrigramMismatch mismatch = new TrigramMismatch(3, 3, TrigramMismatch.count(data),
                    name.equals("exterior_chi2") ? 1e-3 : -1, () -> false);
            double penalty = 1e-2;
            for (double g : GoldenBaselines.vector(expected.get("stage_g"))) {
                mismatch.penalty(penalty);
                new Lbfgs(mismatch, theta, 10).minimize(2000, 1e-12, () -> false);
                assertEquals(g, mismatch.mismatch(theta), OPTIMIZED * g, name + " with penalty " + penalty);
                penalty *= 10;
            }
        }
    }

    @Test
    void thePenalisedMismatchHasTheGradientOfItsDifferences() {
        SplittableRandom random = new SplittableRandom(4);
        int n = 3;
        int m = 2;
        double[] table = new double[n * n * n];
        Arrays.setAll(table, k -> random.nextDouble() / 27);
        for (double kappa : new double[] {-1, 1e-2}) {
            TrigramMismatch mismatch = new TrigramMismatch(n, m, table, kappa, () -> false);
            mismatch.penalty(.7);
            double[] theta = new double[m + m * m + m * n];
            Arrays.setAll(theta, k -> random.nextDouble() - .3);
            double[] gradient = new double[theta.length];
            double[] unused = new double[theta.length];
            mismatch.value(theta, gradient);
            for (int k = 0; k < theta.length; k++) {
                double at = theta[k];
                double h = 1e-6;
                theta[k] = at + h;
                double above = mismatch.value(theta, unused);
                theta[k] = at - h;
                double below = mismatch.value(theta, unused);
                theta[k] = at;
                double slope = (above - below) / (2 * h);
                assertEquals(slope, gradient[k], 1e-6 * Math.max(1, Math.abs(slope)), "entry " + k);
            }
        }
    }

    @Test
    void theTrueModelHasNoMismatch() {
        Hmm truth = Contracts.sampleModel();
        double[] table = new double[27];
        for (int code = 0; code < 27; code++) {
            table[code] = probability(truth, new int[] {code / 9, code / 3 % 3, code % 3});
        }
        TrigramMismatch mismatch = new TrigramMismatch(3, 3, table, 1e-3, () -> false);
        mismatch.penalty(1);
        assertEquals(0, mismatch.value(ExteriorPoint.theta(HmmNumbers.of(truth)), new double[21]), 1e-25);
    }

    @Test
    void takesItsStatesFromTheStartAndEveryStageIsValid() {
        Symbols data = Contracts.sample(300, 10);
        List<Hmm> models = new ArrayList<>();
        SeededRun run = keeping(models);
        ExteriorPoint.Settings auto = new ExteriorPoint.Settings(OptionalInt.empty(),
                ExteriorPoint.FirstPoint.INSIDE, ExteriorPoint.Weights.INVERSE, 1e-3, 4, 100, 20, History.SHORT, 1e-4);
        Hmm model = new ExteriorPoint().refine(start(data, 4), data, auto, run);
        assertEquals(4, model.states());
        assertEquals(4, models.size());
        for (double[] row : model.emission()) {
            for (double p : row) {
                assertTrue(p >= .9e-4, "floor " + p);
            }
        }
    }

    /** If the spectral solution is good, both first points lead to the same model, along different paths. */
    @Test
    void mayBeginAtTheSpectralSolutionItself() {
        Symbols data = Contracts.sample(2000, 10);
        double[] beginnings = new double[2];
        double[] ends = new double[2];
        for (ExteriorPoint.FirstPoint first : ExteriorPoint.FirstPoint.values()) {
            beginnings[first.ordinal()] = likeliest(refine(data, settings(first, ExteriorPoint.Weights.INVERSE, 1, 1, 0)));
            ends[first.ordinal()] = likeliest(refine(data, settings(first, ExteriorPoint.Weights.INVERSE, 6, 400, 0)));
        }
        assertEquals(ends[0], ends[1], OPTIMIZED);
        assertTrue(Math.abs(beginnings[0] - beginnings[1]) > 100 * OPTIMIZED, Arrays.toString(beginnings));
    }

    /** The largest probability of any state to stay: independent of the order of the states. */
    private static double likeliest(Hmm model) {
        double most = 0;
        for (int i = 0; i < model.states(); i++) {
            most = Math.max(most, model.transition()[i][i]);
        }
        return most;
    }

    private static Hmm refine(Symbols data, ExteriorPoint.Settings settings) {
        return new ExteriorPoint().refine(start(Contracts.sample(100, 8), 3), data, settings, new SeededRun(1));
    }

    @Test
    void refusesWhatDoesNotFit() {
        ExteriorPoint.Settings three = settings(ExteriorPoint.Weights.INVERSE, 2, 1e-4);
        Alphabet abc = Contracts.sampleModel().alphabet();
        assertThrows(LearningException.class, () -> refine(Symbols.of(abc), three));
        assertThrows(LearningException.class,
                () -> refine(Symbols.of(abc, new int[] {0, 0, 0, 0, 0, 0}), three));
        assertThrows(LearningException.class,
                () -> refine(Symbols.of(abc, new int[] {0, 1}), three));
        LearningException many = assertThrows(LearningException.class, () -> refine(Contracts.sample(50, 8),
                new ExteriorPoint.Settings(OptionalInt.of(40), ExteriorPoint.FirstPoint.INSIDE,
                        ExteriorPoint.Weights.NONE, 1e-3, 2, 10, 5,
                        History.COMPLETE, 0)));
        assertTrue(many.getMessage().contains("states=40"), many.getMessage());
        assertEquals("exterior starts from a linear PSR, for example one of 2sr; the stage before it makes none",
                new ExteriorPoint().objection(Contracts.sampleModel(), Contracts.sample(2, 5), null)
                        .map(ValidationError::message).orElse(""));
        Schema<ExteriorPoint.Settings> schema = Schema.of(ExteriorPoint.Settings.class);
        assertThrows(IllegalArgumentException.class, () -> schema.parse(Map.of("states", "0"), "exterior"));
        assertThrows(IllegalArgumentException.class, () -> schema.parse(Map.of("kappa", "0"), "exterior"));
    }

    @Test
    void stopsWithinAStageWhenTold() {
        Symbols data = Contracts.sample(200, 10);
        for (int after : new int[] {0, 1, 30, 200}) {
            StoppingRun run = new StoppingRun(after);
            Hmm model = new ExteriorPoint().refine(start(data, 3), data,
                    settings(ExteriorPoint.Weights.INVERSE, 6, 1e-4), run);
            assertTrue(run.asked > after && run.asked <= after + 10,
                    run.asked + " checks, cancelled after " + after);
            assertEquals(List.of(), Contracts.check(model, data.range(0, 5)));
        }
    }

    @Test
    void takesAsManyStatesAsTheDataCarryUnlessToldHowMany() {
        Symbols data = Contracts.sample(200, 8);
        SeededRun run = new SeededRun(1);
        // Strings of three support more dimensions than those of two, which the recovery uses.
        LinearPsr start = (LinearPsr) new RandomPsr().learn(data, Map.of("rank", "10", "length", "3"), run);
        Hmm model = new ExteriorPoint().refine(start, data, Schema.of(ExteriorPoint.Settings.class).parse(
                Map.of("stages", "1", "iterations", "1"), "exterior"), run);
        assertTrue(model.states() < 10, "states " + model.states());
        assertEquals(1, run.counts().get("states cut to " + model.states()), run.counts()::toString);
        assertThrows(LearningException.class, () -> new ExteriorPoint().refine(start, data,
                Schema.of(ExteriorPoint.Settings.class).parse(Map.of("states", "10"), "exterior"), run));
    }
}
