package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Scaling;
import psr.api.data.Vectors;
import psr.api.learn.SeededRun;
import psr.api.model.VectorFilter;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

class GeneratedRowsTest {

    private static final Map<String, String> SMALL = Map.of("sequences", "3", "length", "40", "test", "2", "test-length", "30");

    private static Dataset load(DatasetSource<?> source, String... more) throws Exception {
        java.util.Map<String, String> settings = new java.util.HashMap<>(SMALL);
        for (int k = 0; k < more.length; k += 2) {
            settings.put(more[k], more[k + 1]);
        }
        return source.load(settings, new SeededRun(1));
    }

    @Test
    void sourcesKeepTheContract() {
        assertEquals(List.of(), Contracts.check(new Lorenz(), new Lorenz.Settings(3, 40, 2, 30)));
        assertEquals(List.of(), Contracts.check(new MackeyGlass(), new MackeyGlass.Settings(3, 40, 2, 30)));
        assertEquals(List.of(), Contracts.check(new Pendulum(), new Pendulum.Settings(true, 3, 40, 2, 30)));
        assertEquals(List.of(), Contracts.check(new Linear(), new Linear.Settings(true, 4, 2, 3, 40, 2, 30)));
    }

    @Test
    void sizesAndNamesAreThoseOfTheSettings() throws Exception {
        Dataset data = load(new Pendulum(), "inputs", "on");
        assertEquals(3, data.training().count());
        assertEquals(40, data.training().length(2));
        assertEquals(2, data.test().count());
        assertEquals(30, data.test().length(1));
        assertEquals(Channels.of("sin", "cos"), data.training().space());
        assertEquals(Optional.of(Channels.of("torque")), data.test().inputs().map(inputs -> inputs.space()));
        assertTrue(load(new Pendulum()).training().inputs().isEmpty());
    }

    @Test
    void moreSequencesBeginWithTheSame() throws Exception {
        Vectors few = load(new Lorenz()).training().as(Vectors.class);
        Vectors many = load(new Lorenz(), "sequences", "20").training().as(Vectors.class);
        assertArrayEquals(few.copy(2), many.copy(2));
    }

    @Test
    void theTrueModelLeavesOnlyTheNoise() throws Exception {
        Dataset data = load(new Linear(), "inputs", "on", "test", "20", "test-length", "300");
        Vectors test = data.test().as(Vectors.class);
        double[] deviation = Scaling.of(test).deviation();
        VectorFilter filter = VectorFilter.of(data.trueModel().orElseThrow());
        double[] row = new double[2];
        double[] mean = new double[2];
        double[] covariance = new double[4];
        double[] standard = new double[2];
        double[] relative = new double[2];
        int count = 0;
        for (int i = 0; i < test.count(); i++) {
            filter.reset();
            filter.plan(test.inputs().orElseThrow(), i, 0);
            for (int t = 0; t < test.length(i); t++) {
                filter.mean(1, mean);
                filter.covariance(1, covariance);
                test.row(i, t, row);
                for (int c = 0; c < 2; c++) {
                    double error = row[c] - mean[c];
                    standard[c] += error * error / covariance[3 * c];
                    relative[c] += error * error / (deviation[c] * deviation[c]);
                }
                count++;
                filter.update(row);
            }
        }
        for (int c = 0; c < 2; c++) {
            assertEquals(1, standard[c] / count, .06, "the stated variance is that of the errors");
            // A third of the variance is noise.
            assertTrue(relative[c] / count > .3 && relative[c] / count < .8, "relative error " + relative[c] / count);
        }
    }

    @Test
    void aPlanThatIsTooShortIsRejected() throws Exception {
        Dataset data = load(new Linear(), "inputs", "on");
        VectorFilter filter = VectorFilter.of(data.trueModel().orElseThrow());
        assertEquals("the model needs the inputs u of the next 1 row; planned are 0",
                assertThrows(IllegalStateException.class, () -> filter.mean(1, new double[2])).getMessage());
        filter.plan(data.test().inputs().orElseThrow(), 0, 25);
        filter.mean(5, new double[2]);
        assertEquals("the model needs the inputs u of the next 6 rows; planned are 5",
                assertThrows(IllegalStateException.class, () -> filter.mean(6, new double[2])).getMessage());
    }

    @Test
    void sizesBeyondMemoryAreRejected() {
        assertEquals("sequences × length must be at most 20000000; sequences=100000, length=250 (lorenz)",
                assertThrows(IllegalArgumentException.class, () -> load(new Lorenz(), "sequences", "100000", "length", "250"))
                        .getMessage());
        assertEquals("states must be even, two for each rotation; states=3 (linear)",
                assertThrows(IllegalArgumentException.class, () -> load(new Linear(), "states", "3")).getMessage());
    }
}
