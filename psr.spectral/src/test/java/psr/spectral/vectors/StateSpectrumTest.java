package psr.spectral.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.learn.SeededRun;
import psr.math.channels.ForecastModel;
import psr.math.vectors.LinearGaussian;

/** The description of states of models of rows. */
class StateSpectrumTest {

    @Test
    void aLinearFilterShowsItsSpectrum() {
        Sequences data = Contracts.sampleVectors(8, 60, true);
        List<String> lines = new StateSpectrum().inspect(new Subspace().learn(data, Map.of("rank", "2"), new SeededRun(1)));
        assertTrue(lines.get(0).startsWith("state: 3 numbers, filter regression; forecasts up to 10 rows ahead"), lines.get(0));
        assertTrue(lines.get(1).startsWith("spectrum: the filter has eigenvalues of modulus 0."), lines.get(1));
    }

    @Test
    void aLinearGaussianModelShowsThatOfItsTransition() {
        LinearGaussian model = new LinearGaussian(2, 0, 1, new double[] {0, .8, -.5, 0}, new double[0], new double[] {1, 0},
                new double[0], new double[] {1, 0, 0, 1}, new double[] {1}, new double[2], new double[] {1, 0, 0, 1});
        assertEquals(List.of("state: 2 numbers and their covariance; Kalman filter",
                "spectrum: a step without an observation has eigenvalues of modulus 0.6325, 0.6325"),
                new StateSpectrum().inspect(new ForecastModel(Channels.of("x"), null, model.model())));
    }

    @Test
    void modelsOfOtherClassesAreLeftToOtherInspectors() {
        assertEquals(List.of(), new StateSpectrum().inspect(Contracts.sampleModel()));
        assertEquals(List.of(), new StateSpectrum().inspect(Contracts.sampleModel(Channels.of("x"))));
    }
}
