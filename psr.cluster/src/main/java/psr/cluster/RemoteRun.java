package psr.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import psr.api.lab.Plugins;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.TrialText;

/**
 * A run of this process whose trials others compute. One thread hands trials to whoever is free, another takes in what comes
 * back. A trial belongs to the supply until its outcome is there: whatever happens to a worker, its trials are given back.
 */
final class RemoteRun {

    /** How long to wait for a free worker before looking again, in milliseconds. */
    private static final long LOOK = 200;
    /** Trials that take less than this are given out one ahead, in nanoseconds: the way there and back then costs nothing. */
    private static final long BRIEF = 500_000_000L;
    /** How long a worker that could not be opened is left alone, in nanoseconds. */
    private static final long RETRY = 2_000_000_000L;
    /** How long nobody may be there before a word is said, in nanoseconds. */
    private static final long ALONE = 10_000_000_000L;

    /** What is known of a worker. */
    private static final class Link {
        private final Others.Other worker;
        /** No further trial is given to it, by this link. */
        private volatile boolean retired;
        private volatile boolean told;
        private volatile long memory;
        /** Whether it has one trial more than it computes at once, to begin with as soon as it is free; of the taking thread. */
        private boolean ahead;

        Link(Others.Other worker) {
            this.worker = worker;
        }

        String name() {
            return worker.name();
        }
    }

    /** What came back: bytes, or why there are none. */
    private record Arrival(Link link, TrialTask task, long nanos, byte[] bytes, Throwable failure) {}

    /** Ends the thread that takes answers in. */
    private static final Arrival LAST = new Arrival(null, null, 0, null, null);

    private final String key = UUID.randomUUID().toString();
    private final Others others;
    private final TrialSupply supply;
    private final TrialText text;
    private final Plugins plugins;
    private final LinkedBlockingQueue<Link> free = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Arrival> answers = new LinkedBlockingQueue<>();
    /** Trials that somebody computes now. */
    private final Map<Integer, TrialTask> open = new ConcurrentHashMap<>();
    /** By the number of the member, which is another after it was cut off; of the handing thread. */
    private final Map<UUID, Link> links = new HashMap<>();
    private final Map<UUID, Long> later = new ConcurrentHashMap<>();
    private volatile HandedOut handedOut;
    private String run;

    RemoteRun(Others others, TrialSupply supply, TrialText text, Plugins plugins) {
        this.others = others;
        this.supply = supply;
        this.text = text;
        this.plugins = plugins;
    }

    /** What names it among all runs of the cluster. */
    String key() {
        return key;
    }

    /** What it hands out; empty before anybody can have asked. */
    Optional<HandedOut> handedOut() {
        return Optional.ofNullable(handedOut);
    }

    /** An iteration of a trial is done somewhere. */
    void iterated(int trial, String label, int iteration) {
        TrialTask task = open.get(trial);
        if (task != null) {
            supply.iterated(task, label, iteration);
        }
    }

    /** Has every trial computed; returns when the run is over. */
    void compute() {
        Thread taking = new Thread(this::takeIn, "psr-cluster-in");
        taking.setDaemon(true);
        taking.setContextClassLoader(RemoteRun.class.getClassLoader());
        try {
            taking.start();
            handOut();
        } catch (InterruptedException e) {
            supply.failed(null, new IllegalStateException("the thread that hands out trials was interrupted", e));
        } catch (RuntimeException | Error e) {
            supply.failed(null, e);
        } finally {
            answers.add(LAST);
            open.values().forEach(supply::giveBack);
            open.clear();
            links.values().forEach(link -> others.talk(link.worker, Message.of("close").with("run", key)));
        }
    }

    private void handOut() throws InterruptedException {
        long seen = System.nanoTime();
        for (Optional<TrialTask> next = supply.next(); next.isPresent(); next = supply.next()) {
            TrialTask task = next.get();
            if (run == null) {
                run = text.write(task);
                handedOut = new HandedOut(supply, plugins, task);
            }
            Link link = null;
            while (link == null) {
                if (supply.over()) {
                    supply.giveBack(task);
                    return;
                }
                if (others.over()) {
                    supply.giveBack(task);
                    throw new IllegalStateException("this process is no member of the cluster any more; what is finished is"
                            + " kept");
                }
                lookForWorkers();
                link = open.size() < supply.threads() ? free.poll(LOOK, TimeUnit.MILLISECONDS) : waiting();
                if (link != null && link.retired) {
                    link = null;
                } else if (link == null && open.isEmpty() && System.nanoTime() - seen > ALONE) {
                    supply.said("no worker can take work of this run; it waits for one");
                    seen = System.nanoTime();
                }
            }
            seen = System.nanoTime();
            send(link, task);
        }
    }

    private static Link waiting() throws InterruptedException {
        Thread.sleep(LOOK / 10);
        return null;
    }

