package psr.math.channels;

import psr.api.learn.Run;
import psr.math.vectors.Progress;

/** Reports the progress of a computation; a cancelled run ends it. */
public final class RunProgress {

    private RunProgress() {}

    /** Reports to a run; throws {@link java.util.concurrent.CancellationException} when it is cancelled. */
    public static Progress of(Run run) {
        return (work, done) -> {
            run.checkpoint();
            run.progress(done, work);
        };
    }
}
