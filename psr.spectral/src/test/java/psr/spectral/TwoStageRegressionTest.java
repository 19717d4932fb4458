package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static psr.spectral.Golden.EXACT;
import static psr.spectral.Golden.SOLVED;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.LinearPsr;
import psr.api.model.SingularValues;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.math.linear.Matrices;
import psr.math.linear.TruncatedSvd;
import psr.math.moments.History;
import psr.math.moments.Moments;

class TwoStageRegressionTest {

    private static final Symbols GENERATED = Golden.generated();

    private static LinearPsr learn(Symbols data, String... typed) {
        return new TwoStageRegression().learn(data, Golden.settings(TwoStageRegression.Settings.class, typed),
                new SeededRun(1));
    }

    @Test
    void theGeneratorDrawsTheReferencesData() {
        int checksum = 0;
        for (int i = 0; i < 400; i++) {
            for (int t = 0; t < 10; t++) {
                checksum += GENERATED.symbol(i, t) * (t + 1);
            }
        }
        assertEquals(Golden.json("two-stage-regression.json").get("checksum").asInt(), checksum);
    }

    @Test
    void theMomentsHaveTheReferencesSingularValues() {
        JsonNode golden = Golden.json("two-stage-regression.json");
        Features features = Features.seenIn(GENERATED, 2);
        Moments moments = Moments.count(GENERATED, features, History.COMPLETE, new SeededRun(1));
        assertEquals(golden.get("D").asInt(), features.count());
        double[] s = TruncatedSvd.of(moments.joint(), 12, new SplittableRandom(1)).s();
        for (int i = 0; i < 12; i++) {
            assertEquals(golden.get("sv").get(i).asDouble(), s[i], EXACT);
        }
    }

    @ParameterizedTest
    @CsvSource({"pinv,pinv_probs", "ridge,ridge_probs"})
    void theFirstSequenceHasTheReferencesProbabilities(String method, String key) {
        JsonNode golden = Golden.json("two-stage-regression.json").get(key);
        LinearPsr model = learn(GENERATED, "method", method, "rank", "3", "history", "complete", "guard", "off");
        SymbolFilter filter = model.filter();
        double[] p = new double[3];
        for (int t = 0; t < 10; t++) {
            filter.scores(1, p);
            for (int o = 0; o < 3; o++) {
                assertEquals(golden.get(t).get(o).asDouble(), p[o], SOLVED);
            }
            filter.update(GENERATED.symbol(0, t));
        }
    }

    @Test
    void theGeneratedDataHaveTheReferencesMetrics() {
        JsonNode golden = Golden.json("two-stage-regression.json").get("metrics");
        LinearPsr model = learn(GENERATED, "method", "pinv", "rank", "3", "history", "complete", "guard", "off");
        compare(golden, Golden.score(model, GENERATED));
    }

    @ParameterizedTest
    @CsvSource({"2sr,pinv,complete,off", "2sr+guard,pinv,complete,on", "2sr-ridge-short,ridge,short,off",
            "2sr-ridge-short+guard,ridge,short,on"})
    void theRingHasTheReferencesMetrics(String key, String method, String history, String guard) {
        JsonNode golden = Golden.json("ring-41/expected.json");
        LinearPsr model = learn(Golden.sequences("ring-41/ring.train"), "method", method, "history", history, "guard",
                guard, "ridge", "1e-3", "ridge2", "1e-5", "rank", "20");
        assertEquals(golden.get("features").asInt(), model.features().count());
        Golden.Scores scores = Golden.score(model, Golden.sequences("ring-41/ring.test"));
        compare(golden.get(key), scores);
        assertEquals(golden.get(key).path("guard_triggers").asLong(0), scores.repairs());
    }

    private static void compare(JsonNode golden, Golden.Scores scores) {
        String[] readouts = {"_op", "_ft"};
        for (int r = 0; r < 2; r++) {
            assertEquals(golden.get("ospa" + readouts[r]).asDouble(), scores.ospa()[r], SOLVED);
            assertEquals(golden.get("pnll" + readouts[r]).asDouble(), scores.pnll()[r], SOLVED);
            assertEquals(golden.get("pnllc" + readouts[r]).asDouble(), scores.clipped()[r], SOLVED);
        }
    }

