package psr.api.lab;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Laboratories on several machines that compute for each other. A service; thread-safe. Whoever has joined can submit runs with
 * the workplace {@value #WORKPLACE}.
 */
@ConsumerType
public interface Cluster {

    /** The name of the {@link Workplace} that computes on other machines. */
    String WORKPLACE = "cluster";

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

        /**
         * Has the others compute trials of a pool too, beside whoever else does, as long as this process is a member. Returns at
         * once.
         */
        void compute(TrialPool pool);

        /** Waits until this process is no member any more, because it was closed or cannot go on. */
        void await() throws InterruptedException;

        /** Leaves the others; what is computed for them is computed by somebody else. A second call does nothing. */
        @Override
        void close();
    }
}
