package psr.baselines;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;

/** A run that is cancelled after a number of checks, other than checkpoints, and counts the checks. */
public final class StoppingRun implements Run {

    private final SeededRun seeded = new SeededRun(1);
    private final int after;
    public int asked;
    public int iterations;

    public StoppingRun(int after) {
        this.after = after;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return seeded.random(purpose);
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        iterations = iteration;
        return true;
    }

    @Override
    public void count(String counter, long increment) {
        seeded.count(counter, increment);
    }

    @Override
    public void progress(double share, String doing) {}

    @Override
    public boolean cancelled() {
        return ++asked > after;
    }

    /** Does not count: a learner without a model ends here without a check. */
    @Override
    public void checkpoint() {}

    @Override
    public Path file(Path named) {
        return seeded.file(named);
    }
}