    @Test
    void theDefaultIsRidgeWithShortHistoriesAndGuard() {
        Symbols ring = Golden.sequences("ring-41/ring.train");
        LinearPsr plain = learn(ring);
        LinearPsr spelled = learn(ring, "rank", "20", "method", "ridge", "ridge", "1e-3", "ridge2", "1e-5", "history",
                "short", "start", "starts", "guard", "on", "guard-level", "3e-3", "length", "2");
        assertArrayEquals(spelled.parameters().operators()[7], plain.parameters().operators()[7]);
        assertArrayEquals(spelled.parameters().initial(), plain.parameters().initial());
        assertEquals(spelled.guard(), plain.guard());
    }

    @Test
    void keepsTheContractOfALearner() {
        for (String method : List.of("pinv", "ridge")) {
            for (String rank : List.of("3", "auto")) {
                assertEquals(List.of(), Contracts.check(new TwoStageRegression(),
                        Golden.settings(TwoStageRegression.Settings.class, "rank", rank, "method", method),
                        Contracts.sample(300, 10)));
            }
        }
    }

    @Test
    void startsWhereTheSequencesStartOrEverywhere() {
        Features features = Features.seenIn(GENERATED, 2);
        Moments moments = Moments.count(GENERATED, features, History.SHORT, new SeededRun(1));
        assertArrayEquals(projected(moments.startMean(), learn(GENERATED, "rank", "3")),
                learn(GENERATED, "rank", "3").parameters().initial(), EXACT);
        LinearPsr all = learn(GENERATED, "rank", "3", "start", "all");
        assertArrayEquals(projected(moments.futureMean(), all), all.parameters().initial(), EXACT);
        int[] joined = new int[4000];
        for (int i = 0; i < 400; i++) {
            System.arraycopy(GENERATED.copy(i), 0, joined, 10 * i, 10);
        }
        Symbols one = Symbols.of(GENERATED.alphabet(), joined);
        assertArrayEquals(learn(one, "rank", "3", "start", "all").parameters().initial(),
                learn(one, "rank", "3").parameters().initial(), "one sequence: auto is all");
    }

    private static double[] projected(double[] mean, LinearPsr model) {
        double[] state = new double[model.dimension()];
        for (int f = 0; f < mean.length; f++) {
            for (int i = 0; i < state.length; i++) {
                state[i] += model.map()[f * state.length + i] * mean[f];
            }
        }
        return state;
    }

    @Test
    void theGuardMeasuresByTheSymbolsOwnFrequencyIfAsked() {
        LinearPsr model = learn(GENERATED, "rank", "3", "guard", "frequency");
        double[] mean = Moments.count(GENERATED, model.features(), History.SHORT, new SeededRun(1)).futureMean();
        for (int o = 0; o < 3; o++) {
            assertEquals(.002 * mean[o], model.guard().level(o), EXACT);
        }
        assertEquals(.1, learn(GENERATED, "rank", "3", "guard-level", "0.1").guard().level(2), EXACT);
        assertFalse(learn(GENERATED, "rank", "3", "guard", "off").guard().on());
    }

    @Test
    void longerStringsMakeMoreFeatures() {
        assertEquals(3, learn(GENERATED, "rank", "3", "length", "1").features().count());
        assertEquals(39, learn(GENERATED, "rank", "3", "length", "3").features().count());
    }

