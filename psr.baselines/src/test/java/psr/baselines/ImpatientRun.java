package psr.baselines;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;

/** A run that says to stop after some questions, and counts them. */
public final class ImpatientRun implements Run {

    private final SeededRun run = new SeededRun(1);
    private final int patience;
    private int asked;
    private int iterations;

    public ImpatientRun(int patience) {
        this.patience = patience;
    }

    /** How often it was asked whether to stop. */
    public int asked() {
        return asked;
    }

    /** The last iteration it heard of. */
    public int iterations() {
        return iterations;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return run.random(purpose);
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        iterations = iteration;
        return true;
    }

    @Override
    public void count(String counter, long increment) {
        run.count(counter, increment);
    }

    @Override
    public void progress(double share, String doing) {
        run.progress(share, doing);
    }

    @Override
    public boolean cancelled() {
        return ++asked > patience;
    }

    @Override
    public Path file(Path named) {
        return run.file(named);
    }
}
