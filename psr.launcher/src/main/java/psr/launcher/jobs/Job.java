package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Search;
import psr.api.lab.Shard;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.source.Dataset;
import psr.launcher.experiments.RateChooser;
import psr.launcher.experiments.Scores;
import psr.launcher.runs.RunFolder;
import psr.launcher.spi.ComputingPlace;
import psr.launcher.spi.DataFile;
import psr.launcher.spi.JobAction;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.Placement;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialLeases.Lease;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;
import psr.launcher.trials.TrialProgress;

/**
 * An experiment or a model that is being computed. It has no thread of its own: the {@link Scheduler} computes its trials, and steps between them run on
 * the scheduler's threads. Thread-safe.
 */
public final class Job implements Submission {

    private static final System.Logger LOG = System.getLogger(Job.class.getName());

    /**
     * The experiment of a job and the options of its computation.
     *
     * @param bound closed when the job has ended
     * @param version the version of the lab, for people
     * @param closed called when the job was closed
     */
    record Plan(String id, JobSpec spec, BoundExperiment bound, List<BundleVersion> bundles, Optional<Duration> limit, Path base,
            List<String> remarks, String version, Reporting reporting, Consumer<Job> closed) {}

    private final Plan plan;
    private final Scheduler scheduler;
    private final RunFolder folder;
    /** The trials of the experiment that this job computes. */
    private final BitSet wanted;
    private final JobEvents events;
    private final CountDownLatch end = new CountDownLatch(1);
    /** Whether outcomes are discarded from now on. */
    private volatile boolean stopped;
    private volatile LearnedModel model;
    private volatile RateResults search;
    private volatile Runnable then;

    /** Written under the scheduler's lock. */
    private volatile State state = State.QUEUED;

    /** This and the following fields are guarded by the scheduler's lock. */
    private BoundExperiment bound;
    private TrialSet set;
    private final Map<Long, Lease> leases = new TreeMap<>();
    /** Number of finished trials by place. */
    private final Map<String, Integer> finished = new TreeMap<>();
    private int priority;
    private long served;
    /** Number of steps that run or are scheduled, including the start. */
    private int steps = 1;
    private boolean ending;
    private boolean closed;
    private Throwable failure;
    private Report report;
    private boolean over;
    /** Trials whose outcomes are being written, by the number of their leases. */
    private final Set<Long> writing = new HashSet<>();

    /** Creates a job, which does nothing until it is started and closes its folder when it ends. */
    Job(Plan plan, Scheduler scheduler, RunFolder folder) {
        this.plan = plan;
        this.scheduler = scheduler;
        this.folder = folder;
        this.bound = plan.bound();
        this.priority = plan.spec().priority();
        this.wanted = folder.record().share().trials(bound.experiment().trials());
        BitSet done = folder.finished();
        done.and(wanted);
        this.events = new JobEvents(scheduler, this, end, wanted.cardinality(), done.cardinality());
    }

    /**
     * Starts the job. If it was paused before, it starts no trial; if it was cancelled before, it ends.
     *
     * @param afterwards called when the job has ended, before waiting threads are released
     */
    public void start(Runnable afterwards, Observer... observers) {
        then = afterwards;
        scheduler.add(this);
        attempt(() -> {
            for (Observer observer : observers) {
                events.add(observer);
            }
            scheduler.guarded(() -> state = Transitions.after(state, Transitions.Event.PREPARED));
            events.changed();
            enter(first());
        });
        stepped();
    }

