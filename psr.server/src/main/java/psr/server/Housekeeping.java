package psr.server;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs periodic tasks: ends sessions, empties the trash, publishes events, joins a lost cluster again. */
public final class Housekeeping implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getName());

    /** Events must not wait for a large folder that is being deleted, or for a cluster. */
    private static final int THREADS = 2;

    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS, work -> {
        Thread made = new Thread(work, "psr-housekeeping");
        made.setDaemon(true);
        return made;
    });

    /** A periodic task. */
    @FunctionalInterface
    public interface Task {
        /** Runs the task once; the next run follows also if this one fails. */
        void run() throws Exception;
    }

    /** Repeats a task with a pause before the first run and a pause between two runs; exceptions are logged. */
    public void every(Duration first, Duration pause, Task work) {
        threads.scheduleWithFixedDelay(() -> {
            try {
                work.run();
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
