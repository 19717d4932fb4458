package psr.launcher.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataFile;
import psr.api.lab.Experiment;
import psr.api.lab.NamedFiles;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Share;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.Workplace;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;
import psr.launcher.experiments.RateChooser;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunResults;
import psr.launcher.services.CancelledException;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/**
 * An experiment on its way: chooses rates where that is asked, has the trials computed, keeps what comes out, and reports in
 * the end. A thread of its own, named after the run, does that; trials are computed by a {@link Workplace}.
 */
final class ExperimentRun implements Submission {

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

    private final String id;
    private final RunOptions options;
    private final Optional<Duration> limit;
    private final Path base;
    private final RunFolder folder;
    private final boolean kept;
    private final boolean fresh;
    private final Context context;
    private final List<BundleVersion> bundles;
    private final List<String> remarks;
    private final Observers observers = new Observers();
    private final CountDownLatch end = new CountDownLatch(1);
    /** Read by the queue, which must not wait for a lock of ours. */
    private volatile boolean paused;
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
    /** Results that were taken into memory because their folder is gone; null while it is there. */
    private Results last;
    private final Set<Integer> withTrueModel = new HashSet<>();
    private int resultsDone;

    /**
     * A run.
     *
     * @param bound closed when it is over
     * @param folder where results go, also where nobody wants to keep them: so there may be more than fit in memory; closed
     *        when it is over
     * @param kept whether the folder stays
     * @param fresh whether it begins now: one that comes to nothing is then taken away
     * @param base where files are that settings name by a relative path
     * @param remarks what a person should know of how it was begun
     */
    ExperimentRun(String id, BoundExperiment bound, List<BundleVersion> bundles, RunOptions options,
            Optional<Duration> limit, Path base, RunFolder folder, boolean kept, boolean fresh, List<String> remarks,
            Context context) {
        this.id = id;
        this.bound = bound;
        this.bundles = List.copyOf(bundles);
        this.options = options;
        this.limit = limit;
        this.base = base;
        this.folder = folder;
        this.kept = kept;
        this.fresh = fresh;
        this.remarks = List.copyOf(remarks);
        this.context = context;
        this.paused = options.paused();
        this.wanted = folder.record().share().trials(bound.experiment().trials());
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
            synchronized (this) {
                failure = failure == null ? e : failure;
            }
        } finally {
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
        observers.changed(this::state);
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
        String now = Trial.data(bound(), trial, folder.record().part(), NamedFiles.in(base),
                this::cancelledNow).sha256();
        if (!before.isEmpty() && !before.equals(now)) {
            throw new IllegalArgumentException("a run must go on with the data it began with; those of trial " + trial
                    + " had the hash " + before.substring(0, 8) + "… and have " + now.substring(0, 8)
                    + "…: put the data back as they were, or run the experiment anew");
        }
    }

    private synchronized boolean cancelledNow() {
        return cancelled;
    }

    private synchronized BoundExperiment bound() {
        return bound;
    }

    private void chooseRates() throws IOException, InterruptedException {
        if (experiment().rateSearch().rates().isEmpty()) {
            return;
        }
        RateChooser chooser = new RateChooser(bound());
        List<TrialResult> results = new ArrayList<>();
        BoundExperiment preliminary = bound().rebound(chooser.preliminary());
        BitSet trials = new BitSet();
        trials.set(0, RateChooser.TRIALS);
        int total = RateChooser.TRIALS * preliminary.experiment().recipes().size();
        TrialQueue first = new TrialQueue(id, preliminary, bundles, options, chooser.part(), limit, base, trials,
                new Telling(true) {
                    private int told;

                    @Override
                    void tell(TrialResult result) {
                        int done = ++told;
                        observers.tell(observer -> observer.finished(result, done, total));
                    }

                    @Override
                    public void finished(TrialOutcome outcome) {
                        results.addAll(outcome.results());
                    }
                });
        if (!work(first)) {
            throw new CancelledException();
        }
        List<RateChoice> choices = chooser.choose(results);
        BoundExperiment adapted = bound().rebound(chooser.adapted(choices));
        synchronized (this) {
            bound = adapted;
        }
        folder.write(folder.record().with(adapted, choices));
        choices.forEach(choice -> observers.tell(observer -> observer.rateChosen(choice)));
    }

    /** Whether every trial was finished. */
    private boolean compute() throws IOException, InterruptedException {
        BitSet trials = (BitSet) wanted.clone();
        trials.andNot(folder.finished());
        synchronized (this) {
            resultsDone = 0;
        }
        return work(new TrialQueue(id, bound(), bundles, options, folder.record().part(), limit, base, trials,
                new Telling(false) {
                    @Override
                    void tell(TrialResult result) {
                        int done;
                        int total;
                        synchronized (ExperimentRun.this) {
                            done = ++resultsDone;
                            total = trials.cardinality()
                                    * (bound.experiment().recipes().size() + (withTrueModel.isEmpty() ? 0 : 1));
                        }
                        observers.tell(observer -> observer.finished(result, done, total));
                    }

                    @Override
                    public void finished(TrialOutcome outcome) {
                        folder.add(outcome);
                        BitSet now = folder.finished();
                        now.and(wanted);
                        observers.tell(observer -> observer.trialFinished(outcome.trial(), now.cardinality(),
                                wanted.cardinality()));
                    }
                }));
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
        if (!folder.record().share().isAll()) {
            return; // Neither means nor failures of a part say anything of the whole.
        }
        RunResults results = folder.results();
        if (fresh && kept && allFailed(results)) {
            discard(results);
        } else if (kept && options.report()) {
            Report made = context.report(results, folder.path());
            synchronized (this) {
                report = made;
            }
        }
    }