    @ParameterizedTest
    @CsvSource({"pinv", "ridge"})
    void theChosenRankIsBestOnTheHeldOutPart(String method) {
        Sequences.Parts<Symbols> parts = GENERATED.holdOut(.15);
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int rank = 1; rank <= 9; rank++) {
            LinearPsr model = learn(parts.rest(), "rank", "" + rank, "method", method, "history", "complete");
            double loss = Golden.score(model, parts.heldOut()).pnll()[0];
            if (loss < least) {
                least = loss;
                best = rank;
            }
        }
        SeededRun run = new SeededRun(1);
        LinearPsr chosen = new TwoStageRegression().learn(GENERATED, Golden.settings(TwoStageRegression.Settings.class,
                "rank", "auto", "method", method, "history", "complete"), run);
        assertEquals(best, chosen.dimension());
        assertEquals(1, run.counts().get("rank " + best + " chosen"), run.counts()::toString);
        LinearPsr fixed = learn(GENERATED, "rank", "" + best, "method", method, "history", "complete");
        assertArrayEquals(fixed.parameters().initial(), chosen.parameters().initial(), "fitted again on all the data");
    }

    @Test
    void endedSequencesLearnWhenToEnd() {
        Alphabet ended = Alphabet.of(List.of("a", "b")).withEnd("$");
        SplittableRandom random = new SplittableRandom(3);
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < 3000; i++) {
            int[] sequence = new int[50];
            int length = 0;
            // a continues, b ends with 1/2.
            int symbol = random.nextInt(2);
            sequence[length++] = symbol;
            while (!(symbol == 1 && random.nextBoolean()) && length < 49) {
                symbol = random.nextInt(2);
                sequence[length++] = symbol;
            }
            sequence[length++] = 2;
            builder.add(sequence, 0, length);
        }
        LinearPsr model = learn(builder.build(ended), "rank", "3");
        SymbolFilter filter = model.filter();
        double[] p = new double[3];
        filter.update(0);
        filter.scores(1, p);
        assertEquals(0, p[2], .03);
        filter.update(1);
        filter.scores(1, p);
        assertEquals(.5, p[2], .03);
    }

    @Test
    void refusesRankAboveFeatures() {
        assertEquals("rank must be 1..12, the number of features; rank=20; rank=auto chooses one (2sr)",
                assertThrows(IllegalArgumentException.class, () -> learn(GENERATED, "rank", "20")).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"pinv", "ridge"})
    void theDefaultRankIsCutToWhatTheDataCarry(String method) {
        SeededRun run = new SeededRun(1);
        LinearPsr model = new TwoStageRegression().learn(GENERATED, Golden.settings(TwoStageRegression.Settings.class,
                "method", method, "history", "complete"), run);
        assertEquals(9, model.dimension());
        assertEquals(Map.of("rank cut to 9", 1L), run.counts());
        LinearPsr same = learn(GENERATED, "rank", "9", "method", method, "history", "complete");
        assertArrayEquals(same.parameters().initial(), model.parameters().initial(), EXACT);
        LinearPsr less = learn(GENERATED, "rank", "at-most-5", "method", method, "history", "complete");
        assertEquals(5, less.dimension());
    }

    @ParameterizedTest
    @CsvSource({"pinv", "ridge"})
    void saysWhatRankTheMomentsCarry(String method) {
        assertEquals(
                "rank must be at most 9 for the moments of these data; rank=11; rank=auto chooses one",
                assertThrows(LearningException.class, () -> learn(GENERATED, "rank", "11", "method", method, "history",
                        "complete")).getMessage());
    }

    @Test
    void saysWhenThereAreFewerHistoriesThanTheRank() {
        Symbols tiny = Symbols.of(Alphabet.numbered(3), new int[] {0, 1, 2, 1, 0});
        assertEquals("rank must be at most 2 for the moments of these data; rank=4; rank=auto chooses one",
                assertThrows(LearningException.class, () -> learn(tiny, "rank", "4", "history", "complete"))
                        .getMessage());
    }

    @Test
    void refusesDataThatDetermineNothing() {
        Alphabet three = Alphabet.numbered(3);
        for (Symbols sequences : List.of(Symbols.of(three), Symbols.of(three, new int[0], new int[0]),
                Symbols.of(three, new int[] {1, 1, 1, 1, 1, 1}), Symbols.of(three, new int[] {0, 1}, new int[] {1, 2}))) {
            for (String rank : List.of("1", "auto")) {
                String message = assertThrows(LearningException.class,
                        () -> learn(sequences.over(three), "rank", rank)).getMessage();
                assertTrue(message.matches(".*\\d.*"), message);
            }
        }
    }

    @Test
    void refusesARidgeOfNothing() {
        assertThrows(IllegalArgumentException.class,
                () -> Golden.settings(TwoStageRegression.Settings.class, "ridge", "0"));
    }

    @Test
    void aRidgeThatRoundingHidesIsRefusedInWords() {
        assertEquals("the data must determine the regression, but do not with ridge=1.0E-320; try a larger one (2sr)",
                assertThrows(LearningException.class, () -> learn(GENERATED, "rank", "3", "ridge", "1e-320"))
                        .getMessage());
    }

    @Test
    void theSecondRidgeGrowsFromRank40On() {
        Schema<TwoStageRegression.Settings> schema = Schema.of(TwoStageRegression.Settings.class);
        TwoStageRegression.Settings settings = schema.parse(Map.of(), "2sr");
        assertEquals(1e-5, settings.ridge2(39), 0);
        assertEquals(1e-4, settings.ridge2(40), 0);
        assertEquals(.5, schema.parse(Map.of("ridge2", "0.5"), "2sr").ridge2(40), 0);
        assertEquals(0, schema.parse(Map.of("method", "pinv"), "2sr").ridge2(40), 0);
    }

    /** The training part is a noisy circle, the held-out part an exact one, which would lead to another rank if it were seen. */
    @Test
    void theRankIsChosenWithoutHavingSeenWhatJudges() {
        int count = 400;
        int length = 12;
        int symbols = 6;
        // Which sequences are held out depends on their number only; marked ones show which.
        Symbols.Builder marked = new Symbols.Builder();
        for (int i = 0; i < count; i++) {
            marked.add(i, i, i);
        }
        Symbols heldOut = RankChoice.parts(marked.build(Alphabet.numbered(count))).heldOut();
        Set<Integer> judges = new HashSet<>();
        for (int i = 0; i < heldOut.count(); i++) {
            judges.add(heldOut.symbol(i, 0));
        }
        assertTrue(judges.size() > 10 && judges.size() < count / 2, "some are held out: " + judges.size());
        SplittableRandom random = new SplittableRandom(5);
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < count; i++) {
            int[] sequence = new int[length];
            int turn = random.nextInt(symbols);
            for (int t = 0; t < length; t++) {
                sequence[t] = judges.contains(i) ? (turn + t) % symbols : random.nextInt(symbols);
            }
            builder.add(sequence);
        }
        Symbols data = builder.build(Alphabet.numbered(symbols));
        SeededRun run = new SeededRun(1);
        LinearPsr model = new TwoStageRegression().learn(data, Schema.of(TwoStageRegression.Settings.class)
                .parse(Map.of("rank", "auto", "method", "pinv"), "2sr"), run);
        int chosen = model.dimension();
        assertEquals(Map.of("rank " + chosen + " chosen", 1L), run.counts());
        assertTrue(chosen < symbols, "noise carries no circle of " + symbols + "; rank " + chosen + " was chosen");
    }

    @Test
    void tellsTheSingularValuesItSaw() {
        JsonNode golden = Golden.json("two-stage-regression.json");
        SeededRun run = new SeededRun(1);
        new TwoStageRegression().learn(GENERATED,
                Golden.settings(TwoStageRegression.Settings.class, "method", "pinv", "rank", "3", "history", "complete"), run);
        SingularValues seen = run.singularValues().orElseThrow();
        assertEquals(3, seen.rank());
        for (int i = 0; i < 12; i++) {
            assertEquals(golden.get("sv").get(i).asDouble(), seen.values()[i], EXACT);
        }
    }

    /** W = C0 (C_hh + λI)⁻¹ on dense moments: the values are the roots of the eigenvalues of W C_hh Wᵀ. */
    @Test
    void theRidgeTellsSingularValuesNotTheirSquares() {
        double lambda = 1e-2;
        SeededRun run = new SeededRun(1);
        new TwoStageRegression().learn(GENERATED,
                Golden.settings(TwoStageRegression.Settings.class, "method", "ridge", "ridge", "1e-2", "rank", "3",
                        "history", "complete"),
                run);
        Moments moments = Moments.count(GENERATED, Features.seenIn(GENERATED, 2), History.COMPLETE, new SeededRun(1));
        int rows = moments.features().count();
        int cols = moments.histories();
        double[] square = moments.historySquare().toDense();
        double[] system = square.clone();
        for (int i = 0; i < cols; i++) {
            system[i * cols + i] += lambda;
        }
        double[] w =
                Matrices.multiply(moments.joint().toDense(), rows, cols, Matrices.pseudoInverse(system, cols, cols, 0), cols);
        double[] explained = Matrices.multiply(Matrices.multiply(w, rows, cols, square, cols), rows, cols,
                Matrices.transpose(w, rows, cols), rows);
        double[] eigenvalues = TruncatedSvd.exact(explained, rows, rows, rows).s();
        SingularValues seen = run.singularValues().orElseThrow();
        assertEquals(3, seen.rank());
        for (int i = 0; i < 9; i++) {
            assertEquals(Math.sqrt(eigenvalues[i]), seen.values()[i], SOLVED);
        }
    }
}
