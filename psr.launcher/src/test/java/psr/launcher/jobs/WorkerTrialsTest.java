package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

import org.junit.jupiter.api.Test;

import psr.api.data.Symbols;
import psr.api.lab.Observer;
import psr.api.lab.ServiceKind;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.launcher.lab.Fakes;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialComputer;

class WorkerTrialsTest {

    private static final NamedFiles FILES = NamedFiles.in(Path.of(""));

    /** Number of times the learner was obtained and not released. */
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicReference<TrialComputer> computer = new AtomicReference<>();

    private TrialComputer prepared(BiFunction<Symbols, Run, Model> learn) {
        ServiceOffer learner = new ServiceOffer(ServiceKind.LEARNER, "own", "a test's learner", "", "test", "1.0.0", 0, 1000,
                new ServiceOffer.Provider() {
                    @Override
                    public Object acquire() {
                        held.incrementAndGet();
                        return Fakes.learner(learn);
                    }

                    @Override
                    public void release(Object gone) {
                        held.decrementAndGet();
                    }
                });
        computer.set(Fakes.lab(learner, Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()))
                .prepare(Fakes.task("elsewhere", Fakes.experiment(2, "own"), 0)));
        return computer.get();
    }

    @Test
    void holdsServicesBetweenTrialsAndReleasesThemOnce() throws Exception {
        TrialComputer trials = prepared((data, run) -> new Fakes.Flat(data.alphabet(), 1));
        for (int trial = 0; trial < 2; trial++) {
            assertEquals(trial, trials.compute(trial, FILES, new Observer() {}).trial());
            assertEquals(1, held.get());
        }
        trials.close();
        assertEquals(0, held.get());
        trials.close();
        assertEquals(0, held.get());
        assertEquals("the trial was stopped", assertThrows(CancellationException.class,
                () -> trials.compute(0, FILES, new Observer() {})).getMessage());
    }

    @Test
    void holdsServicesUntilARunningTrialHasStopped() {
        List<Object> seen = new ArrayList<>();
        TrialComputer trials = prepared((data, run) -> {
            seen.add(run.cancelled());
            computer.get().close();
            seen.add(held.get());
            seen.add(run.cancelled());
            return new Fakes.Flat(data.alphabet(), 1);
        });
        assertThrows(CancellationException.class, () -> trials.compute(0, FILES, new Observer() {}));
        assertEquals(List.of(false, 1, true), seen, "stopped by then, and still held");
        assertEquals(0, held.get());
    }

    @Test
    void stopsWhenInterrupted() {
        TrialComputer trials = prepared((data, run) -> new Fakes.Flat(data.alphabet(), 1));
        Thread.currentThread().interrupt();
        try {
            assertThrows(CancellationException.class, () -> trials.compute(0, FILES, new Observer() {}));
        } finally {
            Thread.interrupted();
        }
        trials.close();
        assertEquals(0, held.get());
    }
}
