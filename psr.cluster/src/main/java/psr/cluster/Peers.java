package psr.cluster;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The other members of the cluster, as a run sees them. Thread-safe. */
interface Peers {

    /**
     * A worker.
     *
     * @param number unique, also after a worker has left and joined again
     * @param name its address, for messages
     * @param threads how many trials it computes in parallel
     */
    record Other(UUID number, String name, int threads) {}

    /** The current workers by address; empty while this process is between two clusters. */
    List<Other> computing();

    /** Runs an order that takes time on a worker; fails when the worker leaves. */
    CompletableFuture<byte[]> work(Other worker, Message question);

    /** Sends a short request to a worker; fails when the worker leaves. */
    CompletableFuture<byte[]> talk(Other other, Message question);

    /** The address of this process for other members. */
    String address();

    /** Whether this process is no longer a member. */
    boolean over();
}
