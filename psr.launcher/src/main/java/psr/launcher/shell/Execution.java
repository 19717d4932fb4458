package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;
import psr.api.report.Reporter;
import psr.launcher.experiments.Plan;
import psr.launcher.experiments.Rates;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Prepared;
import psr.launcher.lab.Running;
import psr.launcher.lab.Scope;
import psr.launcher.lab.TrialObserver;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;
import psr.launcher.runs.SavedRun;
import psr.launcher.runs.Summary;

/** Runs an experiment in its folder to the end and tells what came out; a new one and a resumed one alike. */
final class Execution {

    private final Lab lab;
    private final Streams streams;
    private final List<Reporter> reporters;
    private final Path home;

    Execution(Lab lab, Streams streams, List<Reporter> reporters, Path home) {
        this.lab = lab;
        this.streams = streams;
        this.reporters = reporters;
        this.home = home;
    }

    static int threads(Arguments arguments) {
        return (int) arguments.whole("threads", Runtime.getRuntime().availableProcessors(), 1, 1024);
    }

    Streams streams() {
        return streams;
    }

    Path home() {
        return home;
    }

    /** Begins a run in a new folder, which it closes, or takes away if every recipe failed. */
    void begin(RunFolder folder, RunRecord record, Prepared prepared, int threads, boolean kept) throws IOException {
        go(folder, record, prepared, threads, true, kept);
    }

    /** Continues a run in its folder, which it closes. */
    void resume(RunFolder folder, RunRecord record, Prepared prepared, int threads) throws IOException {
        go(folder, record, prepared, threads, false, true);
    }

    private void go(RunFolder folder, RunRecord begun, Prepared prepared, int threads, boolean fresh, boolean kept)
            throws IOException {
        RunRecord record = begun;
        boolean discarded = false;
        Interrupts interrupts = Interrupts.of(streams);
        try {
            folder.write(record);
            Running running;
            if (record.plan().rates().isEmpty()) {
                running = start(prepared, folder, threads, record.limit());
            } else {
                Rates.Chosen chosen = choose(record, threads);
                Plan plan = new Plan(chosen.experiment(), record.plan().description(), List.of(),
                        record.plan().claims());
                try (Prepared adapted = lab.prepare(plan.experiment())) {
                    record = record.with(plan, chosen, adapted);
                    folder.write(record);
                    running = start(adapted, folder, threads, record.limit());
                }
            }
            if (!await(running)) {
                throw new InterruptedException();
            }
            Outcomes outcomes = new Outcomes(record.plan().experiment(), folder.trials());
            if (fresh && outcomes.allFailed()) {
                folder.discard();
                discarded = true;
            }
            finish(folder, record, running, outcomes, kept && !discarded);
        } catch (InterruptedException e) {
            Thread.interrupted();
            int finished = folder.trials().finished().cardinality();
            throw new StoppedException("stopped after " + finished + " of " + record.plan().experiment().trials()
                    + " trials; " + (kept ? "continue with: resume " + folder.path()
                            : "without --out nothing is kept"));
        } catch (IllegalArgumentException | IOException e) {
            // Nothing was computed that would be worth to be continued.
            if (fresh && !discarded && folder.trials().finished().isEmpty()) {
                folder.discard();
                discarded = true;
            }
            throw e;
        } finally {
            interrupts.close();
            if (!discarded) {
                folder.close();
            }
        }
    }

    private Running start(Prepared prepared, RunFolder folder, int threads, Optional<Duration> limit) {
        Experiment experiment = prepared.experiment();
        Progress progress = new Progress(streams, "");
        return prepared.start(threads, new TrialObserver() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                folder.add(result);
                progress.finished(result, done, total);
            }

            @Override
            public void iterated(int trial, String recipe, int iteration) {
                progress.iterated(trial, recipe, iteration);
            }

            @Override
            public void trialFinished(int trial) {
                folder.trialFinished(experiment, trial);
            }
        }, Scope.without(folder.trials().finished()).within(limit));
    }

    /** Waits to the end; when interrupted, until every trial has stopped. */
    private boolean await(Running running) throws IOException {
        try {
            return running.await();
        } catch (InterruptedException e) {
            running.cancel();
            try {
                running.await();
            } catch (InterruptedException | ExecutionException again) {
                Thread.currentThread().interrupt();
            }
            return false;
        } catch (ExecutionException e) {
            throw unwrapped(e.getCause());
        } finally {
            Progress.clear(streams);
        }
    }

    private Rates.Chosen choose(RunRecord record, int threads) throws IOException, InterruptedException {
        Plan plan = record.plan();
        Rates.Chosen chosen;
        try {
            chosen = new Rates(lab, record.limit()).choose(plan.experiment(), plan.rates(), threads,
                    new Progress(streams, "choosing rates, "));
        } catch (ExecutionException e) {
            throw unwrapped(e.getCause());
        } finally {
            Progress.clear(streams);
        }
        for (Rates.Choice choice : chosen.choices()) {
            List<String> others = new ArrayList<>();
            choice.means().forEach((rate, mean) -> others.add(rate + ": " + Numbers.text(mean)));
            streams.remark((choice.rate() == null ? "no rate worked for " + choice.label() + ", it stays as it is"
                    : "rate " + choice.rate() + " for " + choice.label()) + " (" + chosen.measure() + " by rate: "
                    + String.join(", ", others) + ")");
        }
        return chosen;
    }

    private static RuntimeException unwrapped(Throwable cause) {
        if (cause instanceof IOException || cause instanceof IllegalArgumentException) {
            String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            return new IllegalArgumentException(cause instanceof NoSuchFileException
                    ? "there must be a file " + message + "; it does not exist" : message, cause);
        }
        if (cause instanceof java.io.UncheckedIOException written) {
            return new CommandFailedException(written.getMessage());
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
    }

    private void finish(RunFolder folder, RunRecord record, Running running, Outcomes outcomes, boolean kept)
            throws IOException {
        if (outcomes.allFailed()) {
            throw outcomes.failure(running.refused()).orElseThrow();
        }
        Experiment experiment = record.plan().experiment();
        List<String> columns = List.copyOf(record.measures().keySet());
        Summary summary = new Summary(experiment, columns, folder.trials());
        streams.print(new FinalTable(columns, summary, outcomes).lines());
        streams.print(outcomes.remarks());
        if (kept) {
            folder.summarise(experiment, summary);
            new Reports(streams, reporters).write(SavedRun.results(record, folder.trials()), folder.path());
        }
        RuntimeException failure = outcomes.failure(running.refused()).orElse(null);
        if (failure != null) {
            throw failure;
        }
    }
}
