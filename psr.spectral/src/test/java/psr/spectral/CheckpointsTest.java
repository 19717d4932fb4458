package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;

/** A run that is cancelled before it has a model ends at once, also while counting. */
class CheckpointsTest {

    @ParameterizedTest
    @ValueSource(strings = {"3", "auto"})
    void bothLearnersEnd(String rank) {
        Symbols data = Contracts.sample(300, 10);
        SeededRun cancelled = new SeededRun(1).watchedBy((iteration, model) -> false);
        cancelled.iterated(0, () -> null);
        assertThrows(CancellationException.class,
                () -> new TwoStageRegression().learn(data, Map.of("rank", rank), cancelled));
        assertThrows(CancellationException.class, () -> new SpectralHmm().learn(data, Map.of("rank", rank), cancelled));
    }
}
