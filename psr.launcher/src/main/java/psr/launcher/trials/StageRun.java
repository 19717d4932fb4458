package psr.launcher.trials;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.lab.NamedFiles;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.launcher.services.CancelledException;
import psr.launcher.services.Deadline;

/** The run of one stage: measures its snapshots where they are wanted, and leaves the time for that out. */
final class StageRun implements Run, Deadline.Stoppable {

    /** How many times its limit a stage may have measured, so that one that iterates without end is stopped too. */
    private static final int MEASURING = 10;

    /** What a stage tells while it runs. */
    interface StageListener {

        /** Whether nobody wants the result any more. */
        boolean cancelled();

        void iterated(int iteration);

        void progressed(double share, String doing);
    }

    private final SeededRun seeded;
    /** The measurements by iteration, of a stage that some recipe ends with. */
    private final TreeMap<Integer, Evaluator.Measurement> curve = new TreeMap<>();
    private final Evaluator evaluator;
    private final int every;
    private final NamedFiles files;
    private final StageListener listener;
    private final Optional<Duration> limit;
    private final LongSupplier clock;
    /** Written by the stage's thread, read by the one that waits for it. */
    private volatile long begun;
    private volatile long ended;
    /** Nanoseconds of the stage that were spent on measuring. */
    private final AtomicLong measuring = new AtomicLong();
    /** Since when it is being measured; 0 if it is not. */
    private volatile long measuringSince;
    private volatile boolean stopped;
    private volatile boolean abandoned;
    private int last = -1;
    /** The model measured last, so that it is not measured again when the stage tells or returns it once more. */
    private Model measured;
    /** What was measured of it. */
    private Evaluator.Measurement measurement;

    /**
     * A run.
     *
     * @param files where the files are that settings name
     * @param evaluator measures; null if nobody wants to see this stage
     * @param every measure each of this many iterations
     * @param limit how long the stage may compute, and how long each measurement may take
     */
    StageRun(long seed, NamedFiles files, Evaluator evaluator, int every, StageListener listener, Optional<Duration> limit) {
        this(seed, files, evaluator, every, listener, limit, System::nanoTime);
    }

    /** @param clock in nanoseconds; the stage's thread and the one that waits for it both look at it */
    StageRun(long seed, NamedFiles files, Evaluator evaluator, int every, StageListener listener, Optional<Duration> limit,
            LongSupplier clock) {
        this.clock = clock;
        this.seeded = new SeededRun(seed);
        this.files = files;
        this.evaluator = evaluator;
        this.every = every;
        this.listener = listener;
        this.limit = limit;
    }

    /** Whether anybody wants to see this stage. */
    boolean measures() {
        return evaluator != null;
    }

    /** The stage begins to compute. */
    void begin() {
        begun = clock.getAsLong();
        ended = begun;
    }

    /** The stage has computed. */
    void end() {
        ended = begun == 0 ? 0 : clock.getAsLong();
    }

    /** Iteration 0 of a refiner is what it starts from. */
    void startedFrom(Supplier<Evaluator.Measurement> start) {
        curve.put(0, measured(start));
    }

    private <T> T measured(Supplier<T> measurement) {
        measuringSince = clock.getAsLong();
        try {
            return measurement.get();
        } finally {
            measuringSince = 0;
        }
    }

    @Override
    public RandomGenerator random(String purpose) {
        return seeded.random(purpose);
    }

    @Override
    public void count(String counter, long increment) {
        seeded.count(counter, increment);
    }

    @Override
    public void decomposed(SingularValues singularValues) {
        seeded.decomposed(singularValues);
    }

    Optional<SingularValues> singularValues() {
        return seeded.singularValues();
    }

    @Override
    public Path file(Path named) {
        return files.file(named);
    }

    @Override
    public void progress(double share, String doing) {
        if (!abandoned) {
            long before = clock.getAsLong();
            listener.progressed(share, doing);
            measuring.addAndGet(clock.getAsLong() - before);
        }
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        if (abandoned) {
            throw new CancelledException();
        }
        if (iteration < 0 || iteration <= last) {
            throw new IllegalStateException("iterations must be told in rising order from 0; after " + last + " came "
                    + iteration);
        }
        last = iteration;
        if (cancelled()) {
            return false;
        }
        long before = clock.getAsLong();
        if (evaluator != null && iteration % every == 0 && !curve.containsKey(iteration)) {
            curve.put(iteration, measurement(model.get()));
        }
        listener.iterated(iteration);
        measuring.addAndGet(clock.getAsLong() - before);
        return !cancelled();
    }

    /** The stage is done: its result is the model of its last iteration. */
    void returned(Model model, boolean unchanged, boolean refined) {
        if (evaluator == null) {
            return;
        }
        // A refiner that tells no iterations has done one, unless it gave back what it was given.
        int iteration = Math.max(last, refined && !unchanged ? 1 : 0);
        last = iteration;
        if (!(unchanged && iteration == 0)) {
            curve.put(iteration, measurement(model));
        }
        measured = null;
    }

    /** Models do not change: the same one has the same measurement. */
    private Evaluator.Measurement measurement(Model model) {
        if (model == null || model != measured) {
            measurement = measured(() -> evaluator.measure(model));
            measured = model;
        }
        return measurement;
    }

    NavigableMap<Integer, Evaluator.Measurement> curve() {
        return curve;
    }

    Map<String, Long> counts() {
        return seeded.counts();
    }

    /** How long the stage computed, without measuring. */
    double seconds() {
        return (ended - begun - measuring.get()) / 1e9;
    }

    @Override
    public boolean cancelled() {
        return stopped || listener.cancelled();
    }

    @Override
    public String overdue() {
        if (limit.isEmpty()) {
            return null;
        }
        long longest = limit.get().toNanos();
        long since = measuringSince;
        long now = clock.getAsLong();
        String words = "took longer than " + Deadline.seconds(limit.get()) + " (--limit)";
        if (since != 0 && now - since > longest) {
            return "could not be measured: that " + words;
        }
        boolean computing = since == 0 && begun != 0 && now - begun - measuring.get() > longest;
        return computing || measuring.get() / MEASURING > longest ? words : null;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void abandon() {
        stopped = true;
        abandoned = true;
    }
}
