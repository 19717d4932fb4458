package psr.launcher.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.NamedFiles;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Shard;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;
import psr.api.lab.Workplace;
import psr.launcher.experiments.RateChooser;
import psr.launcher.runs.RunFolder;
import psr.launcher.services.CancelledException;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/**
 * An experiment on its way: chooses rates where that is asked, has the trials computed, keeps what comes out, and reports in
 * the end. A thread of its own, named after the run, does that; trials are computed by a {@link Workplace}.
 */
final class ExperimentRun implements Submission, RunNews.Subject {

    private static final System.Logger LOG = System.getLogger(ExperimentRun.class.getName());

    /** What the laboratory lends to a run. */
    interface Context {

        /** Who computes. */
        Workplace workplace();

        Report report(Results results, Path folder) throws IOException;

        /** The version of the laboratory, in words. */
        String version();

        /** The run is over: nothing of it is needed any more but its results. */
        void ended(ExperimentRun run);

        /** The run was closed. */
        void closed(ExperimentRun run);
    }

    /**
     * What is to be run, and how.
     *
     * @param bound closed when the run is over
     * @param limit how long a stage may take
     * @param base where files are that settings name by a relative path
     * @param remarks what a person should know of how it was begun
     */
    record Plan(BoundExperiment bound, List<BundleVersion> bundles, RunOptions options, Optional<Duration> limit, Path base,
            List<String> remarks) {

        Plan {
            bundles = List.copyOf(bundles);
            remarks = List.copyOf(remarks);
        }
    }

    /** What a run needs to end in order where memory is full, in bytes. */
    private static final int RESERVE = 4 << 20;

    private final String id;
    private final Plan plan;
    private final RunStorage storage;
    private final RunFolder folder;
    private final Context context;
    private final RunNews news;
    private final CountDownLatch end = new CountDownLatch(1);
    /** Read by the queue, which must not wait for a lock of ours. */
    private volatile boolean paused;
    @SuppressWarnings("UnusedVariable") // freed when memory is full
    private volatile byte[] reserve = new byte[RESERVE];
    /** Trials of this run that are wanted at all. */
    private final BitSet wanted;
    /** The rest is guarded by this. */
    private BoundExperiment bound;
    private TrialQueue queue;
    private State state = State.QUEUED;
    private boolean cancelled;
    private boolean closed;
    private Throwable failure;
    private Report report;

    /** A run; its storage is closed when it is over. */
    ExperimentRun(String id, Plan plan, RunStorage storage, Context context) {
        this.id = id;
        this.plan = plan;
        this.bound = plan.bound();
        this.storage = storage;
        this.folder = storage.folder();
        this.context = context;
        this.paused = plan.options().paused();
        this.wanted = folder.record().share().trials(bound.experiment().trials());
        this.news = new RunNews(this, folder, wanted, context.version());
    }

