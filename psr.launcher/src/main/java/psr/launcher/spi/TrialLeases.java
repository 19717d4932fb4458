package psr.launcher.spi;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

import psr.api.lab.TrialOutcome;

/**
 * Trials for workers on other machines. A trial belongs to its job until its outcome is complete: whatever happens to a worker, its leases are
 * given back and computed elsewhere. A service of psr.launcher; psr.cluster is its only client. Thread-safe.
 */
public interface TrialLeases {

    /** The place of the threads of this process, among all places that compute. */
    String HERE = "server";

    /**
     * A trial that a worker computes.
     *
     * @param trial from 0
     * @param where the address of the worker
     * @param number differs from that of every other lease
     */
    record Lease(RemoteJob job, int trial, String where, long number) {}

    /** The jobs that workers on other machines may compute, until they are over. */
    List<RemoteJob> jobs();

    /**
     * Takes a trial of the job whose turn it is. Never blocks.
     *
     * @param ready the jobs that this worker can compute
     * @return empty if none of these has a trial to compute now
     */
    Optional<Lease> take(String where, Collection<RemoteJob> ready);

    /** Writes outcomes; those of one job are on the disk together. Outcomes of leases that ended meanwhile are ignored. */
    void complete(Map<Lease, TrialOutcome> outcomes);

    /** A trial was not computed, which is no fault of its job: it is computed elsewhere. */
    void giveBack(Lease lease);

    /** A trial cannot be computed: its job fails. */
    void fail(Lease lease, Throwable reason);

    /** Workers on other machines, until this is closed. */
    interface Connection extends AutoCloseable {

        /** Disconnects them. */
        @Override
        void close();
    }

    /**
     * Connects workers on other machines.
     *
     * @param threads how many trials they compute at once
     */
    Connection connect(IntSupplier threads);
}
