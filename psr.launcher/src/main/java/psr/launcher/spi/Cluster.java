package psr.launcher.spi;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Laboratories on several machines that compute for each other. A service; thread-safe. If a process joins without threads
 * of its own, the other members compute the trials of its jobs, if the placement of the job permits.
 */
@ConsumerType
public interface Cluster {

    /** The name of the service. */
    String NAME = "cluster";

    /**
     * Joins the cluster, and computes for its members if the options say so. A process can be a member only once.
     *
     * @param news receives messages for users, one line each, on any thread
     * @throws psr.api.settings.ValidationException if an option is invalid, or this process is already a member
     * @throws IOException if the secret cannot be read, or the network cannot be used
     */
    Membership join(JoinOptions options, Consumer<String> news) throws IOException;

    /**
     * A member that computes trials.
     *
     * @param address {@code host:port}
     * @param threads how many trials it computes at the same time
     */
    record Worker(String address, int threads) {}

    /** The membership of this process, until it is closed. */
    interface Membership extends AutoCloseable {

        /** The address at which the other members reach this process: {@code host:port}. */
        String address();

        /** The other members that compute trials, by address; none while the connection to the cluster is interrupted. */
        List<Worker> workers();

        /** Whether this process is no longer a member, because the membership was closed or failed. */
        boolean over();

        /** Waits until this process is no longer a member. */
        void await() throws InterruptedException;

        /** Leaves the cluster; other members compute the unfinished trials. A second call does nothing. */
        @Override
        void close();
    }
}
