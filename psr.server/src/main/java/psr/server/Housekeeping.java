package psr.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs periodic tasks: ends sessions, empties the trash, publishes events. */
public final class Housekeeping implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getName());

    /** Events must not wait for a large folder that is being deleted. */
    private static final int THREADS = 2;

    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS, work -> {
        Thread made = new Thread(work, "psr-housekeeping");
        made.setDaemon(true);
        return made;
    });

    /** Repeats a task with a pause between two runs; exceptions are logged. */
    public void every(Duration pause, Callable<?> work) {
        every(pause, pause, work);
    }

    /** Repeats a task; the first run is at once. */
    public void atOnceAndEvery(Duration pause, Callable<?> work) {
        every(Duration.ZERO, pause, work);
    }

    private void every(Duration first, Duration pause, Callable<?> work) {
        threads.scheduleWithFixedDelay(() -> {
            try {
                work.call();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.WARNING, "housekeeping failed; next attempt in " + pause.toSeconds() + " s", e);
            }
        }, first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
