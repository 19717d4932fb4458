package psr.launcher.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataFile;
import psr.api.lab.DataPart;
import psr.api.lab.NamedFiles;
import psr.api.lab.RunOptions;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.launcher.services.CancelledException;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/** The trials of a bound experiment that are still to be computed. */
final class TrialQueue implements TrialSupply {

    /** How long to wait for trials under way once nobody wants them, in milliseconds. */
    private static final long PATIENCE = 10_000;

    /** Where outcomes and news go. */
    interface Sink {

        /** What a trial tells while it is computed here. */
        Trial.Progress progress(int trial, BooleanSupplier cancelled);

        /** A result of a trial that was computed elsewhere. */
        void computed(TrialResult result);

        /** A file that settings name: notes its hash, and compares with what is noted. */
        DataFile handedOut(Path file) throws IOException;

        /** A trial is begun elsewhere. */
        void begun(int trial, String where);

        /** Something happened to whoever computes, in words. */
        void said(String words);

        /** An iteration of a trial that is computed elsewhere. */
        void iterated(int trial, String label, int iteration);

        /** Trials are finished; called once for each, by one at a time. */
        void finished(List<TrialOutcome> outcomes);

        /** Whether no other trial is to begin for now; {@link TrialQueue#wake} follows each change. Waits for nobody. */
        boolean paused();
    }

    private final String run;
    private final BoundExperiment bound;
    private final List<BundleVersion> bundles;
    private final DataPart part;
    private final Optional<Duration> limit;
    private final Path base;
    private final int threads;
    private final Sink sink;
    /** The rest is guarded by this. */
    private final Deque<Integer> waiting = new ArrayDeque<>();
    private final Set<Integer> open = new HashSet<>();
    private final BitSet done = new BitSet();
    /** Trials that this process computes itself: who watches has been told of their results already. */
    private final BitSet here = new BitSet();
    private Throwable failure;
    private volatile boolean over;

    /**
     * A queue.
     *
     * @param trials which of the experiment's, from 0
     * @param base where files are that settings name by a relative path
     */
    TrialQueue(String run, BoundExperiment bound, List<BundleVersion> bundles, RunOptions options, DataPart part,
            Optional<Duration> limit, Path base, BitSet trials, Sink sink) {
        this.run = run;
        this.bound = bound;
        this.bundles = bundles;
        this.part = part;
        this.limit = limit;
        this.base = base;
        this.sink = sink;
        trials.stream().forEach(waiting::add);
        this.threads = Math.max(1, Math.min(options.threads(), waiting.size()));
        this.over = waiting.isEmpty();
    }

    @Override
    public String run() {
        return run;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public synchronized Optional<TrialTask> next() throws InterruptedException {
        // A trial under way may be given back: whoever could take it waits until it is finished.
        while (!over && (sink.paused() || waiting.isEmpty())) {
            wait();
        }
        return poll();
    }

    @Override
    public synchronized Optional<TrialTask> poll() {
        if (over || sink.paused() || waiting.isEmpty()) {
            return Optional.empty();
        }
        int trial = waiting.remove();
        open.add(trial);
        return Optional.of(task(trial));
    }

    @Override
    public TrialTask anyTask() {
        return task(0);
    }

    private TrialTask task(int trial) {
        TrialTask.Builder task = TrialTask.builder(run, bound.experiment(), trial).part(part).bundles(bundles);
        limit.ifPresent(task::limit);
        return task.build();
    }

    @Override
    public TrialOutcome compute(TrialTask task) throws IOException {
        synchronized (this) {
            here.set(task.trial());
        }
        try {
            return new Trial(bound, task.trial(), part, limit, NamedFiles.in(base),
                    sink.progress(task.trial(), () -> over)).run();
        } catch (CancelledException e) {
            throw new CancellationException("cancelled");
        }
    }

    @Override
    public void finished(TrialTask task, TrialOutcome outcome) {
        if (outcome.trial() != task.trial()) {
            throw new IllegalArgumentException("the outcome must be of trial " + task.trial() + "; found one of trial "
                    + outcome.trial());
        }
        finished(List.of(outcome));
    }

    @Override
    public synchronized void finished(List<TrialOutcome> outcomes) {
        Map<Integer, TrialOutcome> fresh = new LinkedHashMap<>();
        for (TrialOutcome outcome : outcomes) {
            int trial = outcome.trial();
            boolean taken = open.remove(trial);
            if (!over && !done.get(trial) && fresh.putIfAbsent(trial, outcome) == null) {
                if (!taken) {
                    // Somebody who was given up may answer after all: then nobody needs to compute it in his place.
                    waiting.remove((Object) trial);
                }
                if (!here.get(trial)) {
                    outcome.results().forEach(sink::computed);
                }
            }
        }
        if (!fresh.isEmpty()) {
            sink.finished(List.copyOf(fresh.values()));
            fresh.keySet().forEach(done::set);
            over = waiting.isEmpty() && open.isEmpty();
        }
        notifyAll();
    }

    @Override
    public synchronized void failed(TrialTask task, Throwable why) {
        if (task != null) {
            open.remove(task.trial());
        }
        end(why);
    }

    @Override
    public synchronized void giveBack(TrialTask task) {
        if (open.remove(task.trial()) && !over) {
            waiting.addFirst(task.trial());
        }
        notifyAll();
    }

    @Override
    public DataFile file(Path named) throws IOException {
        if (!bound.settingValues().contains(named.toString())) {
            throw new IllegalArgumentException("only files that a setting of the run names are handed out; none names '" + named
                    + "'");
        }
        return sink.handedOut(base.resolve(named).toAbsolutePath().normalize());
    }

    @Override
    public void begun(TrialTask task, String where) {
        sink.begun(task.trial(), where);
    }

    @Override
    public void said(String words) {
        sink.said(words);
    }

    @Override
    public void iterated(TrialTask task, String label, int iteration) {
        sink.iterated(task.trial(), label, iteration);
    }

    @Override
    public boolean over() {
        return over;
    }

    /**
     * Whoever waits for a trial looks again. Not to be called with a lock that an observer may want: an outcome is told with
     * the lock of this queue.
     */
    synchronized void wake() {
        notifyAll();
    }

    /** Nothing more is wanted; why is null if nothing went wrong. The lock of the caller as for {@link #wake}. */
    synchronized void end(Throwable why) {
        failure = failure == null ? why : failure;
        over = true;
        notifyAll();
    }

    /** Waits until no trial is under way; why it ended early, or null. */
    synchronized Throwable await() throws InterruptedException {
        while (!over) {
            wait();
        }
        long deadline = System.nanoTime() + PATIENCE * 1_000_000;
        for (long left = PATIENCE; !open.isEmpty() && left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        return failure;
    }

    /** How many trials are finished. */
    synchronized int done() {
        return done.cardinality();
    }
}
