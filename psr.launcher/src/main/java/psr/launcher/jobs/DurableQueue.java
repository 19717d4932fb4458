package psr.launcher.jobs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.api.lab.TrialResult;
import psr.api.settings.ValidationException;
import psr.launcher.runs.RunRecord;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.spi.ComputingPlace;
import psr.launcher.spi.IllegalTransitionException;
import psr.launcher.spi.JobAction;
import psr.launcher.spi.JobListener;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.JobStore;

/** Loads the jobs of a store. It has no thread of its own: steps of the scheduler load one job after the other. Thread-safe. */
public final class DurableQueue implements JobQueue {

    private static final System.Logger LOG = System.getLogger(DurableQueue.class.getName());

    /** Interval at which waiting jobs are checked again, even if no service or file has arrived. */
    private static final long RETRY_MILLISECONDS = 30_000;
    /** Delay before another attempt to reach the store. */
    private static final long STORE_MILLISECONDS = 500;
    /** How long a closing queue waits for running steps. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** Maximum number of paused jobs that stay loaded. */
    private static final int MOST_PAUSED = 8;
    private static final int STRIPES = 64;

    /** A job that was submitted to this process and is not loaded yet, with its checked experiment. */
    private record Submitted(JobSpec spec, CheckedExperiment checked) {}

    private final JobStore store;
    private final Scheduler scheduler;
    private final Preparation preparation;
    private final JobListener listener;
    /** Loaded jobs by id, including jobs that are about to end. */
    private final ConcurrentSkipListMap<String, Job> loaded = new ConcurrentSkipListMap<>();
    /** The jobs that are being prepared, by id; each latch opens when the preparation has ended. */
    private final Map<String, CountDownLatch> preparing = new ConcurrentHashMap<>();
    private final Map<String, Submitted> submitted = new ConcurrentHashMap<>();
    /** One lock per job id, held from reading the state of a job to changing it in the store and in the job. */
    private final List<ReentrantLock> stripes = Stream.generate(ReentrantLock::new).limit(STRIPES).toList();
    /** Number of requests to load jobs since loading last completed. */
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicBoolean recheck = new AtomicBoolean();
    /** Whether the store may hold wrong states because it was unavailable when they were to be corrected. */
    private volatile boolean stale;
    private volatile boolean closing;

    /** Creates a queue; it does nothing until it is started. */
    public DurableQueue(JobStore store, Scheduler scheduler, Preparation preparation, JobListener listener) {
        this.store = store;
        this.scheduler = scheduler;
        this.preparation = preparation;
        this.listener = listener;
    }

    @Override
    public Recovered start() {
        List<JobRow> queued = runs(State.QUEUED);
        List<JobRow> running = runs(State.RUNNING);
        Recovered found = new Recovered(running.size(), running.stream().mapToInt(JobRow::done).sum(), queued.size(),
                runs(State.WAITING).size(), runs(State.PAUSED).size());
        for (JobRow row : store.in(State.RUNNING)) {
            store.state(row.id(), Transitions.after(row.state(), Transitions.Event.PROCESS_STARTED), "");
        }
        recheck();
        scheduler.later(this::retry, RETRY_MILLISECONDS);
        return found;
    }

    private List<JobRow> runs(State state) {
        return store.in(state).stream().filter(row -> row.kind() == JobSpec.Kind.RUN).toList();
    }

    private void retry() {
        if (!closing) {
            recheck();
            scheduler.later(this::retry, RETRY_MILLISECONDS);
        }
    }

    @Override
    public void recheck() {
        recheck.set(true);
        wake();
    }

    @Override
    public void added(String id, JobSpec spec, CheckedExperiment checked) {
        submitted.put(id, new Submitted(spec, checked));
        // A binding holds bundles: a job that starts much later, or was loaded already, is bound again.
        boolean soon = false;
        try {
            soon = !closing && loaded.size() + submitted.size() <= slots(spec.kind()) && isIn(State.QUEUED, id);
        } catch (JobStore.UnavailableException e) {
            LOG.log(System.Logger.Level.DEBUG, "the job will be bound when the store is available again", e);
        }
        if (!soon) {
            drop(id);
        }
        wake();
    }

    private boolean isIn(State state, String id) {
        return store.find(id).filter(row -> row.state() == state).isPresent();
    }

