package psr.launcher.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A long-running command, which runs until it is closed: a server, or a worker of a cluster. A service, published with
 * {@link psr.api.settings.PsrService}; its name is the command.
 */
@ConsumerType
public interface Endpoint {

    /** An open endpoint. Thread-safe. */
    @ConsumerType
    interface Opened extends AutoCloseable {

        /** Start-up messages for the operator, one line each, for example the address the server listens on. */
        List<String> lines();

        /** Start-up messages that contain secrets: they are shown on a terminal only, never in a file or log. */
        List<String> secrets();

        /**
         * Waits until it fails.
         *
         * @return the reason, in one line
         * @throws InterruptedException if the waiting thread is interrupted; it stays open
         */
        String await() throws InterruptedException;

        /** Saves all work and closes the endpoint; blocks for at most a few seconds. A second call does nothing. */
        @Override
        void close();
    }

    /**
     * Opens the endpoint.
     *
     * @param options the options as typed, by name; a flag has the value {@code on}
     * @param base the folder against which relative paths are resolved
     * @throws psr.api.settings.ValidationException if an option is unknown or its value is invalid
     * @throws IOException if it cannot be opened, for example because a port is in use; the message is one line
     */
    Opened open(Map<String, String> options, Path base) throws IOException;
}
