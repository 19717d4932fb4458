package psr.api.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A way into the laboratory that stays open until it is closed: a server, or a worker for others. A service, published with
 * {@link psr.api.settings.PsrService}; its name is the command that opens it.
 */
@ConsumerType
public interface Endpoint {

    /** An open door. Thread-safe. */
    @ConsumerType
    interface Opened extends AutoCloseable {

        /** What people should know who opened it, line by line: for example where it listens. */
        List<String> lines();

        /** The same for a person at a terminal only: what must be in no file and no log. */
        List<String> secrets();

        /**
         * Waits until it closes by itself, because it cannot go on.
         *
         * @return why, in one line
         * @throws InterruptedException if the waiting thread is interrupted; it stays open
         */
        String await() throws InterruptedException;

        /** Closes it, with all work saved; returns when that is done, within a few seconds. A second call does nothing. */
        @Override
        void close();
    }

    /**
     * Opens it.
     *
     * @param options as typed, by name; a flag has the value {@code on}
     * @param base the folder that relative paths belong to
     * @throws psr.api.settings.ValidationException if an option is unknown, or its value cannot be
     * @throws IOException if it cannot be opened: a folder cannot be used, a port is taken; says which in one line
     */
    Opened open(Map<String, String> options, Path base) throws IOException;
}
