package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.Refiner;
import psr.api.learn.SeededRun;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;

class PsrTest {

    @Test
    void aSnapshotIsTheSameUntilANumberChanges() {
        Psr psr = new Psr(GoldenGradients.random(1, 3, 4), true);
        List<Runnable> changes = List.of(() -> psr.operators[2][3][1] += 1, () -> psr.initial[2] += 1,
                () -> psr.normaliser[3] += 1);
        for (Runnable change : changes) {
            LinearPsr before = psr.snapshot();
            assertSame(before, psr.snapshot());
            LinearPsr.Parameters numbers = before.parameters();
            change.run();
            assertNotSame(before, psr.snapshot());
            assertArrayEquals(numbers.initial(), before.parameters().initial(), "what was given does not change");
            assertEquals(psr.initial[2], psr.snapshot().parameters().initial()[2]);
            assertEquals(psr.normaliser[3], psr.snapshot().parameters().normaliser()[3]);
            assertEquals(psr.operators[2][3][1], psr.snapshot().parameters().operators()[2][4 + 3]);
        }
    }

    /** Observers measure each model only once, however often they are called. */
    @Test
    void whatIsToldLastIsWhatComesBack() {
        Symbols data = Contracts.sample(200, 10);
        LinearPsr start = GoldenGradients.spectral(data, 3);
        for (Refiner<?> refiner : List.of(new InferenceGradients(), new ContrastiveDivergence(),
                new BackpropagationThroughTime())) {
            List<Model> observed = new ArrayList<>();
            SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> observed.add(model.get()));
            Model returned = refiner.refine(start, data, Map.of(), run);
            assertSame(observed.get(observed.size() - 1), returned);
            if (refiner instanceof BackpropagationThroughTime) {
                assertTrue(observed.stream().distinct().count() < observed.size(), "an epoch without progress changes nothing");
            }
        }
    }
}
