package psr.launcher.trials;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.launcher.services.CancelledException;
import psr.launcher.services.Deadline;
import psr.launcher.spi.NamedFiles;

/** The run of one stage. Measures its snapshots if requested; the time for that is not counted. */
final class StageRun implements Run, Deadline.Stoppable {

    /** The total time for measuring, in multiples of the limit: a stage that iterates endlessly must be stopped, too. */
    private static final int MEASURING = 10;

    /** The largest number of measured iterations: results must fit in memory, also those of other recipes. */
    static final int MOST_POINTS = 100_000;
    /** The largest number of different counters. */
    static final int MOST_COUNTERS = 1_000;
    /** The largest number of characters of a counter. */
    static final int LONGEST_COUNTER = 1_000;

    /** Receives the events of a running stage. */
    interface StageListener {

        /** Whether the trial is cancelled. */
        boolean cancelled();

        void iterated(int iteration);

        void progressed(double share, String doing);
    }

    private final SeededRun seeded;
    private final Set<String> counters = ConcurrentHashMap.newKeySet();
    /** The measurements by iteration, if some recipe ends with this stage. */
    private final TreeMap<Integer, Evaluator.Measurement> curve = new TreeMap<>();
    private final Evaluator evaluator;
    private final int every;
    private final NamedFiles files;
    private final StageListener listener;
    private final Optional<Duration> limit;
    private final LongSupplier clock;
    /** Written by the stage's thread, read by the thread that waits for it. */
    private volatile long started;
    private volatile long ended;
    /** Nanoseconds that the stage spent on measuring and notifying. */
    private final AtomicLong measuring = new AtomicLong();
    /** When the current measurement started; 0 if there is none. */
    private volatile long measuringSince;
    private volatile boolean stopped;
    private volatile boolean abandoned;
    private int last = -1;
    /** The last measured model, which is not measured again if the stage reports or returns it once more. */
    private Model measured;
    /** The measurement of that model. */
    private Evaluator.Measurement measurement;

    /**
     * A run.
     *
     * @param files resolves the files that settings name
     * @param evaluator measures models; null if no recipe ends with this stage
     * @param every measure each of this many iterations
     * @param limit the time limit of the computation, and of each measurement
     */
    StageRun(long seed, NamedFiles files, Evaluator evaluator, int every, StageListener listener, Optional<Duration> limit) {
        this(seed, files, evaluator, every, listener, limit, System::nanoTime);
    }

    /** @param clock in nanoseconds; used by the stage's thread and the thread that waits for it */
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

    /** Whether this stage is measured. */
    boolean measures() {
        return evaluator != null;
    }

    /** Called when the stage starts to compute. */
    void begin() {
        started = clock.getAsLong();
        ended = started;
    }

    /** Called when the stage has computed its model. */
    void end() {
        ended = started == 0 ? 0 : clock.getAsLong();
    }

    /** Sets iteration 0 of a refiner, which is the model it starts from. */
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
        if (counters.size() >= MOST_COUNTERS && !counters.contains(counter) || counter.length() > LONGEST_COUNTER) {
            throw new IllegalStateException(
                    "a stage must have at most " + MOST_COUNTERS + " counters of at most " + LONGEST_COUNTER
                            + " characters; it has more, or longer ones");
        }
        counters.add(counter);
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
            throw new IllegalStateException("iterations must be reported in increasing order from 0; after " + last + " came "
                    + iteration);
        }
        last = iteration;
        if (cancelled()) {
            return false;
        }
        long before = clock.getAsLong();
        if (evaluator != null && iteration % every == 0 && !curve.containsKey(iteration)) {
            if (curve.size() >= MOST_POINTS) {
                throw new IllegalStateException("a stage must have at most " + MOST_POINTS
                        + " measured iterations; it reports more: have it report fewer, or measure fewer with --every");
            }
            curve.put(iteration, measurement(model.get()));
        }
        listener.iterated(iteration);
        measuring.addAndGet(clock.getAsLong() - before);
        return !cancelled();
    }

    /** Called with the result of the stage, which is the model of its last iteration. */
    void returned(Model model, boolean unchanged, boolean refined) {
        if (evaluator == null) {
            return;
        }
        // A refiner that reports no iterations has done one, unless it returned the model it got.
        int iteration = Math.max(last, refined && !unchanged ? 1 : 0);
        last = iteration;
        if (!(unchanged && iteration == 0)) {
            curve.put(iteration, measurement(model));
        }
        measured = null;
    }

    /** Models are immutable, so the same model has the same measurement. */
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

    /** The time of the computation, without measuring. */
    double seconds() {
        return (ended - started - measuring.get()) / 1e9;
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
        String message = "took longer than " + Deadline.seconds(limit.get()) + " (--limit)";
        if (since != 0 && now - since > longest) {
            return "could not be measured: that " + message;
        }
        boolean computing = since == 0 && started != 0 && now - started - measuring.get() > longest;
        return computing || measuring.get() / MEASURING > longest ? message : null;
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
