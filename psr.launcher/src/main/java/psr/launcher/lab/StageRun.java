package psr.launcher.lab;

import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import psr.api.learn.SeededRun;
import psr.api.model.Model;

/** The run of one stage: measures its snapshots where they are wanted, and leaves the time for that out. */
final class StageRun extends SeededRun {

    /** The measurements by iteration, of a stage that some recipe ends with. */
    private final TreeMap<Integer, Walk.Measurement> curve = new TreeMap<>();
    private final Walk walk;
    private final int every;
    private final IntConsumer listener;
    private final BooleanSupplier cancelled;
    private long begun;
    private long ended;
    private long measuring;
    private int last = -1;
    /** The model measured last, so that it is not measured again when the stage returns it. */
    private Model measured;

    /**
     * A run.
     *
     * @param walk measures; null if nobody wants to see this stage
     * @param every measure each of this many iterations
     * @param listener is told each iteration
     */
    StageRun(long seed, Walk walk, int every, IntConsumer listener, BooleanSupplier cancelled) {
        super(seed);
        this.walk = walk;
        this.every = every;
        this.listener = listener;
        this.cancelled = cancelled;
    }

    /** The stage begins to compute. */
    void begin() {
        begun = System.nanoTime();
        ended = begun;
    }

    /** The stage has computed. */
    void end() {
        ended = begun == 0 ? 0 : System.nanoTime();
    }

    /** Iteration 0 of a refiner is what it starts from. */
    void startedFrom(Walk.Measurement start) {
        curve.put(0, start);
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        if (iteration < 0 || iteration <= last) {
            throw new IllegalStateException("iterations must be told in rising order from 0; after " + last + " came "
                    + iteration);
        }
        last = iteration;
        if (cancelled()) {
            return false;
        }
        long before = System.nanoTime();
        if (walk != null && iteration % every == 0 && !curve.containsKey(iteration)) {
            measured = model.get();
            curve.put(iteration, walk.measure(measured));
        }
        listener.accept(iteration);
        measuring += System.nanoTime() - before;
        return !cancelled();
    }

    /** The stage is done: its result is the model of its last iteration. */
    void returned(Model model, boolean unchanged, boolean refined) {
        if (walk == null) {
            return;
        }
        // A refiner that tells no iterations has done one, unless it gave back what it was given.
        int iteration = Math.max(last, refined && !unchanged ? 1 : 0);
        last = iteration;
        boolean known = model == measured && curve.lastKey() == iteration || unchanged && iteration == 0;
        if (!known) {
            curve.put(iteration, walk.measure(model));
        }
    }

    TreeMap<Integer, Walk.Measurement> curve() {
        return curve;
    }

    /** How long the stage computed, without measuring. */
    double seconds() {
        return (ended - begun - measuring) / 1e9;
    }

    @Override
    public boolean cancelled() {
        return cancelled.getAsBoolean();
    }
}
