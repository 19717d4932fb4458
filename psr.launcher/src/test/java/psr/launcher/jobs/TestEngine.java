package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.RunOptions;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.Placement;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialLeases.Lease;
import psr.launcher.spi.TrialOutcome;

/** The job engine with the services of {@link Fakes}, without a framework. */
final class TestEngine implements AutoCloseable {

    final Scheduler scheduler;
    final ServiceCatalog catalog = Fakes.all();
    final Preparation preparation;
    private final List<Job> jobs = new ArrayList<>();

    TestEngine() {
        this(() -> false);
    }

    /** @param full whether memory is nearly full */
    TestEngine(BooleanSupplier full) {
        scheduler = new Scheduler(full);
        // For jobs that only remote workers compute.
        scheduler.connect(() -> 0);
        preparation = new Preparation(catalog, Fakes.holds(), new Reporting(null, List.of()), Path.of(""), scheduler);
    }

    static JobSpec spec(Experiment experiment, RunOptions options, Placement placement, int priority) {
        return new JobSpec(JobSpec.Kind.RUN, Optional.of(experiment), options, placement, priority);
    }

    static JobSpec remote(int trials, int threads) {
        return spec(Fakes.experiment(trials, "mean"), RunOptions.builder().threads(threads).build(), Placement.REMOTE, 0);
    }

    Job prepared(String id, JobSpec spec) {
        Job job = preparation.begin(id, spec, null, closed -> {});
        jobs.add(job);
        return job;
    }

    Job started(String id, JobSpec spec, Observer... observers) {
        Job job = prepared(id, spec);
        job.start(() -> {}, observers);
        return job;
    }

    /** Leases a trial to a remote worker that can compute every job. */
    Optional<Lease> poll() {
        return scheduler.take("worker", scheduler.jobs());
    }

    Lease take() {
        return poll().orElseThrow();
    }

    static TrialOutcome outcome(int trial) {
        return new TrialOutcome(trial, List.of(TrialResult.of(trial, "mean").build()), "0123456789");
    }

    void complete(Lease... leases) {
        Map<Lease, TrialOutcome> outcomes = new LinkedHashMap<>();
        for (Lease lease : leases) {
            outcomes.put(lease, outcome(lease.trial()));
        }
        scheduler.complete(outcomes);
    }

    /** Computes a trial as a worker does. */
    void compute(Lease lease) throws IOException {
        try (TrialComputer computer = preparation.prepare(lease.job().task())) {
            scheduler.complete(Map.of(lease, computer.compute(lease.trial(), NamedFiles.in(Path.of("")), new Observer() {})));
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("waited too long");
            }
            Thread.yield();
        }
    }

    @Override
    public void close() {
        jobs.forEach(Job::close);
        scheduler.close();
    }
}
