package psr.pipeline;

import java.util.OptionalDouble;

import psr.api.learn.Run;
import psr.api.model.SingularValues;

/** Stops a pipeline when the run is cancelled or its time limit is reached. */
final class Clock implements Pipeline.Watch {

    private static final double NANOSECONDS = 1e9;

    private final Run run;
    private final long start = System.nanoTime();
    private final OptionalDouble limit;
    private boolean decomposed;

    /** @param limit seconds from now; none if empty */
    Clock(Run run, OptionalDouble limit) {
        this.run = run;
        this.limit = limit;
    }

    @Override
    public boolean stopped() {
        return run.cancelled() || limit.isPresent() && (System.nanoTime() - start) / NANOSECONDS > limit.getAsDouble();
    }

    @Override
    public void progress(double share, String doing) {
        run.progress(share, doing);
    }

    /** Reports those of the first fold; the other folds see almost the same data. */
    @Override
    public void decomposed(SingularValues singularValues) {
        if (!decomposed) {
            run.decomposed(singularValues);
        }
        decomposed = true;
    }
}
