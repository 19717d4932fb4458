package psr.baselines;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;

/** A run that says stop after it was asked so many times, though at no checkpoint, and counts how often it was asked. */
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

    /** Does not count: what has no model yet comes to an end here without being told. */
    @Override
    public void checkpoint() {}

    @Override
    public Path file(Path named) {
        return seeded.file(named);
    }
}
