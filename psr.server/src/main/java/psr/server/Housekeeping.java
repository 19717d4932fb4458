package psr.server;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Runs periodic tasks: ends sessions, empties the trash, publishes events, joins a lost cluster again. */
public final class Housekeeping implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getName());

    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, work -> daemon(work, "psr-housekeeping"));

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** A periodic task. */
    @FunctionalInterface
    public interface Task {
        /** Runs the task once; the next run follows also if this one fails. */
        void run() throws Exception;
    }

    /** Repeats a task with a pause before the first run and a pause between two runs; exceptions are logged. */
    public void every(Duration first, Duration pause, Task work) {
        timer.scheduleWithFixedDelay(() -> attempt(work), first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** As {@link #every}, for a task that may take long, for example because it deletes a large folder: no other task waits for it. */
    public void slowly(Duration first, Duration pause, Task work) {
        Semaphore idle = new Semaphore(1);
        every(first, pause, () -> {
            if (idle.tryAcquire()) {
                daemon(() -> {
                    try {
                        attempt(work);
                    } finally {
                        idle.release();
                    }
                }, "psr-housekeeping-slow").start();
            }
        });
    }

    private static void attempt(Task work) {
        try {
            work.run();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.WARNING, "housekeeping failed; it is repeated later", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
