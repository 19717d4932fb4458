package psr.cluster;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import psr.api.lab.Plugins;
import psr.api.lab.TrialTask;
import psr.api.lab.TrialText;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialLeases.Lease;

/** A run of this process, at those who compute it: who has it open, and which of its trials are there. Thread-safe. */
final class RemoteRun {

    /** How long a worker that could not be opened is left alone, in nanoseconds. */
    private static final long RETRY = 2_000_000_000L;

    /** The run at one worker. */
    private static final class Opening {
        private final WorkerLink link;
        private volatile boolean ready;
        /** When it is tried again; 0 if it is not. */
        private volatile long again;
        private volatile long memory;
        private volatile boolean told;

        Opening(WorkerLink link) {
            this.link = link;
        }
    }

    private final String key = UUID.randomUUID().toString();
    private final Peers others;
    private final RemoteJob job;
    private final String text;
    private final SharedFiles handedOut;
    /** By the number of the member, which is another after it was cut off. */
    private final Map<UUID, Opening> openings = new ConcurrentHashMap<>();
    /** Trials that somebody computes now. */
    private final Map<Integer, Lease> open = new ConcurrentHashMap<>();

    RemoteRun(Peers others, RemoteJob job, TrialText text, Plugins plugins) {
        this.others = others;
        this.job = job;
        TrialTask task = job.task();
        this.text = text.write(task);
        this.handedOut = new SharedFiles(job, plugins, task);
    }

    /** What names it among all runs of the cluster. */
    String key() {
        return key;
    }

    RemoteJob job() {
        return job;
    }

    /** What it hands out. */
    SharedFiles handedOut() {
        return handedOut;
    }

    /** An iteration of a trial is done somewhere. */
    void iterated(int trial, String label, int iteration) {
        if (open.containsKey(trial)) {
            job.iterated(trial, label, iteration);
        }
    }

    /** Forgets workers that are not among these. */
    void keep(Set<UUID> present) {
        openings.keySet().retainAll(present);
    }

    /**
     * Opens it at a worker, unless that was done before.
     *
     * @param then runs when the worker has answered
     */
    void openAt(WorkerLink link, Runnable then) {
        UUID number = link.worker().number();
        Opening before = openings.get(number);
        if (before == null || before.again != 0 && System.nanoTime() - before.again > 0) {
            Opening opening = new Opening(link);
            openings.put(number, opening);
            others.talk(link.worker(), Message.of("open").with("run", key).with("submitter", others.address()).with("task", text))
                    .whenComplete((bytes, failure) -> {
                        opened(opening, bytes, failure);
                        then.run();
                    });
        }
    }

    private void opened(Opening opening, byte[] bytes, Throwable failure) {
        try {
            Message answer = failure == null ? Message.read(bytes) : Message.of("failed").with("why", failure.toString());
            if (answer.what().equals("ready")) {
                opening.memory = answer.number("memory");
                job.said(opening.link.name() + " takes part, " + opening.link.worker().threads() + " at once");
                opening.ready = true;
            } else if (answer.what().equals("lacks")) {
                job.said(opening.link.name() + " takes no work of this run: " + answer.text("why"));
            } else {
                again(opening);
            }
        } catch (RuntimeException e) {
            again(opening);
        }
    }

    /** The worker is tried again after a while, if it is still there. */
    private static void again(Opening opening) {
        opening.ready = false;
        long when = System.nanoTime() + RETRY;
        opening.again = when == 0 ? 1 : when;
    }

    /** Whether a worker can be given trials of it. */
    boolean isReadyAt(WorkerLink link) {
        Opening opening = openings.get(link.worker().number());
        return opening != null && opening.ready;
    }

    /** How much memory a worker said it has. */
    long memory(WorkerLink link) {
        Opening opening = openings.get(link.worker().number());
        return opening == null ? Long.MAX_VALUE : opening.memory;
    }

    /** A worker does not finish what it was given: it has gone, was cut off, or has begun anew and knows nothing of this run. */
    void lost(WorkerLink link) {
        Opening opening = openings.get(link.worker().number());
        if (opening != null) {
            again(opening);
        }
        if (opening == null || !opening.told) {
            job.said(link.name() + " does not finish what it was given; others do");
        }
        if (opening != null) {
            opening.told = true;
        }
    }

    /** A worker gets nothing more of this run. */
    void retire(WorkerLink link, String why) {
        Opening opening = openings.get(link.worker().number());
        if (opening != null && opening.ready) {
            opening.ready = false;
            job.said(link.name() + " gets no more work of this run: " + why);
        }
    }

    /** A trial is with somebody. */
    void given(Lease lease) {
        open.put(lease.trial(), lease);
    }

    /** A trial is back; false if nobody waits for it any more. */
    boolean back(Lease lease) {
        return open.remove(lease.trial(), lease);
    }

    /** Whether somebody computes for it. */
    boolean atWork() {
        return !open.isEmpty();
    }

    /** Gives everything back, and tells everybody that it is over. */
    void end(TrialLeases leases) {
        for (Lease lease : open.values()) {
            if (back(lease)) {
                leases.giveBack(lease);
            }
        }
        openings.values().forEach(opening -> others.talk(opening.link.worker(), Message.of("close").with("run", key)));
    }
}
