package psr.baselines.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Vectors;
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.model.VectorFilter;
import psr.api.store.ModelFormat;
import psr.math.channels.ForecastModel;

/** The baselines of rows as services: contracts, files, bad data, and small exact cases. */
class VectorBaselinesTest {

    private static final double EXACT = 1e-12;

    private static <S extends Record> void assertKept(Learner<S> learner, Map<String, String> typed,
            ModelFormat<ForecastModel> format) {
        List<String> broken = new ArrayList<>();
        for (boolean inputs : new boolean[] {false, true}) {
            Sequences data = Contracts.sampleVectors(8, 60, inputs);
            S settings = learner.parse(typed);
            broken.addAll(Contracts.check(learner, settings, data));
            if (format != null) {
                ForecastModel model = (ForecastModel) learner.learn(data, settings, new SeededRun(1));
                broken.addAll(Contracts.check(format, model, data));
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void theLastRowFulfillsTheContracts() {
        assertKept(new PreviousRow(), Map.of(), new PreviousRowFormat());
        assertKept(new PreviousRow(), Map.of("lag", "7"), new PreviousRowFormat());
    }

    @Test
    void theMeanRowFulfillsTheContracts() {
        assertKept(new MeanRow(), Map.of(), new MeanRowFormat());
    }

    @Test
    void linearGaussianModelsFulfillTheContracts() {
        assertKept(new LinearKalman(), Map.of("rank", "2", "iterations", "5"), new KalmanFormat());
    }

    @Test
    void autoregressionFulfillsTheContracts() {
        assertKept(new WindowRegression(), Map.of("window", "5"), null);
        assertKept(new WindowRegression(), Map.of("features", "rff", "frequencies", "10", "ridge", "1e-3"), null);
    }

    @Test
    void echoStateNetworksFulfillTheContracts() {
        assertKept(new EchoState(), Map.of("units", "20"), null);
    }

    @Test
    void inferenceMachinesFulfillTheContracts() {
        assertKept(new VectorPsim(), Map.of("rank", "3", "rounds", "1", "ridge", "1e-3", "bandwidth", "1"), null);
    }

    @Test
    void aSeasonIsRepeated() {
        Vectors data = Vectors.of(Channels.of("x"), new double[][] {{1}, {2}, {4}, {1}, {2}, {4}, {2}, {3}, {5}});
        VectorFilter filter = VectorFilter.of(new PreviousRow().learn(data, Map.of("lag", "3"), new SeededRun(1)));
        double[] mean = new double[1];
        for (double x : new double[] {7, Double.NaN, 9, 10}) {
            filter.update(new double[] {x});
        }
        double[] found = new double[7];
        for (int k = 1; k <= 7; k++) {
            filter.mean(k, mean);
            found[k - 1] = mean[0];
        }
        // The second value is missing: the mean of the data, 24/9.
        assertArrayEquals(new double[] {24 / 9., 9, 10, 24 / 9., 9, 10, 24 / 9.}, found, EXACT);
        // Errors of the training data one row ahead: 0, 0, 0, 1, 1, 1.
        double[] variance = new double[1];
        assertTrue(filter.covariance(1, variance));
        assertEquals(.5, variance[0], EXACT);
    }

    @Test
    void theMeanHasTheVarianceOfTheData() {
        Vectors data = Vectors.of(Channels.of("x", "y"), new double[][] {{1, 3}, {2, Double.NaN}, {6, 3}});
        VectorFilter filter = VectorFilter.of(new MeanRow().learn(data, Map.of(), new SeededRun(1)));
        double[] mean = new double[2];
        double[] covariance = new double[4];
        filter.mean(3, mean);
        assertTrue(filter.covariance(3, covariance));
        assertArrayEquals(new double[] {3, 3}, mean, EXACT);
        assertArrayEquals(new double[] {14 / 3., 0, 0, 0}, covariance, EXACT);
    }

    private static final List<Learner<?>> LEARNERS =
            List.of(new WindowRegression(), new EchoState(), new VectorPsim(), new LinearKalman(), new PreviousRow());

    @Test
    void oneRowIsObjectedToInOneLine() {
        Sequences one = Vectors.of(Channels.of("x"), new double[][] {{1}});
        for (Learner<?> learner : LEARNERS) {
            assertObjection(learner, one, "rows");
        }
    }

    @Test
    void manyColumnsAreObjectedToInOneLine() {
        String[] names = new String[100_000];
        Arrays.setAll(names, i -> "c" + i);
        Sequences wide = Vectors.of(Channels.of(names), new double[30][names.length]);
        for (Learner<?> learner : LEARNERS.subList(0, 4)) {
            assertObjection(learner, wide, "100000");
        }
    }

    private static <S extends Record> void assertObjection(Learner<S> learner, Sequences data, String words) {
        S settings = learner.parse(Map.of());
        String message = learner.objection(data, settings).orElseThrow().message();
        assertTrue(message.contains(words) && !message.contains("\n"), message);
        assertEquals(message, assertThrows(IllegalArgumentException.class,
                () -> learner.learn(data, settings, new SeededRun(1))).getMessage());
    }
}
