package psr.cluster;

import java.util.concurrent.atomic.AtomicInteger;

/** A worker of this process and its load. Thread-safe. */
final class WorkerLink {

    /** Trials shorter than this are assigned ahead, in nanoseconds, to hide the network's latency. */
    private static final long BRIEF = 500_000_000L;

    private final Peers.Other worker;
    private final AtomicInteger busy = new AtomicInteger();
    /** Whether it has one trial per thread in addition, ready to start when the thread is free. */
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

    /** Whether it is a member at present. */
    void present(boolean yes) {
        present = yes;
    }

    /** Whether another trial can be assigned to it. */
    boolean isFree() {
        return present && busy.get() < (ahead ? 2 : 1) * worker.threads();
    }

    /** Whether it has assigned trials, as far as this process knows. */
    boolean busy() {
        return busy.get() > 0;
    }

    /** A trial was assigned. */
    void given() {
        busy.incrementAndGet();
    }

    /** A trial has ended, successfully or not, after this time. */
    void back(long nanos) {
        ahead = nanos < (ahead ? 2 * BRIEF : BRIEF);
        busy.decrementAndGet();
    }
}
