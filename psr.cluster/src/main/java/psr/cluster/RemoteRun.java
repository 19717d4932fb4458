package psr.cluster;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import psr.launcher.spi.PluginJars;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialLeases.Lease;
import psr.launcher.spi.TrialTask;
import psr.launcher.spi.TrialText;

/** A run of this process as its workers compute it: which workers have opened it, and which trials they compute. Thread-safe. */
final class RemoteRun {

    /** Delay before the run is opened again at a worker that has failed, in nanoseconds. */
    private static final long RETRY = 2_000_000_000L;

    /** The state of the run at one worker. */
    private static final class Opening {
        private final WorkerLink link;
        private volatile boolean ready;
        /** When to try again; 0 if no retry is due. */
        private volatile long again;
        private volatile long memory;
        /** Whether users know that this worker has lost a trial; further losses are not reported. */
        private volatile boolean reported;

        Opening(WorkerLink link) {
            this.link = link;
        }
    }

    private final String key = UUID.randomUUID().toString();
    private final Peers peers;
    private final RemoteJob job;
    private final String text;
    private final SharedFiles handedOut;
    /** By the member's number, which changes when a member joins again. */
    private final Map<UUID, Opening> openings = new ConcurrentHashMap<>();
    /** Leases of the trials that workers compute now, by trial. */
    private final Map<Integer, Lease> open = new ConcurrentHashMap<>();

    RemoteRun(Peers peers, RemoteJob job, TrialText text, PluginJars plugins) {
        this.peers = peers;
        this.job = job;
        TrialTask task = job.task();
        this.text = text.write(task);
        this.handedOut = new SharedFiles(job, plugins, task);
    }

    /** Identifies this run among all runs of the cluster. */
    String key() {
        return key;
    }

    RemoteJob job() {
        return job;
    }

    /** The files that workers may fetch. */
    SharedFiles handedOut() {
        return handedOut;
    }

    /** Reports an iteration that a worker has completed; ignored if no worker computes the trial any more. */
    void iterated(int trial, String label, int iteration) {
        if (open.containsKey(trial)) {
            job.iterated(trial, label, iteration);
        }
    }

    /** Forgets all workers except these. */
    void keep(Set<UUID> present) {
        openings.keySet().retainAll(present);
    }

    /**
     * Opens the run at a worker, unless it is open there already or a retry is not due yet.
     *
     * @param then called when the worker has answered
     */
    void openAt(WorkerLink link, Runnable then) {
        UUID number = link.worker().number();
        Opening before = openings.get(number);
        if (before == null || before.again != 0 && System.nanoTime() - before.again > 0) {
            Opening opening = new Opening(link);
            openings.put(number, opening);
            peers.talk(link.worker(), Message.of("open").with("run", key).with("submitter", peers.address()).with("task", text))
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

    /** Schedules another attempt to open the run at a worker. */
    private static void again(Opening opening) {
        opening.ready = false;
        long when = System.nanoTime() + RETRY;
        opening.again = when == 0 ? 1 : when;
    }

    /** Whether a worker accepts trials of this run. */
    boolean isReadyAt(WorkerLink link) {
        Opening opening = openings.get(link.worker().number());
        return opening != null && opening.ready;
    }

    /** The maximum heap size that a worker has reported, in bytes. */
    long memory(WorkerLink link) {
        Opening opening = openings.get(link.worker().number());
        return opening == null ? Long.MAX_VALUE : opening.memory;
    }

    /** A worker has lost a trial: it has left, was disconnected, or has restarted and does not know this run. */
    void lost(WorkerLink link) {
        Opening opening = openings.get(link.worker().number());
        if (opening != null) {
            again(opening);
        }
        if (opening == null || !opening.reported) {
            job.said(link.name() + " does not finish what it was given; others do");
        }
        if (opening != null) {
            opening.reported = true;
        }
    }

    /** Excludes a worker from this run. */
    void retire(WorkerLink link, String why) {
        Opening opening = openings.get(link.worker().number());
        if (opening != null && opening.ready) {
            opening.ready = false;
            job.said(link.name() + " gets no more work of this run: " + why);
        }
    }

    /** Registers a trial that is being sent to a worker. */
    void given(Lease lease) {
        open.put(lease.trial(), lease);
    }

    /** Removes the lease of a returned trial; false if it was not open any more. */
    boolean back(Lease lease) {
        return open.remove(lease.trial(), lease);
    }

    /** Whether workers compute any of its trials. */
    boolean atWork() {
        return !open.isEmpty();
    }

    /** Returns all open leases and closes the run at all workers. */
    void end(TrialLeases leases) {
        for (Lease lease : open.values()) {
            if (back(lease)) {
                leases.giveBack(lease);
            }
        }
        openings.values().forEach(opening -> peers.talk(opening.link.worker(), Message.of("close").with("run", key)));
    }
}
