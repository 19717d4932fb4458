package psr.shell.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

import psr.api.lab.Submission;

/** Waits for a run and cancels it when the user stops the command. */
public final class RunAwaiter {

    /** How long a process that received SIGTERM waits for trials to stop. */
    private static final Duration LAST_WAIT = Duration.ofSeconds(10);

    private RunAwaiter() {}

    /**
     * Waits for the end, or, if interrupted, until every trial has stopped.
     *
     * @throws StoppedException if it was stopped
     * @throws IllegalArgumentException if the data cannot be loaded with the user's settings
     */
    public static void await(Submission run, Output output) {
        try (Interrupts interrupts = Interrupts.of(output)) {
            try {
                if (!run.await()) {
                    throw new StoppedException("stopped; nothing was saved", interrupts.terminated());
                }
            } catch (InterruptedException e) {
                run.cancel();
                cancelled(run, interrupts.terminated());
                throw new StoppedException("stopped; nothing was saved", interrupts.terminated());
            } catch (ExecutionException e) {
                throw failure(e.getCause());
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
            Thread.interrupted(); // a second Ctrl-C: do not wait
        }
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof IOException || cause instanceof IllegalArgumentException) {
            String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            return new IllegalArgumentException(cause instanceof NoSuchFileException
                    ? "there is no file " + message : message, cause);
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
