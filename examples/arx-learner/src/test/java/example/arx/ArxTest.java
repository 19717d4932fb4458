package example.arx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Vectors;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.VectorFilter;

class ArxTest {

    private final Arx learner = new Arx();

    /** Checks the contract of learners; `psr check arx` does the same. */
    @Test
    void fulfillsTheContractOfLearners() {
        assertEquals(List.of(), Contracts.check(learner, new Arx.Settings(1e-3), Contracts.sampleVectors(10, 40, true)));
    }

    @Test
    void savedModelsPredictTheSame() {
        for (boolean inputs : new boolean[] {false, true}) {
            Vectors data = Contracts.sampleVectors(10, 40, inputs);
            ArxModel model = learner.learn(data, new Arx.Settings(1e-3), new SeededRun(1));
            assertEquals(List.of(), Contracts.check(new ArxFormat(), model, data));
        }
    }

    /** Each value is half the one before it plus 1. */
    @Test
    void findsTheRule() {
        double[][] rows = new double[20][1];
        rows[0][0] = 10;
        for (int t = 1; t < rows.length; t++) {
            rows[t][0] = rows[t - 1][0] / 2 + 1;
        }
        Vectors data = Vectors.of(Channels.of("x"), rows);
        VectorFilter filter = VectorFilter.of(learner.learn(data, new Arx.Settings(1e-12), new SeededRun(1)));
        filter.update(new double[] {6});
        double[] mean = new double[1];
        filter.mean(1, mean);
        assertEquals(4, mean[0], 1e-6);
        filter.mean(2, mean);
        assertEquals(3, mean[0], 1e-6);
        double[] variance = new double[1];
        assertTrue(filter.covariance(2, variance) && variance[0] < 1e-6);
    }

    @Test
    void rejectsDataWithoutTwoRows() {
        Vectors one = Vectors.of(Channels.of("x"), new double[][] {{1}});
        assertThrows(LearningException.class, () -> learner.learn(one, new Arx.Settings(1e-3), new SeededRun(1)));
    }
}
