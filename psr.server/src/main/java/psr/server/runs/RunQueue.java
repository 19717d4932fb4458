package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

import psr.api.lab.BundleVersion;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.store.StoreAwayException;

/**
 * The runs of the server: those in the database whose turn it is are given to the laboratory, a few at a time, and what becomes of them is
 * written down. A thread of its own does that. What stands in the database decides: a server that was killed goes on from there. Thread-safe.
 *
 * <p>Locks: {@code this} guards changes of what is with the laboratory, and every change of a run's state; whoever is told by the laboratory never
 * takes it.
 */
final class RunQueue implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RunQueue.class.getName());
    private static final long LOOK_MILLISECONDS = 1_000;
    /** After this long what waits is tried again, also if nobody said that something has come. */
    private static final Duration AGAIN = Duration.ofSeconds(30);
    private static final Duration TRASH = Duration.ofMinutes(10);
    /** How long a stopping server waits for what is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** Paused runs that stay with the laboratory. */
    private static final int MOST_PAUSED = 8;

    private final RunTable table;
    private final RunFolders kept;
    private final LabServices lab;
    private final SharedThreads threads;
    private final RunBeginning beginning;
    private final RunTeller news;
    private final RunTrash trash;
    /** By id, which rise with time. Read without the lock, which may be held while a run begins. */
    private final ConcurrentSkipListMap<String, RunAtWork> working = new ConcurrentSkipListMap<>();
    /** By the laboratory's id; asked for each trial. */
    private final Map<String, Integer> priorities = new ConcurrentHashMap<>();
    private final Object signal = new Object();
    private final Thread thread = new Thread(this::work, "psr-server-queue");
    private Subscription plugins;
    /** Guarded by the signal. */
    private boolean signalled;
    private boolean came;
    private volatile boolean closing;
    /** Whether something could not be written down. */
    private boolean forgot;

    /** A queue that does nothing before {@link #begin}. */
    RunQueue(RunTable table, RunFolders kept, LabServices lab, SharedThreads threads, RunBeginning beginning, RunTrash trash,
            RunTeller news) {
        this.table = table;
        this.kept = kept;
        this.lab = lab;
        this.threads = threads;
        this.beginning = beginning;
        this.trash = trash;
        this.news = news;
        thread.setDaemon(true);
        threads.priorities(this::priority);
    }

    private int priority(String submission) {
        return priorities.getOrDefault(submission, 0);
    }

    /**
     * Goes on where the last server stopped.
     *
     * @return what it found, in one line; empty if there was nothing left to do
     */
    Optional<String> begin() throws IOException {
        int running = 0;
        int trials = 0;
        for (QueuedRun run : table.in(State.RUNNING)) {
            int done = done(run);
            table.done(run.id(), done);
            table.state(run.id(), State.QUEUED, "");
            running++;
            trials += done;
        }
        int waiting = table.again();
        int queued = table.in(State.QUEUED).size() - running - waiting;
        int paused = table.in(State.PAUSED).size();
        plugins = lab.plugins().listen(new PluginListener() {
            @Override
            public void changed(PluginFile file) {
                somethingCame();
            }
        });
        news.begin();
        thread.start();
        List<String> found = new ArrayList<>();
        if (running > 0) {
            found.add(running + (running == 1 ? " run goes on" : " runs go on") + " (" + trials
                    + (running == 1 ? " of its" : " of their") + " trials are finished)");
        }
        if (queued > 0) {
            found.add(queued + " queued");
        }
        if (waiting > 0) {
            found.add(waiting + " waiting");
        }
        if (paused > 0) {
            found.add(paused + " paused");
        }
        return found.isEmpty() ? Optional.empty() : Optional.of("recovered: " + String.join(", ", found));
    }

    private int done(QueuedRun run) {
        try {
            return kept.open(run.id()).map(each -> each.results().finishedTrials()).orElse(0);
        } catch (IOException | IllegalArgumentException e) {
            // Whoever begins it finds out, and says it.
            LOG.log(System.Logger.Level.DEBUG, run.id() + " cannot be read", e);
            return run.done();
        }
    }

    /** Something that runs may wait for has come: a plugin, or a file. */
    void somethingCame() {
        synchronized (signal) {
            came = true;
            signalled = true;
            signal.notifyAll();
        }
    }

    /** There is something to do. */
    void wake() {
        synchronized (signal) {
            signalled = true;
            signal.notifyAll();
        }
    }

    /** The run with the laboratory; empty if it is not there. */
    Optional<RunAtWork> working(String id) {
        return Optional.ofNullable(working.get(id));
    }

    /** How many runs are with the laboratory. */
    int working() {
        return working.size();
    }

    /** The bundles that those with the laboratory are bound to, and the ids of who is bound to each; both in order. */
    Map<BundleVersion, List<String>> bound() {
        Map<BundleVersion, List<String>> bound = new LinkedHashMap<>();
        for (RunAtWork run : working.values()) {
            run.submission().bundles().forEach(bundle -> bound.computeIfAbsent(bundle, any -> new ArrayList<>()).add(run.id()));
        }
        return bound;
    }

    private void work() {
        long tried = System.nanoTime();
        long cleaned = System.nanoTime() - TRASH.toNanos();
        while (!closing) {
            try {
                settle();
                if (forgot) {
                    remember();
                }
                if (hasCome() || System.nanoTime() - tried > AGAIN.toNanos()) {
                    tried = System.nanoTime();
                    retry();
                }
                while (!closing && admit()) {
                    settle();
                }
                if (System.nanoTime() - cleaned > TRASH.toNanos()) {
                    cleaned = System.nanoTime();
                    clean();
                }
            } catch (StoreAwayException e) {
                if (!forgot) {
                    LOG.log(System.Logger.Level.WARNING, e.getMessage() + "; the queue waits for it");
                }
                forgot = true;
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.ERROR, "the queue stumbled, and goes on", e);
            }
            pause();
        }
    }

    private boolean hasCome() {
        synchronized (signal) {
            boolean yes = came;
            came = false;
            return yes;
        }
    }

    @SuppressWarnings("WaitNotInLoop") // its caller loops
    private void pause() {
        synchronized (signal) {
            try {
                if (!signalled && !closing) {
                    signal.wait(LOOK_MILLISECONDS);
                }
                signalled = false;
            } catch (InterruptedException e) {
                closing = true;
            }
        }
    }

    /** What the database takes for running, and the laboratory does not have, is queued again. */
    private synchronized void remember() {
        for (QueuedRun run : table.in(State.RUNNING)) {
            if (!working.containsKey(run.id())) {
                table.state(run.id(), State.QUEUED, "");
            }
        }
        forgot = false;
    }

    private synchronized void retry() {
        table.again();
    }

    private synchronized void clean() {
        trash.clean(working.keySet());
    }

    /** Writes down what has ended. */
    private void settle() {
        List<RunAtWork> ended;
        synchronized (this) {
            ended = working.values().stream().filter(run -> run.submission().state().isOver()).toList();
        }
        for (RunAtWork run : ended) {
            synchronized (this) {
                // A laboratory that is stopped cancels everything: then nobody has asked for that, and the next start goes on.
                if (closing || (run.submission().state() == State.CANCELLED && !run.cancelled())) {
                    if (!closing) {
                        forget(run);
                    }
                    continue;
                }
                write(run);
                forget(run);
            }
            news.changed(run.id());
        }
    }

    private void forget(RunAtWork run) {
        working.remove(run.id());
        priorities.remove(run.submission().id());
        run.close();
    }

    private void write(RunAtWork run) {
        table.done(run.id(), run.submission().results().finishedTrials());
        switch (run.submission().state()) {
            case DONE -> {
                if (run.submission().folder().isPresent()) {
                    table.state(run.id(), State.DONE, "");
                } else {
                    table.state(run.id(), State.FAILED, nothing(run.submission()));
                }
            }
            case FAILED ->
                table.state(run.id(), State.FAILED, run.submission().failure().map(RunBeginning::words).orElse("it failed"));
            default -> {
                // Written when it was asked for; since then somebody may have said that it is to go on.
            }
        }
    }

    private static String nothing(Submission submission) {
        for (TrialResult result : submission.results().trials()) {
            if (result.failure().isPresent()) {
                return "no recipe made a model; " + result.label() + ": " + result.failure().get().reason();
            }
        }
        return "no recipe made a model";
    }

    /** How many runs may be with the laboratory, so that nobody who computes waits for one. */
    private int slots() {
        return Math.max(4, 2 * threads.everywhere());
    }

    /** Gives the next run to the laboratory; whether there was one. */
    private synchronized boolean admit() {
        giveBackPaused();
        List<RunAtWork> active = working.values().stream().filter(run -> run.submission().state() != State.PAUSED).toList();
        Optional<QueuedRun> next = table.next(working.keySet());
        if (next.isEmpty()) {
            return false;
        }
        int highest = active.stream().mapToInt(run -> priority(run.submission().id())).max().orElse(Integer.MIN_VALUE);
        boolean urgent = next.get().priority() > highest && active.size() < 2 * slots();
        if (active.size() >= slots() && !urgent) {
            return false;
        }
        begin(next.get());
        return true;
    }

    private void begin(QueuedRun run) {
        table.state(run.id(), State.RUNNING, "");
        try {
            RunAtWork begun = beginning.begin(run, news, this::wake);
            priorities.put(begun.submission().id(), run.priority());
            working.put(run.id(), begun);
            begun.watch();
            if (!begun.submission().remarks().isEmpty()) {
                table.remarks(run.id(), begun.submission().remarks());
            }
        } catch (ValidationException e) {
            table.state(run.id(), State.WAITING, beginning.waitingFor(run, e));
        } catch (StoreAwayException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, run.id() + " cannot begin", e);
            table.state(run.id(), State.FAILED, RunBeginning.words(e));
        }
        news.changed(run.id());
    }

    /** A paused run holds a thread and its bundles: of many, those that compute nothing are taken from the laboratory. */
    private void giveBackPaused() {
        List<RunAtWork> paused = working.values().stream().filter(run -> run.submission().state() == State.PAUSED
                && threads.running(run.submission().id()) == 0).toList();
        for (RunAtWork run : paused.subList(0, Math.max(0, paused.size() - MOST_PAUSED))) {
            table.done(run.id(), run.done());
            forget(run);
        }
    }

    /** Changes the priority of one that may be with the laboratory. */
    synchronized void priority(String id, int priority) {
        table.priority(id, priority);
        RunAtWork run = working.get(id);
        if (run != null) {
            priorities.put(run.submission().id(), priority);
            threads.wake();
        }
        wake();
    }

    @Override
    public void close() {
        closing = true;
        wake();
        if (plugins != null) {
            plugins.close();
        }
        threads.close();
        List<RunAtWork> left;
        synchronized (this) {
            left = List.copyOf(working.values());
        }
        left.forEach(run -> run.submission().cancel());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (RunAtWork run : left) {
                run.await(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
                run.close();
            }
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        news.close();
    }
}
