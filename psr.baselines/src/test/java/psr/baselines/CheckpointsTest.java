package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.baselines.exterior.ExteriorPoint;
import psr.baselines.ngram.NGrams;
import psr.baselines.psim.Psim;
import psr.baselines.simple.RandomPsr;

/** A run that is cancelled before it has a model ends at once, also while counting. */
class CheckpointsTest {

    private static final Symbols DATA = Contracts.sample(300, 10);

    private static SeededRun cancelled() {
        SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> false);
        assertTrue(!run.iterated(0, () -> null) && run.cancelled(), "cancelled");
        return run;
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "auto"})
    void countingNGramsEnds(String order) {
        assertThrows(CancellationException.class, () -> new NGrams().learn(DATA, Map.of("order", order), cancelled()));
    }

    @Test
    void aStateSpaceEnds() {
        for (Learner<?> learner : new Learner<?>[] {new RandomPsr(), new Psim()}) {
            assertThrows(CancellationException.class, () -> learner.learn(DATA, Map.of(), cancelled()));
        }
    }

    @Test
    void theRecoveryEnds() {
        assertThrows(CancellationException.class, () -> new ExteriorPoint().refine(
                Contracts.sampleModel().toLinearPsr(Features.seenIn(DATA, 2)), DATA, Map.of(), cancelled()));
    }
}
