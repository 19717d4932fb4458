package psr.api.lab;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Laboratories on several machines that compute for each other. A service; thread-safe. A process that joins without threads of
 * its own has the trials of its jobs computed by the other members, as far as the placement of a job permits.
 */
@ConsumerType
public interface Cluster {

    /** The name of the service. */
    String NAME = "cluster";

    /**
     * Joins the others, and computes for them where the options say so. A process joins once at a time.
     *
     * @param news is told in words, line by line, what happens, for people; by any thread
     * @throws psr.api.settings.ValidationException if an option cannot be, or this process is a member already
     * @throws IOException if the secret cannot be read, or the network cannot be used
     */
    Membership join(JoinOptions options, Consumer<String> news) throws IOException;

    /**
     * One that computes.
     *
     * @param address where it is: {@code host:port}
     * @param threads how many trials it computes at once
     */
    record Worker(String address, int threads) {}

    /** Being one of a cluster, until it is closed. */
    interface Membership extends AutoCloseable {

        /** Where the others find this process: {@code host:port}. */
        String address();

        /** The others that compute, by address; none while this process is between two clusters. */
        List<Worker> workers();

        /** Waits until this process is no member any more, because it was closed or cannot go on. */
        void await() throws InterruptedException;

        /** Leaves the others; what is computed for them is computed by somebody else. A second call does nothing. */
        @Override
        void close();
    }
}
