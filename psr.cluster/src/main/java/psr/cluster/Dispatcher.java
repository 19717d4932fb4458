package psr.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

import psr.api.lab.Plugins;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialPool;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.TrialText;

/**
 * Has others compute trials of a pool. One thread hands trials to whoever is free, another takes in what comes back. A trial
 * belongs to its supply until its outcome is there: whatever happens to a worker, its trials are given back.
 */
final class Dispatcher {

    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());
    /** How often to look who and what is there, in milliseconds. */
    private static final long LOOK = 100;
    /** How long nobody may be there before a word is said, in nanoseconds. */
    private static final long ALONE = 10_000_000_000L;
    private static final long NANOSECONDS = 1_000_000;
    /** How many answers may wait to be kept; where there are more, nothing is given out. */
    private static final int MOST = 500;

    /** What came back: bytes, or why there are none. */
    private record Arrival(RemoteRun run, WorkerLink link, TrialPool.Taken taken, byte[] bytes, Throwable failure) {}

    /** Ends the thread that takes answers in. */
    private static final Arrival LAST = new Arrival(null, null, null, null, null);

    private final Peers others;
    private final TrialPool pool;
    private final TrialText text;
    private final Plugins plugins;
    /** Where those who compute find a run, by key. */
    private final Map<String, RemoteRun> byKey;
    /** Whether nobody but the others computes. */
    private final boolean onlyOthers;
    private final LinkedBlockingQueue<Arrival> answers = new LinkedBlockingQueue<>();
    /** Both of the handing thread. */
    private final IdentityHashMap<TrialSupply, RemoteRun> runs = new IdentityHashMap<>();
    private final Map<UUID, WorkerLink> links = new LinkedHashMap<>();
    private long looked = System.nanoTime() - LOOK * NANOSECONDS;
    /** Guarded by this. */
    private boolean woken;

    Dispatcher(Peers others, TrialPool pool, TrialText text, Plugins plugins, Map<String, RemoteRun> byKey, boolean onlyOthers) {
        this.others = others;
        this.pool = pool;
        this.text = text;
        this.plugins = plugins;
        this.byKey = byKey;
        this.onlyOthers = onlyOthers;
    }

    /** Begins on threads of its own. */
    void start() {
        thread(this::compute, "psr-cluster-out").start();
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(Dispatcher.class.getClassLoader());
        return thread;
    }

    /** Has trials computed; returns when this process is no member any more, or there is no run where only others compute. */
    void compute() {
        try {
            thread(this::takeIn, "psr-cluster-in").start();
            boolean again = true;
            while (again) {
                again = handOutUnlessItFails();
            }
        } catch (InterruptedException e) {
            failed(new IllegalStateException("the thread that hands out trials was interrupted", e));
        } finally {
            answers.add(LAST);
            List.copyOf(runs.values()).forEach(this::end);
        }
    }

    /** Whether it is worth trying again: others compute too, so a run need not end because this fails. */
    private boolean handOutUnlessItFails() throws InterruptedException {
        try {
            handOut();
            return false;
        } catch (RuntimeException | Error e) {
            failed(e);
            List.copyOf(runs.values()).forEach(this::end);
            pause();
            return !onlyOthers && !others.over();
        }
    }

    private void failed(Throwable why) {
        if (onlyOthers) {
            pool.runs().forEach(supply -> supply.failed(null, why));
        } else {
            LOG.log(System.Logger.Level.WARNING, "other machines get no trials for the moment", why);
        }
    }

    private void handOut() throws InterruptedException {
        long seen = System.nanoTime();
        while (true) {
            look();
            if (onlyOthers && runs.isEmpty()) {
                return;
            }
            if (others.over()) {
                failed(new IllegalStateException("this process is no member of the cluster any more; what is finished is kept"));
                return;
            }
            if (giveOut()) {
                seen = System.nanoTime();
            } else {
                if (runs.values().stream().anyMatch(RemoteRun::atWork)) {
                    seen = System.nanoTime();
                } else if (onlyOthers && System.nanoTime() - seen > ALONE) {
                    runs.keySet().forEach(supply -> supply.said("no worker can take work of this run; it waits for one"));
                    seen = System.nanoTime();
                }
                pause();
            }
        }
    }

    private synchronized void wake() {
        woken = true;
        notifyAll();
    }

    @SuppressWarnings("WaitNotInLoop") // its caller loops
    private synchronized void pause() throws InterruptedException {
        if (!woken) {
            wait(LOOK);
        }
        woken = false;
    }

    /** Sees who and what has come and gone. */
    private void look() {
        if (System.nanoTime() - looked < LOOK * NANOSECONDS && runs.keySet().stream().noneMatch(TrialSupply::over)) {
            return;
        }
        looked = System.nanoTime();
        List<Peers.Other> computing = others.computing();
        computing.forEach(worker -> links.computeIfAbsent(worker.number(), number -> new WorkerLink(worker)));
        Set<UUID> present = computing.stream().map(Peers.Other::number).collect(Collectors.toSet());
        links.forEach((number, link) -> link.present(present.contains(number)));
        links.values().removeIf(link -> !present.contains(link.worker().number()) && !link.busy());

        List<TrialSupply> now = pool.runs();
        now.forEach(supply -> runs.computeIfAbsent(supply, this::begin));
        List.copyOf(runs.values()).stream().filter(run -> run.supply().over() || !now.contains(run.supply())).forEach(this::end);
        for (RemoteRun run : runs.values()) {
            run.keep(present);
            links.values().stream().filter(link -> present.contains(link.worker().number()))
                    .forEach(link -> run.openAt(link, this::wake));
        }
    }

    private RemoteRun begin(TrialSupply supply) {
        RemoteRun run = new RemoteRun(others, supply, text, plugins);
        byKey.put(run.key(), run);
        return run;
    }

    private void end(RemoteRun run) {
        runs.remove(run.supply());
        byKey.remove(run.key());
        run.end(pool);
    }

    /** Gives everybody who has room as much as there is; whether there was anything. */
    private boolean giveOut() {
        boolean any = false;
        boolean more = true;
        while (more) {
            more = false;
            for (WorkerLink link : links.values()) {
                Optional<TrialPool.Taken> taken =
                        link.hasRoom() && answers.size() < MOST ? pool.take(link.name(), supply -> canTake(supply, link))
                                : Optional.empty();
                if (taken.isPresent()) {
                    send(link, taken.get());
                    more = true;
                    any = true;
                }
            }
        }
        return any;
    }

    private boolean canTake(TrialSupply supply, WorkerLink link) {
        RemoteRun run = runs.get(supply);
        return run != null && run.isReadyAt(link);
    }

    private void send(WorkerLink link, TrialPool.Taken taken) {
        RemoteRun run = runs.get(taken.supply());
        run.given(taken);
        link.given();
        long begun = System.nanoTime();
        taken.supply().begun(taken.task(), link.name());
        others.work(link.worker(), Message.of("compute").with("run", run.key()).with("trial", taken.task().trial()))
                .whenComplete((bytes, failure) -> {
                    // The next trial does not wait for the disk.
                    link.back(System.nanoTime() - begun);
                    answers.add(new Arrival(run, link, taken, bytes, failure));
                    wake();
                });
    }

    @SuppressWarnings("ReferenceEquality") // LAST is a mark
    private void takeIn() {
        List<Arrival> together = new ArrayList<>();
        try {
            for (Arrival first = answers.take(); first != LAST; first = answers.take()) {
                together.add(first);
                answers.drainTo(together, MOST - 1);
                boolean last = together.remove(LAST);
                takeIn(together);
                together.clear();
                wake();
                if (last) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            failed(new IllegalStateException("the thread that takes outcomes in was interrupted", e));
        }
    }

    /** Outcomes of one run are kept together: the disk takes as long for all as for one. */
    private void takeIn(List<Arrival> together) {
        IdentityHashMap<TrialSupply, Map<Arrival, TrialOutcome>> outcomes = new IdentityHashMap<>();
        for (Arrival answer : together) {
            if (answer.run().back(answer.taken())) {
                TrialSupply supply = answer.taken().supply();
                Optional<TrialOutcome> outcome = Optional.empty();
                try {
                    outcome = read(answer);
                } catch (RuntimeException | Error e) {
                    supply.failed(answer.taken().task(), e);
                }
                if (outcome.isPresent()) {
                    outcomes.computeIfAbsent(supply, none -> new LinkedHashMap<>()).put(answer, outcome.get());
                } else {
                    pool.left(answer.taken(), false);
                }
            }
        }
        outcomes.forEach(this::keep);
    }

    private void keep(TrialSupply supply, Map<Arrival, TrialOutcome> outcomes) {
        boolean kept = false;
        try {
            supply.finished(List.copyOf(outcomes.values()));
            kept = true;
        } catch (RuntimeException | Error e) {
            supply.failed(null, e);
        }
        for (Arrival answer : outcomes.keySet()) {
            pool.left(answer.taken(), kept);
        }
    }

    /** The outcome that came; where none did, the trial is given back. */
    private Optional<TrialOutcome> read(Arrival answer) {
        Message message;
        try {
            message = answer.failure() == null ? Message.read(answer.bytes())
                    : Message.of("gone").with("why", String.valueOf(answer.failure()));
        } catch (IllegalArgumentException e) {
            message = Message.of("gone").with("why", e.getMessage());
        }
        TrialSupply supply = answer.taken().supply();
        switch (message.what()) {
            case "outcome" -> {
                return outcome(answer, message);
            }
            case "memory" -> retire(answer, message.text("why"));
            case "failed" ->
                supply.failed(answer.taken().task(), new IOException(message.text("why") + " (" + answer.link().name()
                        + ")"));
            default -> {
                answer.run().lost(answer.link());
                supply.giveBack(answer.taken().task());
            }
        }
        return Optional.empty();
    }

    private Optional<TrialOutcome> outcome(Arrival answer, Message message) {
        TrialTask task = answer.taken().task();
        TrialOutcome outcome;
        try {
            outcome = text.readOutcome(message.text("outcome"));
            if (outcome.trial() != task.trial()) {
                throw new IllegalArgumentException("it is of another trial");
            }
        } catch (IllegalArgumentException e) {
            retire(answer, "its outcome cannot be read: " + e.getMessage());
            return Optional.empty();
        }
        long memory = answer.run().memory(answer.link());
        if (memory < Runtime.getRuntime().maxMemory() && outcome.results().stream().anyMatch(Dispatcher::outOfMemory)) {
            retire(answer, "trial " + (task.trial() + 1) + " needs more memory than it has (" + (memory >> 20) + " MiB)");
            return Optional.empty();
        }
        return Optional.of(outcome);
    }

    /** A failure for want of memory says something of the machine, not of the trial, unless this one has no more either. */
    private static boolean outOfMemory(TrialResult result) {
        return result.failure().map(TrialResult.Failure::isOutOfMemory).orElse(false);
    }

    private static void retire(Arrival answer, String why) {
        answer.run().retire(answer.link(), why);
        answer.taken().supply().giveBack(answer.taken().task());
    }
}
