package psr.datasets;

import java.util.concurrent.CancellationException;

import psr.api.learn.Run;

/** Code that all readers of files share. */
final class Reading {

    private Reading() {}

    /** @throws CancellationException if the run was cancelled */
    static void checkCancelled(Run run) {
        if (run.cancelled()) {
            throw new CancellationException("the data were not read completely, because the run was cancelled");
        }
    }
}
