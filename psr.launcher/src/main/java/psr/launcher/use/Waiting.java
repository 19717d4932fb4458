package psr.launcher.use;

import java.io.IOException;
import java.util.concurrent.ExecutionException;

import psr.launcher.lab.Running;
import psr.launcher.shell.Interrupts;
import psr.launcher.shell.StoppedException;
import psr.launcher.shell.Streams;

/** Waits for the laboratory. */
final class Waiting {

    private Waiting() {}

    /**
     * Waits until every trial is done.
     *
     * @throws IllegalArgumentException if the data cannot be loaded as the user asked
     * @throws StoppedException if it was interrupted
     */
    static void until(Running running, Streams streams) {
        Interrupts interrupts = Interrupts.of(streams);
        try {
            if (running.await()) {
                return;
            }
        } catch (InterruptedException e) {
            running.cancel();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException || cause instanceof IllegalArgumentException) {
                throw new IllegalArgumentException(
                        cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
        } finally {
            interrupts.close();
        }
        throw new StoppedException("stopped; nothing was kept");
    }
}
