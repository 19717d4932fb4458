package psr.datasets;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;

import psr.api.learn.Run;

/** What all readers of files do alike. */
final class Reading {

    private Reading() {}

    /** The file of a setting without which nothing can be read, as it was named. */
    static Path required(Optional<Path> file, String setting, String owner) {
        return file.orElseThrow(() -> new IllegalArgumentException(
                setting + " must name a file; none is given (" + owner + ")"));
    }

    /** @throws CancellationException if nobody wants the data any more */
    static void goOn(Run run) {
        if (run.cancelled()) {
            throw new CancellationException("the data were not read to the end: the run was cancelled");
        }
    }
}
