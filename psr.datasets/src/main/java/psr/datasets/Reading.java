package psr.datasets;

import java.util.concurrent.CancellationException;

import psr.api.learn.Run;

/** What all readers of files do alike. */
final class Reading {

    private Reading() {}

    /** @throws CancellationException if nobody wants the data any more */
    static void goOn(Run run) {
        if (run.cancelled()) {
            throw new CancellationException("the data were not read to the end: the run was cancelled");
        }
    }
}
