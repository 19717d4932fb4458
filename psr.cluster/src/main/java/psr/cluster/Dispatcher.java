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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import psr.api.lab.TrialResult;
import psr.launcher.spi.PluginJars;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialLeases.Lease;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialText;

/**
 * Sends trials to workers. One thread leases trials and sends them to free workers; another thread writes the outcomes. If a worker fails or
 * leaves, its leases are returned.
 */
final class Dispatcher {

    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());
    /** Interval at which workers and jobs are checked, in milliseconds. */
    private static final long INTERVAL = 100;
    /** After this time without a worker, users of jobs that need one are notified, in nanoseconds. */
    private static final long ALONE = 10_000_000_000L;
    private static final long NANOSECONDS = 1_000_000;
    /** Maximum number of answers that wait to be written; above it, no trials are sent. */
    private static final int MAX_ANSWERS = 500;

    /** The answer of a worker: its bytes, or the failure. */
    private record Arrival(RemoteRun run, WorkerLink link, Lease lease, byte[] bytes, Throwable failure) {}

    /** Marks the end of the queue of answers. */
    private static final Arrival LAST = new Arrival(null, null, null, null, null);

    private final Peers peers;
    private final TrialLeases leases;
    private final TrialText text;
    private final PluginJars plugins;
    /** The runs that workers have open, by key; shared with the endpoint that answers their requests. */
    private final Map<String, RemoteRun> byKey;
    private final LinkedBlockingQueue<Arrival> answers = new LinkedBlockingQueue<>();
    /** Used only by the thread that sends trials, like {@code links}. */
    private final IdentityHashMap<RemoteJob, RemoteRun> runs = new IdentityHashMap<>();
    private final Map<UUID, WorkerLink> links = new LinkedHashMap<>();
    private long lastUpdate = System.nanoTime() - INTERVAL * NANOSECONDS;
    private final Semaphore woken = new Semaphore(0);

    Dispatcher(Peers peers, TrialLeases leases, TrialText text, PluginJars plugins, Map<String, RemoteRun> byKey) {
        this.peers = peers;
        this.leases = leases;
        this.text = text;
        this.plugins = plugins;
        this.byKey = byKey;
    }

    /**
     * Connects the workers and starts a thread that sends trials until this process is no longer a member.
     *
     * @return the thread
     */
    Thread start() {
        TrialLeases.Connection connection =
                leases.connect(() -> peers.computing().stream().mapToInt(Peers.Other::threads).sum());
        Thread thread = thread(() -> compute(connection), "psr-cluster-out");
        thread.start();
        return thread;
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(Dispatcher.class.getClassLoader());
        return thread;
    }

    private void compute(TrialLeases.Connection connection) {
        try {
            thread(this::receive, "psr-cluster-in").start();
            while (!peers.over()) {
                try {
                    dispatch();
                } catch (RuntimeException | Error e) {
                    failed(e);
                    List.copyOf(runs.values()).forEach(this::end);
                    pause();
                }
            }
            failed(new IllegalStateException("this process is no member of the cluster any more; what is finished is kept"));
        } catch (InterruptedException e) {
            failed(new IllegalStateException("the thread that hands out trials was interrupted", e));
        } finally {
            connection.close();
            answers.add(LAST);
            List.copyOf(runs.values()).forEach(this::end);
        }
    }

    /** Fails the jobs that only workers compute; other jobs continue on this machine. */
    private void failed(Throwable why) {
        List<RemoteJob> jobs = leases.jobs();
        jobs.stream().filter(RemoteJob::onlyRemote).forEach(job -> job.fail(why));
        if (!jobs.stream().allMatch(RemoteJob::onlyRemote)) {
            LOG.log(System.Logger.Level.WARNING, "workers on other machines get no trials for the moment", why);
        }
    }

    private void dispatch() throws InterruptedException {
        long lastProgress = System.nanoTime();
        while (!peers.over()) {
            update();
            boolean sent = sendTrials();
            if (sent || runs.values().stream().anyMatch(RemoteRun::atWork) || runs.isEmpty()) {
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > ALONE) {
                runs.keySet().stream().filter(RemoteJob::onlyRemote)
                        .forEach(job -> job.said("no worker can take work of this run; it waits for one"));
                lastProgress = System.nanoTime();
            }
            if (!sent) {
                pause();
            }
        }
    }

    private void pause() throws InterruptedException {
        if (woken.tryAcquire(INTERVAL, TimeUnit.MILLISECONDS)) {
            woken.drainPermits();
        }
    }

    /** Updates the lists of workers and runs, at most once per interval unless a run is over. */
    private void update() {
        if (System.nanoTime() - lastUpdate < INTERVAL * NANOSECONDS && runs.keySet().stream().noneMatch(RemoteJob::over)) {
            return;
        }
        lastUpdate = System.nanoTime();
        List<Peers.Other> computing = peers.computing();
        computing.forEach(worker -> links.computeIfAbsent(worker.number(), number -> new WorkerLink(worker)));
        Set<UUID> present = computing.stream().map(Peers.Other::number).collect(Collectors.toSet());
        links.forEach((number, link) -> link.present(present.contains(number)));
        links.values().removeIf(link -> !present.contains(link.worker().number()) && !link.busy());

        List<RemoteJob> now = leases.jobs();
        now.forEach(job -> runs.computeIfAbsent(job, this::begin));
        List.copyOf(runs.values()).stream().filter(run -> run.job().over() || !now.contains(run.job())).forEach(this::end);
        for (RemoteRun run : runs.values()) {
            run.keep(present);
            links.values().stream().filter(link -> present.contains(link.worker().number()))
                    .forEach(link -> run.openAt(link, woken::release));
        }
    }

    private RemoteRun begin(RemoteJob job) {
        RemoteRun run = new RemoteRun(peers, job, text, plugins);
        byKey.put(run.key(), run);
        return run;
    }

    private void end(RemoteRun run) {
        runs.remove(run.job());
        byKey.remove(run.key());
        run.end(leases);
    }

    /** Sends trials to all free workers; returns whether any trial was sent. */
    private boolean sendTrials() {
        boolean any = false;
        boolean more = true;
        while (more) {
            more = false;
            for (WorkerLink link : links.values()) {
                Optional<Lease> lease =
                        link.isFree() && answers.size() < MAX_ANSWERS ? leases.take(link.name(), ready(link)) : Optional.empty();
                if (lease.isPresent()) {
                    send(link, lease.get());
                    more = true;
                    any = true;
                }
            }
        }
        return any;
    }

    /** The jobs that a worker is ready to compute. */
    private List<RemoteJob> ready(WorkerLink link) {
        return runs.values().stream().filter(run -> run.isReadyAt(link)).map(RemoteRun::job).toList();
    }

    private void send(WorkerLink link, Lease lease) {
        RemoteRun run = runs.get(lease.job());
        run.given(lease);
        link.given();
        long begun = System.nanoTime();
        lease.job().begun(lease.trial(), link.name());
        peers.work(link.worker(), Message.of("compute").with("run", run.key()).with("trial", lease.trial()))
                .whenComplete((bytes, failure) -> {
                    // The worker is free before the outcome is written to the disk.
                    link.back(System.nanoTime() - begun);
                    answers.add(new Arrival(run, link, lease, bytes, failure));
                    woken.release();
                });
    }

    @SuppressWarnings("ReferenceEquality") // LAST is a marker
    private void receive() {
        List<Arrival> batch = new ArrayList<>();
        try {
            for (Arrival first = answers.take(); first != LAST; first = answers.take()) {
                batch.add(first);
                answers.drainTo(batch, MAX_ANSWERS - 1);
                boolean last = batch.remove(LAST);
                complete(batch);
                batch.clear();
                woken.release();
                if (last) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            failed(new IllegalStateException("the thread that takes outcomes in was interrupted", e));
        }
    }

    /** Writes the outcomes in one batch per job: the disk needs as long for all of them as for one. */
    private void complete(List<Arrival> batch) {
        Map<Lease, TrialOutcome> outcomes = new LinkedHashMap<>();
        for (Arrival answer : batch) {
            if (answer.run().back(answer.lease())) {
                try {
                    read(answer).ifPresent(outcome -> outcomes.put(answer.lease(), outcome));
                } catch (RuntimeException | Error e) {
                    leases.fail(answer.lease(), e);
                }
            }
        }
        leases.complete(outcomes);
    }

    /** Reads the outcome in an answer; if there is none, fails the trial or returns its lease. */
    private Optional<TrialOutcome> read(Arrival answer) {
        Message message;
        try {
            message = answer.failure() == null ? Message.read(answer.bytes())
                    : Message.of("gone").with("why", String.valueOf(answer.failure()));
        } catch (IllegalArgumentException e) {
            message = Message.of("gone").with("why", e.getMessage());
        }
        switch (message.what()) {
            case "outcome" -> {
                return outcome(answer, message);
            }
            case "memory" -> retire(answer, message.text("why"));
            case "failed" ->
                leases.fail(answer.lease(), new IOException(message.text("why") + " (" + answer.link().name()
                        + ")"));
            default -> {
                answer.run().lost(answer.link());
                leases.giveBack(answer.lease());
            }
        }
        return Optional.empty();
    }

    private Optional<TrialOutcome> outcome(Arrival answer, Message message) {
        TrialOutcome outcome;
        try {
            outcome = text.readOutcome(message.text("outcome"));
            if (outcome.trial() != answer.lease().trial()) {
                throw new IllegalArgumentException("it is of another trial");
            }
        } catch (IllegalArgumentException e) {
            retire(answer, "its outcome cannot be read: " + e.getMessage());
            return Optional.empty();
        }
        long memory = answer.run().memory(answer.link());
        if (memory < Runtime.getRuntime().maxMemory() && outcome.results().stream().anyMatch(Dispatcher::outOfMemory)) {
            retire(answer,
                    "trial " + (answer.lease().trial() + 1) + " needs more memory than it has (" + (memory >> 20) + " MiB)");
            return Optional.empty();
        }
        return Optional.of(outcome);
    }

    /** Whether a recipe ran out of memory: on a worker with less memory than this process the trial itself may be fine. */
    private static boolean outOfMemory(TrialResult result) {
        return result.failure().map(TrialResult.Failure::isOutOfMemory).orElse(false);
    }

    private void retire(Arrival answer, String why) {
        answer.run().retire(answer.link(), why);
        leases.giveBack(answer.lease());
    }
}
