package psr.shell.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

import psr.api.lab.Observer;
import psr.api.lab.Results;
import psr.api.lab.Submission;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Interrupts;
import psr.shell.command.Output;
import psr.shell.command.StoppedException;

/** Follows a run to its end and tells what came out. */
public final class RunFollower {

    /** How long a process that is asked to end waits for trials to stop. */
    private static final Duration LAST_WAIT = Duration.ofSeconds(10);

    private final Output output;

    /** Tells it there. */
    public RunFollower(Output output) {
        this.output = output;
    }

    /** A run whose results are printed as a table, with what was reported on it. Closes it. */
    void follow(Submission run) {
        try (run) {
            ProgressLine progress = new ProgressLine(output, "trial");
            try {
                await(run, progress);
            } catch (StoppedException e) {
                throw stopped(run, e.terminated());
            } finally {
                progress.clear();
            }
            Results results = run.results();
            FailedRecipes failed = new FailedRecipes(results);
            if (!failed.all()) {
                output.print(new ResultTable(results, failed).lines());
                output.print(failed.remarks());
                run.report().ifPresent(report -> VerdictTable.print(report, output));
            }
            failed.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private StoppedException stopped(Submission run, boolean terminated) {
        Results results = run.results();
        int finished = results.finishedTrials();
        if (run.folder().isEmpty() && finished > 0) {
            output.print(new ResultTable(results, new FailedRecipes(results)).lines());
        }
        return new StoppedException("stopped after " + finished + " of " + run.experiment().trials() + " trials; "
                + run.folder().map(folder -> "continue with: resume " + folder).orElse("without --out nothing is kept"),
                terminated);
    }

    /**
     * Waits to the end, or, when it was interrupted, until every trial has stopped.
     *
     * @throws StoppedException if it was stopped
     * @throws IllegalArgumentException if the data cannot be loaded as the user asked
     */
    public void await(Submission run, Observer observer) {
        try (Interrupts interrupts = Interrupts.of(output)) {
            AutoCloseable observing = run.observe(observer);
            try {
                if (!run.await()) {
                    throw new StoppedException("stopped; nothing was kept", interrupts.terminated());
                }
            } catch (InterruptedException e) {
                run.cancel();
                cancelled(run, interrupts.terminated());
                throw new StoppedException("stopped; nothing was kept", interrupts.terminated());
            } catch (ExecutionException e) {
                throw failure(e.getCause());
            } finally {
                close(observing);
            }
        }
    }

    private static void cancelled(Submission run, boolean terminated) {
        try {
            if (terminated) {
                run.await(LAST_WAIT);
            } else {
                run.await();
            }
        } catch (InterruptedException | ExecutionException e) {
            Thread.interrupted(); // whoever stops twice does not want to wait
        }
    }

    private static void close(AutoCloseable observing) {
        try {
            observing.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof IOException || cause instanceof IllegalArgumentException) {
            String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            return new IllegalArgumentException(cause instanceof NoSuchFileException
                    ? "there must be a file " + message + "; it does not exist" : message, cause);
        }
        if (cause instanceof UncheckedIOException written) {
            return new CommandFailedException(written.getMessage());
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
    }
}
