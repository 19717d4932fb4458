package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.LinearPsr;

/** A run that is cancelled before it has a model ends at once, also while counting. */
class CheckpointsTest {

    @Test
    void everyPartEnds() {
        Symbols data = Contracts.sample(300, 10);
        LinearPsr start = Contracts.sampleModel().toLinearPsr(Features.seenIn(data, 2));
        SeededRun cancelled = new SeededRun(1).watchedBy((iteration, model) -> false);
        cancelled.iterated(0, () -> null);
        Map<String, String> none = Map.of();
        assertThrows(CancellationException.class, () -> new Recommended().learn(data, none, cancelled));
        assertThrows(CancellationException.class, () -> new FrequentStrings().learn(data, none, cancelled));
        assertThrows(CancellationException.class, () -> new InstrumentalVariables().refine(start, data, none, cancelled));
        assertThrows(CancellationException.class, () -> new MixedLogLoss().refine(start, data, none, cancelled));
    }
}