    /** Opens the run at everybody who is new. */
    private void lookForWorkers() {
        for (Others.Other worker : others.computing()) {
            UUID number = worker.number();
            Long wait = later.get(number);
            if (wait != null && System.nanoTime() - wait > 0) {
                later.remove(number);
                links.remove(number);
            }
            if (!links.containsKey(number)) {
                Link link = new Link(worker);
                links.put(number, link);
                others.talk(worker, Message.of("open").with("run", key).with("submitter", others.address())
                        .with("task", run)).whenComplete((bytes, failure) -> opened(link, bytes, failure));
            }
        }
    }

    private void opened(Link link, byte[] bytes, Throwable failure) {
        try {
            Message answer = failure == null ? Message.read(bytes) : Message.of("failed").with("why", failure.toString());
            if (answer.what().equals("ready")) {
                link.memory = answer.number("memory");
                supply.said(link.name() + " takes part, " + link.worker.threads() + " at once");
                for (int i = 0; i < link.worker.threads(); i++) {
                    free.add(link);
                }
            } else if (answer.what().equals("lacks")) {
                supply.said(link.name() + " takes no work of this run: " + answer.text("why"));
            } else {
                again(link);
            }
        } catch (RuntimeException e) {
            again(link);
        }
    }

    /** The worker is tried again after a while, if it is still there. */
    private void again(Link link) {
        link.retired = true;
        later.put(link.worker.number(), System.nanoTime() + RETRY);
    }

    private void send(Link link, TrialTask task) {
        open.put(task.trial(), task);
        long begun = System.nanoTime();
        supply.begun(task, link.name());
        others.work(link.worker, Message.of("compute").with("run", key).with("trial", task.trial()))
                .whenComplete((bytes, failure) -> answers.add(new Arrival(link, task, System.nanoTime() - begun, bytes,
                        failure)));
    }

    private void takeIn() {
        try {
            for (Arrival answer = answers.take(); answer != LAST; answer = answers.take()) {
                if (open.remove(answer.task().trial()) != null) {
                    takeIn(answer);
                }
            }
        } catch (InterruptedException e) {
            supply.failed(null, new IllegalStateException("the thread that takes outcomes in was interrupted", e));
        } catch (RuntimeException | Error e) {
            supply.failed(null, e);
        }
    }

    private void takeIn(Arrival answer) {
        Link link = answer.link();
        TrialTask task = answer.task();
        Message message;
        try {
            message = answer.failure() == null ? Message.read(answer.bytes())
                    : Message.of("gone").with("why", String.valueOf(answer.failure()));
        } catch (IllegalArgumentException e) {
            message = Message.of("gone").with("why", e.getMessage());
        }
        switch (message.what()) {
            case "outcome" -> outcome(answer, message);
            case "memory" -> retire(link, task, message.text("why"));
            case "failed" -> supply.failed(task, new IOException(message.text("why") + " (" + link.name() + ")"));
            default -> {
                // It has gone, was cut off, or has begun anew and knows nothing of this run.
                if (!link.told) {
                    link.told = true;
                    supply.said(link.name() + " does not finish what it was given; others do");
                }
                again(link);
                supply.giveBack(task);
            }
        }
    }

    private void outcome(Arrival answer, Message message) {
        Link link = answer.link();
        TrialTask task = answer.task();
        TrialOutcome outcome;
        try {
            outcome = text.readOutcome(message.text("outcome"));
            if (outcome.trial() != task.trial()) {
                throw new IllegalArgumentException("it is of another trial");
            }
        } catch (IllegalArgumentException e) {
            retire(link, task, "its outcome cannot be read: " + e.getMessage());
            return;
        }
        if (link.memory < Runtime.getRuntime().maxMemory() && outcome.results().stream().anyMatch(RemoteRun::outOfMemory)) {
            retire(link, task, "trial " + (task.trial() + 1) + " needs more memory than it has (" + (link.memory >> 20)
                    + " MiB)");
            return;
        }
        // First the next trial, then the disk: nobody waits for it.
        freed(link, answer.nanos());
        try {
            supply.finished(task, outcome);
        } catch (UncheckedIOException | IllegalStateException e) {
            supply.failed(task, e);
        }
    }

    private void freed(Link link, long nanos) {
        boolean brief = nanos < (link.ahead ? 2 * BRIEF : BRIEF);
        int more = brief == link.ahead ? 1 : brief ? 2 : 0;
        link.ahead = brief;
        for (int i = 0; i < more; i++) {
            free.add(link);
        }
    }

    /** A failure for want of memory says something of the machine, not of the trial, unless this one has no more either. */
    private static boolean outOfMemory(TrialResult result) {
        return result.failure().map(TrialResult.Failure::isOutOfMemory).orElse(false);
    }

    /** The worker gets nothing more of this run. */
    private void retire(Link link, TrialTask task, String why) {
        if (!link.retired) {
            link.retired = true;
            supply.said(link.name() + " gets no more work of this run: " + why);
        }
        supply.giveBack(task);
    }
}
