package psr.launcher.spi;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Leases trials to remote workers. A trial belongs to its job until its outcome is complete: if a worker fails or leaves, its leases are
 * returned and another worker computes them. A service of psr.launcher; psr.cluster is its only client. Thread-safe.
 */
public interface TrialLeases {

    /** The name of the place that the threads of this process are. */
    String HERE = "server";

    /**
     * The lease of a trial to a worker.
     *
     * @param trial the trial, counted from 0
     * @param where the address of the worker
     * @param number unique among all leases
     */
    record Lease(RemoteJob job, int trial, String where, long number) {}

    /** The jobs that remote workers may compute and that are not over. */
    List<RemoteJob> jobs();

    /**
     * Leases a trial of the job whose turn it is. Never blocks.
     *
     * @param ready the jobs that this worker has opened
     * @return empty if none of these has a trial to compute now
     */
    Optional<Lease> take(String where, Collection<RemoteJob> ready);

    /** Writes outcomes, in one batch per job. Outcomes of leases that have ended meanwhile are ignored. */
    void complete(Map<Lease, TrialOutcome> outcomes);

    /** Returns a trial that was not computed through no fault of its job; it is leased again. */
    void giveBack(Lease lease);

    /** Fails the job of a trial that cannot be computed. */
    void fail(Lease lease, Throwable reason);

    /** The connection of remote workers; ends when it is closed. */
    interface Connection extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Connects remote workers.
     *
     * @param threads number of trials that they compute concurrently
     */
    Connection connect(IntSupplier threads);
}