    /** Forgets the checked experiment; the job is read from the store when it is loaded. */
    private void drop(String id) {
        Optional.ofNullable(submitted.remove(id)).ifPresent(before -> before.checked().close());
    }

    @Override
    public void wake() {
        if (!closing && requests.getAndIncrement() == 0) {
            scheduler.step(this::load);
        }
    }

    /** Loads all jobs whose turn it is, until the limits are reached. */
    private void load() {
        int seen;
        do {
            seen = requests.get();
            try {
                if (stale) {
                    correct();
                }
                unloadPaused();
                if (recheck.getAndSet(false)) {
                    store.in(State.WAITING).forEach(this::recheck);
                }
                for (JobSpec.Kind kind : JobSpec.Kind.values()) {
                    Optional<JobRow> next = next(kind);
                    while (next.isPresent() && !closing) {
                        begin(next.get(), State.QUEUED);
                        next = next(kind);
                    }
                }
            } catch (JobStore.UnavailableException e) {
                LOG.log(stale ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING, e.getMessage()
                        + "; the queue waits for it");
                stale = true;
                recheck.set(true);
                scheduler.later(this::wake, STORE_MILLISECONDS);
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.ERROR, "a job could not be loaded", e);
                scheduler.later(this::wake, STORE_MILLISECONDS);
            }
        } while (!requests.compareAndSet(seen, 0));
    }

    /** Starts a waiting job if nothing is missing any more; if the maximum number of jobs is loaded, the job is checked again later. */
    private void recheck(JobRow row) {
        if (active(row.kind()).size() < slots(row.kind())) {
            begin(row, State.WAITING);
        } else {
            recheck.set(true);
        }
    }

    /** Queues the jobs again that are running according to the store but are not loaded. */
    private void correct() {
        for (JobRow row : store.in(State.RUNNING)) {
            unlessClosing(row.id(), () -> {
                if (isIn(State.RUNNING, row.id()) && !loaded.containsKey(row.id()) && !preparing.containsKey(row.id())) {
                    store.state(row.id(), State.QUEUED, "");
                }
            });
        }
        stale = false;
    }

    /** Target number of loaded jobs of a kind: enough that no thread is idle while jobs are queued. */
    private int slots(JobSpec.Kind kind) {
        return kind == JobSpec.Kind.MODEL ? Math.max(2, scheduler.capacity()) : Math.max(4, 2 * scheduler.capacity());
    }

    private List<Job> active(JobSpec.Kind kind) {
        return loaded.values().stream().filter(job -> job.kind() == kind && job.state() != State.PAUSED).toList();
    }

    private Optional<JobRow> next(JobSpec.Kind kind) {
        List<Job> active = active(kind);
        int slots = slots(kind);
        if (active.size() >= 2 * slots) {
            return Optional.empty();
        }
        Optional<JobRow> next = store.next(kind, loaded.keySet());
        boolean urgent = next.isPresent() && active.stream().allMatch(job -> job.currentPriority() < next.get().priority());
        return active.size() < slots || urgent ? next : Optional.empty();
    }

    private void begin(JobRow row, State from) {
        String id = row.id();
        Submitted before = null;
        CountDownLatch end = new CountDownLatch(1);
        try {
            unlessClosing(id, () -> {
                if (isIn(from, id) && !loaded.containsKey(id)) {
                    preparing.put(id, end);
                    if (from == State.QUEUED) {
                        store.state(id, Transitions.after(from, Transitions.Event.PREPARED), "");
                    }
                }
            });
            // Only after the state is written: an action that arrives later then sees that it is too late.
            before = submitted.remove(id);
            if (preparing.containsKey(id)) {
                prepare(row, before);
            }
        } finally {
            preparing.remove(id);
            end.countDown();
            if (before != null) {
                before.checked().close();
            }
        }
    }

    private void prepare(JobRow row, Submitted before) {
        String id = row.id();
        try {
            JobSpec spec = before == null ? store.spec(id) : before.spec();
            Job job = spec.kind() == JobSpec.Kind.RUN && spec.options().folder().filter(RunRecord::isIn).isPresent()
                    ? preparation.resume(id, spec.options().folder().get(), spec.options(), spec.placement(), spec.priority(),
                            closed -> {})
                    : preparation.begin(id, spec, before == null ? null : before.checked(), closed -> {});
            start(row, job);
        } catch (ValidationException e) {
            wait(row, preparation.waitingFor(e));
        } catch (JobStore.UnavailableException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, id + " cannot start", e);
            settle(row, Transitions.Event.FAILED, message(e));
        }
    }

    private void start(JobRow row, Job job) {
        String id = row.id();
        try {
            exclusively(id, () -> {
                // From now on every action reaches the job; earlier actions of users are in the store.
                loaded.put(id, job);
                State state = closing ? State.CANCELLED : store.find(id).map(now -> begun(now, job)).orElse(State.CANCELLED);
                if (state == State.PAUSED) {
                    job.pause();
                } else if (state.isOver()) {
                    job.cancel();
                }
                return null;
            });
        } catch (RuntimeException | Error e) {
            job.cancel();
            throw e;
        } finally {
            job.start(() -> ended(id, job), listener.observer(id, job.kind()));
        }
        listener.changed(id, row.kind());
    }

    /** Writes the state of a job after its preparation and, unless it is over, its remarks; returns that state. */
    private State begun(JobRow row, Job job) {
        job.priority(row.priority());
        State state = Transitions.after(row.state(), Transitions.Event.PREPARED);
        if (state != row.state()) {
            store.state(row.id(), state, "");
        }
        if (!state.isOver() && !job.remarks().isEmpty()) {
            store.remarks(row.id(), job.remarks());
        }
        return state;
    }

    /** Moves a job to the waiting state; the reason is written only if it has changed. */
    private void wait(JobRow row, String reason) {
        if (row.state() == State.WAITING && row.waitingFor().equals(reason)) {
            return;
        }
        settle(row, Transitions.Event.LACKS, reason);
    }

    private void settle(JobRow row, Transitions.Event event, String reason) {
        unlessClosing(row.id(), () -> store.find(row.id()).ifPresent(now -> {
            State after = Transitions.after(now.state(), event);
            // A user may have paused or cancelled the job meanwhile: these states need no reason.
            store.state(row.id(), after, after == State.WAITING || after == State.FAILED ? reason : "");
        }));
        listener.changed(row.id(), row.kind());
    }

    private <T> T exclusively(String id, Supplier<T> work) {
        return exclusively(stripes.get(Math.floorMod(id.hashCode(), STRIPES)), work);
    }

    private static <T> T exclusively(ReentrantLock lock, Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Changes the store, unless this queue closes: the next queue may continue the job already. */
    private void unlessClosing(String id, Runnable change) {
        exclusively(id, () -> {
            if (!closing) {
                change.run();
            }
            return null;
        });
    }

    /** Writes the final state of a job; repeated until the store is available. */
    private void ended(String id, Job job) {
        try {
            if (!closing) {
                write(id, job);
            }
        } catch (JobStore.UnavailableException e) {
            scheduler.later(() -> ended(id, job), STORE_MILLISECONDS);
            return;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the state of " + id + " cannot be written", e);
        }
        loaded.remove(id, job);
        job.close();
        if (!closing) {
            listener.changed(id, job.kind());
            wake();
        }
    }

    private void write(String id, Job job) {
        Optional<String> failure = Optional.empty();
        try {
            failure = failure(id, job);
        } catch (JobStore.UnavailableException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the result of " + id + " cannot be saved", e);
            failure = Optional.of(message(e));
        }
        String reason = failure.orElse("");
        unlessClosing(id, () -> store.find(id).ifPresent(row -> {
            State state = after(row.state(), job.state(), !reason.isEmpty());
            if (state != row.state()) {
                store.state(id, state, state == State.FAILED ? reason : "");
            }
        }));
    }

    /** Saves what a job has computed; returns the reason of its failure, if it has failed. */
    private Optional<String> failure(String id, Job job) throws IOException {
        store.done(id, job.results().finishedTrials());
        if (job.state() == State.FAILED) {
            return Optional.of(job.failure().map(DurableQueue::message).orElse("it failed"));
        }
        boolean ofModel = job.kind() == JobSpec.Kind.MODEL;
        if (job.state() == State.DONE && (ofModel ? job.model().isEmpty() : job.folder().isEmpty())) {
            return Optional.of(nothing(job));
        }
        if (job.state() == State.DONE && ofModel) {
            store.keep(id, job);
        }
        return Optional.empty();
    }

    /** The state that is written when a job has ended. */
    private static State after(State stored, State ended, boolean failed) {
        if (ended == State.CANCELLED && !failed) {
            // A user may have cancelled the job, and resumed it since; if no user did, it continues.
            return stored == State.RUNNING ? State.QUEUED : stored;
        }
        return Transitions.after(stored, failed ? Transitions.Event.FAILED : Transitions.Event.FINISHED);
    }

    private static String nothing(Job job) {
        for (TrialResult result : job.results().trials()) {
            if (result.failure().isPresent()) {
                String reason = result.failure().get().reason();
                return job.kind() == JobSpec.Kind.MODEL ? reason : "no recipe made a model; " + result.label() + ": " + reason;
            }
        }
        return job.kind() == JobSpec.Kind.MODEL ? "no model was learned" : "no recipe made a model";
    }

    /** Unloads paused jobs above the maximum, since each holds services and a folder; only jobs without running trials. */
    private void unloadPaused() {
        List<Map.Entry<String, Job>> paused = loaded.entrySet().stream()
                .filter(entry -> entry.getValue().state() == State.PAUSED && entry.getValue().running() == 0).toList();
        for (Map.Entry<String, Job> entry : paused.subList(0, Math.max(0, paused.size() - MOST_PAUSED))) {
            entry.getValue().cancel();
        }
    }

    private static String message(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "it does not fit into memory";
        }
        return Optional.ofNullable(failure.getMessage()).filter(message -> !message.isBlank()).orElse(failure.toString());
    }

    @Override
    public State perform(String id, JobAction action, Consumer<State> write) {
        State next = exclusively(id, () -> {
            if (closing) {
                throw new JobStore.UnavailableException("the queue of jobs is closed", null);
            }
            JobRow row = store.find(id).orElseThrow(() -> new IllegalArgumentException("there is no job " + id));
            drop(id);
            Job job = loaded.get(id);
            boolean alive = preparing.containsKey(id) || job != null && (!job.state().isOver() || waits(action));
            State after = Transitions.after(row.state(), action, alive)
                    .orElseThrow(() -> new IllegalTransitionException(row.state(), action));
            write.accept(after);
            if (after != row.state()) {
                store.state(id, after, "");
            }
            if (job != null) {
                switch (action) {
                    case PAUSE -> job.pause();
                    case RESUME -> job.resume();
                    case CANCEL -> job.cancel();
                    default -> {
                        // Not possible while the job is loaded.
                    }
                }
            }
            return after;
        });
        wake();
        return next;
    }

    /** Whether an action requires that the job is not loaded and is not ending. */
    private static boolean waits(JobAction action) {
        return action == JobAction.MORE || action == JobAction.RESTART || action == JobAction.REMOVE;
    }

    @Override
    public void priority(String id, int priority) {
        drop(id);
        Optional.ofNullable(loaded.get(id)).ifPresent(job -> job.priority(priority));
        wake();
    }

    @Override
    public Optional<Submission> loaded(String id) {
        return Optional.ofNullable(loaded.get(id));
    }

    @Override
    public int loaded(JobSpec.Kind kind) {
        return (int) loaded.values().stream().filter(job -> job.kind() == kind).count();
    }

    @Override
    public Map<BundleVersion, List<String>> bundles() {
        Map<BundleVersion, List<String>> bound = new LinkedHashMap<>();
        loaded.forEach((id, job) -> {
            if (job.kind() == JobSpec.Kind.RUN) {
                job.bundles().forEach(bundle -> bound.computeIfAbsent(bundle, any -> new ArrayList<>()).add(id));
            }
        });
        return bound;
    }

    @Override
    public List<ComputingPlace> places(String id) {
        return Optional.ofNullable(loaded.get(id)).map(Job::places).orElse(List.of());
    }

    @Override
    public List<ComputingPlace> places() {
        return scheduler.places();
    }

    @Override
    public int running(String id) {
        return Optional.ofNullable(loaded.get(id)).map(Job::running).orElse(0);
    }

    @Override
    public void close() {
        closing = true;
        // When every change that has begun is written, this queue writes no state any more: the next one reads them.
        stripes.forEach(stripe -> exclusively(stripe, () -> closing));
        submitted.keySet().forEach(this::drop);
        loaded.values().forEach(Job::cancel);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (CountDownLatch end : preparing.values()) {
                end.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            for (Job job : loaded.values()) {
                job.await(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
                job.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