    private void attempt(Work work) {
        try {
            work.run();
        } catch (Throwable e) {
            scheduler.memory().release();
            fail(e);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private TrialSet first() throws IOException {
        BitSet done = folder.finished();
        BitSet left = left();
        int trial = done.nextSetBit(0);
        if (trial < 0 || left.isEmpty()) {
            return afterVerification();
        }
        BitSet one = new BitSet();
        one.set(trial);
        return new TrialSet(this, TrialSet.Purpose.VERIFY, bound, folder.record().part(), one);
    }

    private BitSet left() {
        BitSet left = (BitSet) wanted.clone();
        left.andNot(folder.finished());
        return left;
    }

    private TrialSet afterVerification() throws IOException {
        if (bound().experiment().rateSearch().rates().isEmpty()) {
            return main();
        }
        RateChooser chooser = new RateChooser(bound());
        BoundExperiment preliminary = bound().rebound(chooser.preliminary());
        BitSet trials = new BitSet();
        trials.set(0, preliminary.experiment().trials());
        events.expect(trials.cardinality(), preliminary.experiment().recipes().size(), false);
        search = new RateResults(chooser, new ConcurrentLinkedQueue<>());
        return new TrialSet(this, TrialSet.Purpose.SEARCH, preliminary, chooser.part(), trials);
    }

    private TrialSet main() throws IOException {
        if (bound().experiment().search().kind() == Search.Kind.HALVING) {
            return rung();
        }
        BitSet left = left();
        events.expect(left.cardinality(), bound().experiment().recipes().size(), true);
        return new TrialSet(this, TrialSet.Purpose.RESULTS, bound(), folder.record().part(), left);
    }

    /**
     * The next trials of successive halving, with the recipes that remain after the finished trials. They depend on results only, so a resumed job
     * continues with the same recipes.
     */
    private TrialSet rung() throws IOException {
        Experiment experiment = bound().experiment();
        BitSet left = left();
        int round = 0;
        while (left.nextSetBit(0) >= Scores.rungEnd(round, experiment.trials())) {
            round++;
        }
        left.clear(Math.min(left.length(), Scores.rungEnd(round, experiment.trials())), left.length());
        List<Recipe> recipes = left.isEmpty() ? experiment.recipes()
                : Scores.survivors(experiment, bound().measures(), round, folder.results().trials());
        BoundExperiment of = recipes.size() == experiment.recipes().size() ? bound()
                : bound().rebound(experiment.change().recipes(recipes).search(Search.all()).claims(List.of()).build());
        events.expect(left.cardinality(), recipes.size(), true);
        return new TrialSet(this, TrialSet.Purpose.RESULTS, of, folder.record().part(), left);
    }

    /** The search for rates: the chooser and the results so far. */
    private record RateResults(RateChooser chooser, Queue<TrialResult> results) {}

    private void enter(TrialSet next) {
        scheduler.guarded(() -> {
            set = next;
            if (stopped) {
                next.stop();
            }
        });
        if (next.over()) {
            follow(next);
        } else {
            scheduler.wake();
        }
    }

    /** All trials of a set are written, or the job was stopped. */
    private void follow(TrialSet done) {
        if (stopped) {
            endIfIdle();
            return;
        }
        switch (done.purpose()) {
            case VERIFY -> step(() -> enter(afterVerification()));
            case SEARCH -> step(this::choose);
            default -> step(left().isEmpty() ? this::conclude : () -> enter(main()));
        }
    }

    private void step(Work work) {
        scheduler.guarded(() -> ++steps);
        scheduler.step(() -> {
            attempt(work);
            stepped();
        });
    }

    private void stepped() {
        scheduler.guarded(() -> --steps);
        endIfIdle();
    }

    private void choose() throws IOException {
        List<RateChoice> choices = search.chooser().choose(List.copyOf(search.results()));
        BoundExperiment adapted = bound().rebound(search.chooser().adapted(choices));
        scheduler.guarded(() -> bound = adapted);
        folder.write(folder.record().with(adapted, choices));
        choices.forEach(events::rateChosen);
        enter(main());
    }

    private void conclude() throws IOException {
        if (share().isAll()) { // Neither means nor failures of a shard say anything about the whole.
            folder.conclude();
            if (folder().isPresent() && options().report()) {
                Report made = plan.reporting().write(folder.results(), folder.path());
                scheduler.guarded(() -> report = made);
            }
        }
        scheduler.guarded(this::stop);
    }

    /** Ends the job if it was stopped and none of its trials or steps are running. */
    private void endIfIdle() {
        boolean now = locked(() -> {
            boolean idle = stopped && !ending && leases.isEmpty() && steps == 0;
            ending |= idle;
            return idle;
        });
        if (now) {
            scheduler.step(this::end);
        }
    }

    private void end() {
        orNote(() -> folder.end(locked(() -> failure != null)));
        orNote(plan.bound()::close);
        scheduler.remove(this);
        boolean unwanted = locked(() -> {
            state = Transitions.after(state, failure == null ? Transitions.Event.FINISHED : Transitions.Event.FAILED);
            over = true;
            return closed;
        });
        try {
            if (unwanted) {
                folder.forget();
            }
            scheduler.memory().restore();
            then.run();
        } finally {
            events.end();
        }
    }

    private void orNote(Work work) {
        try {
            work.run();
        } catch (Throwable e) {
            scheduler.guarded(() -> failure = failure == null ? e : failure);
            warn("the run " + id() + " could not end in order", e);
        }
    }

    /** Logs a failure. Must not throw: the job has to end even if memory is full. */
    static void warn(String message, Throwable failure) {
        try {
            LOG.log(System.Logger.Level.WARNING, message, failure);
        } catch (OutOfMemoryError full) {
            // The failure cannot even be logged.
        }
    }

    void fail(Throwable reason) {
        scheduler.guarded(() -> {
            if (!stopped) {
                failure = reason;
                stop();
            }
        });
        endIfIdle();
    }

    /** Fails the job because a trial cannot be computed. No effect if the lease has ended. */
    void fail(Lease lease, Throwable reason) {
        if (locked(() -> leases.containsKey(lease.number()))) {
            fail(reason);
            giveBack(lease);
        }
    }

    /** Under the lock. */
    private void stop() {
        stopped = true;
        if (set != null) {
            set.stop();
        }
    }

    // What the scheduler calls.

    JobEvents events() {
        return events;
    }

    boolean onlyRemote() {
        return plan.spec().placement() == Placement.REMOTE;
    }

    Optional<Duration> limit() {
        return plan.limit();
    }

    /** Number of threads of this process that the job requests. Under the lock. */
    int wantedHere() {
        return onlyRemote() ? 1 : Math.min(options().threads(), Math.max(1, wanted.cardinality()));
    }

    private int offered() {
        return state == State.RUNNING && set != null ? Math.min(set.waiting(), options().threads() - leases.size()) : 0;
    }

    /** Number of trials that the threads of this process may take. Under the lock. */
    int offeredHere() {
        return onlyRemote() && (set == null || set.purpose() != TrialSet.Purpose.VERIFY) ? 0 : offered();
    }

    /** Whether workers on other machines may take trials. Under the lock. */
    boolean offeredElsewhere() {
        return remote().isPresent() && offered() > 0;
    }

    /** The trials for workers on other machines. Under the lock. */
    Optional<RemoteJob> remote() {
        boolean yes = set != null && !set.over() && set.purpose() != TrialSet.Purpose.VERIFY
                && plan.spec().placement() != Placement.LOCAL;
        return yes ? Optional.of(set) : Optional.empty();
    }

    /** Under the lock. */
    int priority() {
        return priority;
    }

    /** Number of trials that are being computed. Under the lock. */
    int open() {
        return leases.size();
    }

    /** When a trial of this job was last leased. Under the lock. */
    long served() {
        return served;
    }

    /** Under the lock. */
    List<Lease> leases() {
        return List.copyOf(leases.values());
    }

    /** Leases a trial. Under the lock. */
    Lease lease(String where, long number) {
        Lease lease = new Lease(set, set.take(), where, number);
        leases.put(number, lease);
        served = number;
        return lease;
    }

    /** Computes a trial on the calling thread. */
    void compute(Lease lease) throws IOException {
        TrialSet of = (TrialSet) lease.job();
        if (of.purpose() == TrialSet.Purpose.VERIFY) {
            verify(of, lease.trial());
            written(of, List.of(lease), false);
        } else {
            complete(of, Map.of(lease, new Trial(of.bound(), lease.trial(), of.part(), plan.limit(), NamedFiles.in(plan.base()),
                    new Progress(of, lease.trial())).run()));
        }
    }

    /** Checks that a resumed job has the same data as before, by loading the data of a finished trial again. */
    private void verify(TrialSet of, int trial) throws IOException {
        String before = folder.data(trial).orElse("");
        String now = Trial.data(of.bound(), trial, of.part(), NamedFiles.in(plan.base()), () -> stopped).sha256();
        if (!before.isEmpty() && !before.equals(now)) {
            throw new IllegalArgumentException("a run must continue with the data it began with; those of trial " + trial
                    + " had the hash " + before.substring(0, 8) + "… and have " + now.substring(0, 8)
                    + "…: put the data back as they were, or run the experiment anew");
        }
    }

    /** Writes outcomes of leases that have not ended. */
    void complete(TrialSet of, Map<Lease, TrialOutcome> outcomes) {
        Map<Lease, TrialOutcome> claimed = new LinkedHashMap<>();
        scheduler.guarded(() -> outcomes.forEach((lease, outcome) -> {
            // From now on no other call can end this lease: it stays open until the outcome is written.
            if (!stopped && leases.containsKey(lease.number()) && writing.add(lease.number())) {
                claimed.put(lease, outcome);
            }
        }));
        if (!claimed.isEmpty()) {
            try {
                write(of, claimed);
            } catch (Throwable e) {
                scheduler.memory().release();
                fail(e);
                scheduler.guarded(() -> claimed.keySet().forEach(lease -> writing.remove(lease.number())));
            }
        }
        outcomes.keySet().forEach(this::giveBack);
    }

    private void write(TrialSet of, Map<Lease, TrialOutcome> outcomes) {
        outcomes.forEach((lease, outcome) -> {
            if (outcome.trial() != lease.trial()) {
                throw new IllegalArgumentException("the outcome must be of trial " + lease.trial() + "; found one of trial "
                        + outcome.trial());
            }
            if (!lease.where().equals(TrialLeases.HERE)) {
                if (outcome.results().stream().anyMatch(TrialResult::isTrueModel)) {
                    events.expectEach(outcome.results().size());
                }
                outcome.results().forEach(result -> events.finished(result, 0, 0));
            }
        });
        if (of.purpose() == TrialSet.Purpose.SEARCH) {
            outcomes.values().forEach(outcome -> search.results().addAll(outcome.results()));
        } else {
            folder.add(List.copyOf(outcomes.values()));
            // The job cannot end while the leases are open, so that every observer receives these events.
            outcomes.keySet().forEach(lease -> events.trialFinished(lease.trial(), 0, 0));
        }
        written(of, outcomes.keySet(), true);
    }

    private void written(TrialSet of, Collection<Lease> done, boolean counted) {
        boolean last = locked(() -> {
            for (Lease lease : done) {
                of.written();
                ended(lease, counted);
            }
            return of.over() && of == set && leases.isEmpty();
        });
        if (last) {
            follow(of);
        }
        scheduler.wake();
    }

    /** Under the lock. */
    private void ended(Lease lease, boolean counted) {
        leases.remove(lease.number());
        writing.remove(lease.number());
        scheduler.ended(lease, counted);
        if (counted) {
            finished.merge(lease.where(), 1, Integer::sum);
        }
    }

    /** Returns a trial that was not computed; it is leased again unless the job is stopping. No effect on a lease that has ended. */
    void giveBack(Lease lease) {
        scheduler.guarded(() -> {
            if (leases.containsKey(lease.number()) && !writing.contains(lease.number())) {
                ((TrialSet) lease.job()).giveBack(lease.trial());
                ended(lease, false);
            }
        });
        endIfIdle();
        scheduler.wake();
    }

    /** A file that a setting names, with its hash, which must not have changed. */
    DataFile file(Path named) throws IOException {
        Path file = plan.base().resolve(named).toAbsolutePath().normalize();
        DataFiles.check(folder, List.of(file));
        return new DataFile(file, folder.record().files().get(file.toString()));
    }

    /** Forwards the events of a trial that is computed here. */
    private final class Progress extends TrialProgress {

        private final TrialSet of;
        private final int trial;
        private BoundExperiment chosen;
        private Map<String, String> tried = Map.of();

        Progress(TrialSet of, int trial) {
            super(trial, events, of::over);
            this.of = of;
            this.trial = trial;
        }

        @Override
        protected void loaded(Dataset dataset, List<Path> files) throws IOException {
            if (of.purpose() == TrialSet.Purpose.RESULTS) {
                if (dataset.trueModel().isPresent()) {
                    events.expectEach(of.bound().experiment().recipes().size() + 1);
                }
                DataFiles.check(folder, files);
                super.loaded(dataset, files);
            }
        }

        @Override
        protected void chosen(BoundExperiment selected, Map<String, String> scores) {
            chosen = selected;
            tried = scores;
        }

        @Override
        protected void learned(String label, Model made, Optional<SingularValues> singularValues, Dataset dataset) {
            if (of.purpose() == TrialSet.Purpose.RESULTS) {
                LearnedModel.Builder noted =
                        ModelOrigin.note(made, label, chosen == null ? of.bound() : chosen, dataset, of.part(),
                                plan.version()).change().singularValues(singularValues);
                tried.forEach((recipe, score) -> noted.provenance("tried " + recipe, score));
                LearnedModel learned = noted.build();
                if (plan.spec().kind() == JobSpec.Kind.MODEL) {
                    model = learned;
                }
                events.learned(trial, label, learned);
            }
        }
    }

    // What users see.

    @Override
    public String id() {
        return plan.id();
    }

    private <T> T locked(Supplier<T> work) {
        return scheduler.locked(work);
    }

    private BoundExperiment bound() {
        return locked(() -> bound);
    }

    @Override
    public Experiment experiment() {
        return bound().experiment();
    }

    @Override
    public RunOptions options() {
        return plan.spec().options();
    }

    JobSpec.Kind kind() {
        return plan.spec().kind();
    }

    @Override
    public Optional<Path> folder() {
        return folder.saved();
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
    public State state() {
        return state;
    }

    @Override
    public Optional<Throwable> failure() {
        return locked(() -> state == State.FAILED ? Optional.ofNullable(failure) : Optional.empty());
    }

    int running() {
        return locked(leases::size);
    }

    List<ComputingPlace> places() {
        return locked(() -> Scheduler.places(leases.values(), finished));
    }

    /** Of two jobs, the one with the higher priority is served first. */
    int currentPriority() {
        return locked(this::priority);
    }

    void priority(int number) {
        scheduler.guarded(() -> priority = number);
        scheduler.wake();
    }

    @Override
    public void pause() {
        act(JobAction.PAUSE);
    }

    @Override
    public void resume() {
        act(JobAction.RESUME);
        scheduler.wake();
    }

    @Override
    public void cancel() {
        act(JobAction.CANCEL);
        endIfIdle();
    }

    /** Changes the state as the table says; an action that is not possible has no effect. */
    private void act(JobAction action) {
        scheduler.guarded(() -> {
            if (!state.isOver() && !ending) {
                state = Transitions.after(state, action, true).orElse(state);
                if (state == State.CANCELLED) {
                    stop();
                }
            }
        });
        events.changed();
    }

    @Override
    public Subscription observe(Observer observer) {
        return events.add(observer);
    }

    @Override
    public Results results() {
        if (locked(() -> closed && folder.isTemporary())) {
            throw new IllegalStateException("the run " + id() + " was closed, and was not to be saved");
        }
        return folder.results();
    }

    @Override
    public Optional<LearnedModel> model() {
        return Optional.ofNullable(model);
    }

    @Override
    public Optional<Report> report() {
        return locked(() -> Optional.ofNullable(report));
    }

    @Override
    public boolean await() throws InterruptedException, ExecutionException {
        end.await();
        if (state() == State.FAILED) {
            Throwable why = failure().orElseThrow();
            throw new ExecutionException(why.getMessage(), why);
        }
        return state() == State.DONE;
    }

    @Override
    public boolean await(Duration time) throws InterruptedException {
        return end.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        cancel();
        boolean[] before = locked(() -> {
            boolean[] flags = {closed, over};
            closed = true;
            return flags;
        });
        if (!before[0]) {
            if (before[1]) {
                folder.forget();
            }
            plan.closed().accept(this);
        }
    }
}
