package psr.cluster;

import java.util.concurrent.atomic.AtomicInteger;

/** One who computes for this process, and how much it has to do. Thread-safe. */
final class WorkerLink {

    /** Trials that take less than this are given out ahead, in nanoseconds: the way there and back then costs nothing. */
    private static final long BRIEF = 500_000_000L;

    private final Peers.Other worker;
    private final AtomicInteger busy = new AtomicInteger();
    /** Whether it has for each thread one trial more, to begin with as soon as that is free. */
    private volatile boolean ahead;
    private volatile boolean present = true;

    WorkerLink(Peers.Other worker) {
        this.worker = worker;
    }

    Peers.Other worker() {
        return worker;
    }

    String name() {
        return worker.name();
    }

    /** Whether it is a member now. */
    void present(boolean yes) {
        present = yes;
    }

    /** Whether another trial can be given to it. */
    boolean hasRoom() {
        return present && busy.get() < (ahead ? 2 : 1) * worker.threads();
    }

    /** Whether it has something to do, as far as is known here. */
    boolean busy() {
        return busy.get() > 0;
    }

    /** A trial was given to it. */
    void given() {
        busy.incrementAndGet();
    }

    /** A trial is back, whatever has become of it, after so long. */
    void back(long nanos) {
        ahead = nanos < (ahead ? 2 * BRIEF : BRIEF);
        busy.decrementAndGet();
    }
}