    private static boolean allFailed(Results results) {
        for (TrialResult result : results.trials()) {
            if (!result.isTrueModel() && result.failure().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Takes the folder away; the results stay in memory for as long as this is not closed. */
    private void discard(RunResults results) throws IOException {
        Results kept = results.keep();
        synchronized (this) {
            last = kept;
        }
        folder.discard();
    }

    private void finish(State outcome) {
        State reached = outcome;
        try {
            boolean gone;
            synchronized (this) {
                queue = null;
                gone = last != null;
            }
            // Nothing was computed that would be worth to be continued.
            if (!gone && fresh && kept && reached == State.FAILED && folder.finished().isEmpty()) {
                discard(folder.results());
            } else if (!gone && kept) {
                folder.close();
            }
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
            observers.changed(this::state);
        } finally {
            // Within the lock: who closes it now either sees that it has ended, or is seen here.
            synchronized (this) {
                if (closed) {
                    forget();
                }
                end.countDown();
            }
        }
    }

    private synchronized State note(Throwable e) {
        LOG.log(System.Logger.Level.WARNING, "the run " + id + " could not end in order", e);
        failure = failure == null ? e : failure;
        return State.FAILED;
    }

    /** Tells observers what happens in trials. */
    private abstract class Telling implements TrialQueue.Sink {

        private final boolean preliminary;

        Telling(boolean preliminary) {
            this.preliminary = preliminary;
        }

        abstract void tell(TrialResult result);

        @Override
        public boolean paused() {
            return paused;
        }

        @Override
        public void iterated(int trial, String label, int iteration) {
            observers.tell(observer -> observer.iterated(trial, label, iteration));
        }

        @Override
        public void computed(TrialResult result) {
            if (!preliminary && result.isTrueModel()) {
                synchronized (ExperimentRun.this) {
                    withTrueModel.add(result.trial());
                }
            }
            tell(result);
        }

        @Override
        public DataFile handedOut(Path file) throws IOException {
            DataFiles.check(folder, List.of(file));
            return DataFile.of(file, folder.record().files().get(file.toString()));
        }

        @Override
        public void begun(int trial, String where) {
            observers.tell(observer -> observer.begun(trial, where));
        }

        @Override
        public void said(String words) {
            observers.tell(observer -> observer.said(words));
        }

        @Override
        public Trial.Progress progress(int trial, BooleanSupplier over) {
            return new Trial.Progress() {
                @Override
                public boolean cancelled() {
                    return over.getAsBoolean();
                }

                @Override
                public void loaded(Dataset dataset, List<Path> files) {
                    if (!preliminary) {
                        note(trial, dataset, files);
                        observers.tell(observer -> observer.loaded(trial, dataset.origin()));
                    }
                }

                @Override
                public void iterated(String label, int iteration) {
                    Telling.this.iterated(trial, label, iteration);
                }

                @Override
                public void progressed(String label, double share, String doing) {
                    observers.tell(observer -> observer.progressed(trial, label, share, doing));
                }

                @Override
                public void broke(String stage, Throwable e) {
                    LOG.log(System.Logger.Level.WARNING, stage + " failed in trial " + trial, e);
                }

                @Override
                public void learned(String label, Model model, Dataset dataset) {
                    if (!preliminary) {
                        LearnedModel learned = ModelOrigin.note(model, label, bound(), dataset, folder.record().part(),
                                context.version());
                        observers.tell(observer -> observer.learned(trial, label, learned));
                    }
                }

                @Override
                public void finished(TrialResult result) {
                    tell(result);
                }
            };
        }
    }

    /** Notes the hashes of files when the data are loaded for the first time, and checks them ever after. */
    private void note(int trial, Dataset dataset, List<Path> files) {
        synchronized (this) {
            if (dataset.oracle().isPresent()) {
                withTrueModel.add(trial);
            }
        }
        try {
            DataFiles.check(folder, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
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
        return options;
    }

    @Override
    public synchronized Optional<Path> folder() {
        return kept && last == null ? Optional.of(folder.path()) : Optional.empty();
    }

    @Override
    public Share share() {
        return folder.record().share();
    }

    @Override
    public List<BundleVersion> bundles() {
        return bundles;
    }

    @Override
    public List<String> remarks() {
        return remarks;
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
        return observers.add(observer, joining -> {
            Results so = results();
            int done = 0;
            int trial = -1;
            int trials = 0;
            int total = wanted.cardinality() * (so.experiment().recipes().size() + 1);
            for (TrialResult result : so.trials()) {
                if (trial >= 0 && result.trial() != trial) {
                    joining.trialFinished(trial, ++trials, wanted.cardinality());
                }
                trial = result.trial();
                joining.finished(result, ++done, total);
            }
            if (trial >= 0) {
                joining.trialFinished(trial, ++trials, wanted.cardinality());
            }
            joining.changed(state());
        });
    }

    @Override
    public synchronized Results results() {
        if (last == null && closed && !kept) {
            throw new IllegalStateException("the run " + id + " was closed, and was to be kept nowhere");
        }
        return last == null ? folder.results() : last;
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
                forget();
            }
        }
        context.closed(this);
    }

    /** Takes away what nobody wants to keep. */
    private void forget() {
        if (!kept) {
            try {
                folder.discard();
                Files.deleteIfExists(folder.path().toAbsolutePath().getParent());
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "the temporary folder " + folder.path() + " stays", e);
            }
        }
    }
}