    /** Begins; returns at once. */
    void start() {
        Thread thread = new Thread(this::run, "psr-run-" + id);
        thread.setDaemon(true);
        thread.setContextClassLoader(ExperimentRun.class.getClassLoader());
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            synchronized (this) {
                failure = e;
            }
            finish(State.FAILED);
        }
    }

    private void run() {
        State outcome = State.FAILED;
        try {
            begin();
            verifyData();
            chooseRates();
            outcome = compute() ? State.DONE : State.CANCELLED;
            if (outcome == State.DONE) {
                conclude();
            }
        } catch (InterruptedException | CancelledException e) {
            outcome = State.CANCELLED;
        } catch (Throwable e) {
            // From here on there is memory again, so that the run can end in order.
            reserve = null;
            synchronized (this) {
                failure = failure == null ? e : failure;
            }
        } finally {
            reserve = null;
            finish(outcome);
        }
    }

    /** It runs, or is paused: whichever was said last. */
    private void begin() {
        State now;
        synchronized (this) {
            now = paused ? State.PAUSED : State.RUNNING;
            if (state == now || state.isOver()) {
                return;
            }
            state = now;
        }
        news.changed();
    }

    /** A run that is resumed must have the data it began with: those of a finished trial are loaded once more. */
    private void verifyData() throws IOException {
        BitSet finished = folder.finished();
        int trial = finished.nextSetBit(0);
        BitSet left = (BitSet) wanted.clone();
        left.andNot(finished);
        if (trial < 0 || left.isEmpty()) {
            return;
        }
        String before = folder.data(trial).orElse("");
        String now = Trial.data(bound(), trial, folder.record().part(), NamedFiles.in(plan.base()), this::cancelledNow)
                .sha256();
        if (!before.isEmpty() && !before.equals(now)) {
            throw new IllegalArgumentException("a run must go on with the data it began with; those of trial " + trial
                    + " had the hash " + before.substring(0, 8) + "… and have " + now.substring(0, 8)
                    + "…: put the data back as they were, or run the experiment anew");
        }
    }

    private synchronized boolean cancelledNow() {
        return cancelled;
    }

    @Override
    public synchronized BoundExperiment bound() {
        return bound;
    }

    @Override
    public boolean paused() {
        return paused;
    }

    private void chooseRates() throws IOException, InterruptedException {
        if (experiment().rateSearch().rates().isEmpty()) {
            return;
        }
        RateChooser chooser = new RateChooser(bound());
        List<TrialResult> results = new ArrayList<>();
        BoundExperiment preliminary = bound().rebound(chooser.preliminary());
        BitSet trials = new BitSet();
        trials.set(0, preliminary.experiment().trials());
        int total = preliminary.experiment().trials() * preliminary.experiment().recipes().size();
        TrialQueue first = queue(preliminary, chooser.part(), trials,
                news.preliminary(total, outcomes -> outcomes.forEach(outcome -> results.addAll(outcome.results()))));
        if (!work(first)) {
            throw new CancelledException();
        }
        List<RateChoice> choices = chooser.choose(results);
        BoundExperiment adapted = bound().rebound(chooser.adapted(choices));
        synchronized (this) {
            bound = adapted;
        }
        folder.write(folder.record().with(adapted, choices));
        choices.forEach(news::rateChosen);
    }

    /** Whether every trial was finished. */
    private boolean compute() throws IOException, InterruptedException {
        BitSet trials = (BitSet) wanted.clone();
        trials.andNot(folder.finished());
        return work(queue(bound(), folder.record().part(), trials, news.trials(trials.cardinality(), folder::add)));
    }

    private TrialQueue queue(BoundExperiment of, DataPart part, BitSet trials, TrialQueue.Sink sink) {
        return new TrialQueue(id, of, plan.bundles(), plan.options(), part, plan.limit(), plan.base(), trials, sink);
    }

    private boolean work(TrialQueue trials) throws InterruptedException, IOException {
        synchronized (this) {
            if (cancelled) {
                return false;
            }
            queue = trials;
        }
        if (!trials.over()) {
            context.workplace().compute(trials);
        }
        Throwable why = trials.await();
        if (why instanceof IOException io) {
            throw io;
        }
        if (why instanceof RuntimeException exception) {
            throw exception;
        }
        if (why instanceof Error error) {
            throw error;
        }
        if (why != null) {
            throw new IllegalStateException(why);
        }
        synchronized (this) {
            return !cancelled;
        }
    }

    private void conclude() throws IOException {
        if (!share().isAll()) {
            return; // Neither means nor failures of a part say anything of the whole.
        }
        storage.conclude();
        if (folder().isPresent() && plan.options().report()) {
            Report made = context.report(storage.results(), folder.path());
            synchronized (this) {
                report = made;
            }
        }
    }

    private void finish(State outcome) {
        State reached = outcome;
        try {
            synchronized (this) {
                queue = null;
            }
            storage.end(reached == State.FAILED);
        } catch (IOException | RuntimeException | Error e) {
            reached = note(e);
        }
        try {
            bound().close();
        } catch (RuntimeException | Error e) {
            reached = note(e);
        }
        State over = reached;
        synchronized (this) {
            state = over;
        }
        try {
            context.ended(this);
            news.changed();
        } finally {
            // Within the lock: who closes it now either sees that it has ended, or is seen here.
            synchronized (this) {
                if (closed) {
                    storage.forget();
                }
                end.countDown();
            }
        }
    }

    private synchronized State note(Throwable e) {
        failure = failure == null ? e : failure;
        try {
            LOG.log(System.Logger.Level.WARNING, "the run " + id + " could not end in order", e);
        } catch (OutOfMemoryError full) {
            // The run must end, and its failure is known.
        }
        return State.FAILED;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public synchronized Experiment experiment() {
        return bound.experiment();
    }

    @Override
    public RunOptions options() {
        return plan.options();
    }

    @Override
    public Optional<Path> folder() {
        return storage.path();
    }

    @Override
    public Shard share() {
        return folder.record().share();
    }

    @Override
    public List<BundleVersion> bundles() {
        return plan.bundles();
    }

    @Override
    public List<String> remarks() {
        return plan.remarks();
    }

    @Override
    public synchronized State state() {
        return state;
    }

    @Override
    public Optional<String> waitingFor() {
        return Optional.empty();
    }

    @Override
    public synchronized Optional<Throwable> failure() {
        return state == State.FAILED ? Optional.ofNullable(failure) : Optional.empty();
    }

    @Override
    public void pause() {
        pause(true);
    }

    @Override
    public void proceed() {
        pause(false);
    }

    private void pause(boolean yes) {
        TrialQueue trials;
        synchronized (this) {
            if (state.isOver()) {
                return;
            }
            paused = yes;
            trials = queue;
        }
        // Without our lock: the queue tells outcomes with its own, and who is told may ask us anything.
        if (trials != null) {
            trials.wake();
        }
        begin();
    }

    @Override
    public void cancel() {
        TrialQueue trials;
        synchronized (this) {
            cancelled = true;
            trials = queue;
        }
        if (trials != null) {
            trials.end(null);
        }
    }

    @Override
    public Subscription observe(Observer observer) {
        return news.add(observer);
    }

    @Override
    public synchronized Results results() {
        if (closed && !storage.kept()) {
            throw new IllegalStateException("the run " + id + " was closed, and was to be kept nowhere");
        }
        return storage.results();
    }

    @Override
    public synchronized Optional<Report> report() {
        return Optional.ofNullable(report);
    }

    @Override
    public boolean await() throws InterruptedException, ExecutionException {
        end.await();
        synchronized (this) {
            if (state == State.FAILED) {
                throw new ExecutionException(failure.getMessage(), failure);
            }
            return state == State.DONE;
        }
    }

    @Override
    public boolean await(Duration time) throws InterruptedException {
        return end.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        cancel();
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (end.getCount() == 0) {
                storage.forget();
            }
        }
        context.closed(this);
    }
}
