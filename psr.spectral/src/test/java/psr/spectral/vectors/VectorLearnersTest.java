package psr.spectral.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Vectors;
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.VectorFilter;
import psr.math.channels.ForecastModel;
import psr.math.vectors.LinearSystem;
import psr.math.vectors.RowFilter;
import psr.math.vectors.Rows;

/** The learners of rows as services: contracts, files, data that they cannot learn from, and a known truth. */
class VectorLearnersTest {

    private static final Map<String, String> SMALL = Map.of("frequencies", "10", "past-frequencies", "20",
            "readout-frequencies", "6", "rank", "4", "ridge", "1e-3");

    private static <S extends Record> List<String> broken(Learner<S> learner, Map<String, String> typed) {
        List<String> broken = new ArrayList<>();
        for (boolean inputs : new boolean[] {false, true}) {
            Sequences data = Contracts.sampleVectors(8, 60, inputs);
            S settings = learner.parse(typed);
            broken.addAll(Contracts.check(learner, settings, data));
            ForecastModel model = (ForecastModel) learner.learn(data, settings, new SeededRun(1));
            broken.addAll(Contracts.check(new ReadoutsFormat(), model, data));
        }
        return broken;
    }

    @Test
    void theRegressionFilterFulfillsTheContracts() {
        assertEquals(List.of(), broken(new FeatureRegression(), SMALL));
        assertEquals(List.of(), broken(new FeatureRegression(), Map.of("features", "linear", "rank", "3", "ridge", "1e-3",
                "held-out", "off")));
    }

    @Test
    void theKernelBayesFilterFulfillsTheContracts() {
        Map<String, String> typed = new HashMap<>(SMALL);
        typed.put("filter", "kernel-bayes");
        typed.put("bandwidth", "1");
        assertEquals(List.of(), broken(new FeatureRegression(), typed));
    }

