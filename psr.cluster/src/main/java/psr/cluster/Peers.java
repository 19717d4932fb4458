package psr.cluster;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The other members, as a run that is computed by them sees them. Thread-safe. */
interface Peers {

    /**
     * One that computes.
     *
     * @param number differs from all others, also from the same one before it was cut off
     * @param name its address, for people
     * @param threads how many trials it computes at once
     */
    record Other(UUID number, String name, int threads) {}

    /** Those that compute now, by address; none while this process is between two clusters. */
    List<Other> computing();

    /** Has somebody do something that takes its time; fails when that one goes. */
    CompletableFuture<byte[]> work(Other worker, Message question);

    /** Asks somebody something short; fails when that one goes. */
    CompletableFuture<byte[]> talk(Other other, Message question);

    /** Where the others find this process. */
    String address();

    /** Whether this process is no member any more. */
    boolean over();
}
