package psr.launcher.lab;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;

/** The run in which a data set is loaded: files belong to the current folder. */
final class LoadingRun implements Run {

    private final SeededRun seeded;
    private final BooleanSupplier cancelled;

    LoadingRun(long seed, BooleanSupplier cancelled) {
        seeded = new SeededRun(seed);
        this.cancelled = cancelled;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return seeded.random(purpose);
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        return !cancelled();
    }

    @Override
    public void count(String counter, long increment) {
        seeded.count(counter, increment);
    }

    @Override
    public void progress(double share, String doing) {
        seeded.progress(share, doing);
    }

    @Override
    public boolean cancelled() {
        return cancelled.getAsBoolean();
    }

    @Override
    public Path file(Path named) {
        return seeded.file(named);
    }
}