    @Test
    void subspaceIdentificationFulfillsTheContracts() {
        assertEquals(List.of(), broken(new Subspace(), Map.of()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void subspaceIdentificationIsAsGoodAsTheKalmanFilter(boolean inputs) {
        SplittableRandom random = new SplittableRandom(5);
        LinearSystem truth = LinearSystem.draw(4, inputs ? 1 : 0, 2, random);
        Vectors train = vectors(truth.sample(20, 250, random));
        Rows test = truth.sample(30, 300, random);
        Model model = new Subspace().learn(train, Map.of(), new SeededRun(1));
        double ratio = error(model, vectors(test)) / error(truth.model().model().start(), test);
        assertTrue(ratio < 1.02 && ratio > .98, "ratio to the Kalman filter: " + ratio);
    }

    private static Vectors vectors(Rows rows) {
        Vectors.Builder y = new Vectors.Builder(Channels.of("a", "b"));
        Vectors.Builder u = new Vectors.Builder(Channels.of("c"));
        for (int i = 0; i < rows.count(); i++) {
            y.add(rows.observations(i), 0, rows.length(i));
            u.add(rows.inputs(i), 0, rows.inputWidth() == 0 ? 0 : rows.length(i));
        }
        return rows.inputWidth() == 0 ? y.build() : y.build().withInputs(u.build());
    }

    /** The sum of squared errors one row ahead. */
    private static double error(Model model, Vectors data) {
        double sum = 0;
        double[] mean = new double[2];
        double[] row = new double[2];
        for (int i = 0; i < data.count(); i++) {
            VectorFilter filter = VectorFilter.of(model);
            if (data.inputs().isPresent()) {
                filter.plan(data.inputs().get(), i, 0);
            }
            for (int t = 0; t < data.length(i); t++) {
                filter.mean(1, mean);
                data.row(i, t, row);
                sum += t < 20 ? 0 : Math.pow(row[0] - mean[0], 2) + Math.pow(row[1] - mean[1], 2);
                filter.update(row);
            }
        }
        return sum;
    }

    private static double error(RowFilter filter, Rows data) {
        double sum = 0;
        double[] mean = new double[2];
        double[] row = new double[2];
        for (int i = 0; i < data.count(); i++) {
            filter.reset();
            for (int t = 0; t < data.length(i); t++) {
                filter.mean(1, data.inputs(i), t * data.inputWidth(), mean);
                System.arraycopy(data.observations(i), 2 * t, row, 0, 2);
                sum += t < 20 ? 0 : Math.pow(row[0] - mean[0], 2) + Math.pow(row[1] - mean[1], 2);
                filter.update(row, data.inputs(i), t * data.inputWidth());
            }
        }
        return sum;
    }

    @Test
    void shortDataAreObjectedToInOneLine() {
        Sequences one = Vectors.of(Channels.of("x"), new double[][] {{1}});
        Sequences few = Contracts.sampleVectors(4, 12, false);
        for (Learner<?> learner : List.of(new FeatureRegression(), new Subspace())) {
            assertObjection(learner, one, Map.of(), "needs a sequence of at least");
            assertObjection(learner, few, Map.of("window", "10"),
                    "with window=10; the longest of 4 has 12 rows");
        }
    }

    @Test
    void manyColumnsAreObjectedToInOneLine() {
        String[] names = new String[100_000];
        Arrays.setAll(names, i -> "c" + i);
        Sequences wide = Vectors.of(Channels.of(names), new double[30][names.length]);
        for (Learner<?> learner : List.of(new FeatureRegression(), new Subspace())) {
            assertObjection(learner, wide, Map.of(), "100000 channels");
        }
    }

    private static <S extends Record> void assertObjection(Learner<S> learner, Sequences data, Map<String, String> typed,
            String words) {
        S settings = learner.parse(typed);
        String message = learner.objection(data, settings).orElseThrow().message();
        assertTrue(message.contains(words), message);
        assertEquals(message, assertThrows(IllegalArgumentException.class,
                () -> learner.learn(data, settings, new SeededRun(1))).getMessage());
    }

    @Test
    void aCancelledRunEndsTheComputation() {
        Sequences data = Contracts.sampleVectors(8, 60, false);
        SeededRun stopped = new SeededRun(1).watchedBy((iteration, model) -> false);
        stopped.iterated(0, () -> null);
        assertThrows(CancellationException.class, () -> new FeatureRegression().learn(data, Map.of(), stopped));
        assertThrows(CancellationException.class, () -> new Subspace().learn(data, Map.of(), stopped));
    }

    @Test
    void theInputsThatAFilterNeedsAreNamed() {
        Sequences data = Contracts.sampleVectors(8, 60, true);
        Model model = new Subspace().learn(data, Map.of(), new SeededRun(1));
        VectorFilter filter = VectorFilter.of(model);
        double[] mean = new double[2];
        String message = assertThrows(IllegalStateException.class, () -> filter.mean(1, mean)).getMessage();
        assertEquals("the model needs the inputs u of the next 1 row; planned are 0", message);
        filter.plan(data.inputs().orElseThrow(), 0, 58);
        assertEquals("the model needs the inputs u of the next 3 rows; planned are 2",
                assertThrows(IllegalStateException.class, () -> filter.mean(3, mean)).getMessage());
        Vectors other = Vectors.of(Channels.of("v"), new double[][] {{0}});
        assertTrue(assertThrows(IllegalArgumentException.class, () -> filter.plan(other, 0, 0)).getMessage()
                .contains("input channels of the model"));
    }

    @Test
    void settingsThatAreGivenAreNotChosen() {
        Sequences data = Contracts.sampleVectors(8, 60, false);
        SeededRun chosen = new SeededRun(1);
        new Subspace().learn(data, Map.of(), chosen);
        assertEquals(1, chosen.counts().size());
        assertTrue(chosen.counts().keySet().iterator().next().matches("rank \\d+, window \\d+ chosen"));
        SeededRun given = new SeededRun(1);
        new Subspace().learn(data, Map.of("rank", "2", "window", "10"), given);
        assertArrayEquals(new Object[0], given.counts().keySet().toArray());
    }
}
