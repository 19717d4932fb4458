package psr.launcher.services;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs a computation of a plugin on a thread of its own, so that a computation that ignores a request to stop can be
 * abandoned. Called by the thread that waits for the result.
 */
public final class Deadline {

    /** Time for a computation to stop after it was requested to stop. */
    public static final Duration GRACE = Duration.ofSeconds(2);

    /** Time limit for operations that should be immediate: creating a service and reading its settings class. */
    public static final Duration PROMPT = Duration.ofSeconds(5);

    /** Interval at which the limit is checked, in milliseconds. */
    private static final long INTERVAL = 50;

    /** A computation that can be stopped. Called by the waiting thread while the computation runs on another thread. */
    public interface Stoppable {

        /** The reason why the computation must stop now, as text that follows its name; null if it may continue. */
        String overdue();

        void stop();

        /** Abandons a computation that did not stop: its further events are ignored. */
        void abandon();
    }

    /** A computation took longer than it may; the message follows the name of what was computed. */
    public static final class OverdueException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        OverdueException(String message) {
            super(message);
        }
    }

    private Deadline() {}

    /** A time as text: 0.2 s, 60 s. */
    public static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    /**
     * Runs a computation and returns its result.
     *
     * @param cancelled whether the result is no longer needed
     * @throws OverdueException if it was overdue, whether or not it stopped on request
     * @throws CancelledException if the result is no longer needed, or the waiting thread is interrupted
     * @throws Throwable the exception of the computation
     */
    public static <T> T call(String name, Callable<T> work, Stoppable stoppable, BooleanSupplier cancelled)
            throws Throwable {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = start(name, task);
        String why = null;
        long stopped = 0;
        while (true) {
            try {
                T result = task.get(INTERVAL, TimeUnit.MILLISECONDS);
                if (why != null) {
                    throw new OverdueException(why + " and was stopped");
                }
                return result;
            } catch (ExecutionException e) {
                throw why != null ? new OverdueException(why + " and was stopped") : e.getCause();
            } catch (InterruptedException e) {
                leave(thread, stoppable);
                throw new CancelledException();
            } catch (TimeoutException e) {
                if (stopped == 0) {
                    why = cancelled.getAsBoolean() ? null : stoppable.overdue();
                    if (why != null || cancelled.getAsBoolean()) {
                        stopped = System.nanoTime();
                        stoppable.stop();
                    }
                } else if (System.nanoTime() - stopped > GRACE.toNanos()) {
                    leave(thread, stoppable);
                    if (why == null) {
                        throw new CancelledException();
                    }
                    throw new OverdueException(why + " and did not stop within " + seconds(GRACE)
                            + " of being asked to; its thread was left behind");
                }
            }
        }
    }

    /**
     * Runs an operation that should be immediate and returns its result.
     *
     * @throws OverdueException if it takes longer than {@link #PROMPT}
     * @throws CancelledException if the waiting thread is interrupted
     */
    public static <T> T promptly(String name, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = start(name, task);
        try {
            return task.get(PROMPT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw new CancelledException();
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new OverdueException("it did not start and say its settings within " + seconds(PROMPT)
                    + "; its thread was left behind");
        }
    }

    /** A computation without a time limit. */
    public static Stoppable unlimited() {
        return within(Optional.empty(), "");
    }

    /**
     * A computation with a time limit that starts now. It cannot be stopped, only abandoned.
     *
     * @param message the beginning of the message if it exceeds the limit; the time follows
     */
    public static Stoppable within(Optional<Duration> limit, String message) {
        long begun = System.nanoTime();
        return new Stoppable() {
            @Override
            public String overdue() {
                return limit.isPresent() && System.nanoTime() - begun > limit.get().toNanos()
                        ? message + " longer than " + seconds(limit.get()) + " (--limit)" : null;
            }

            @Override
            public void stop() {}

            @Override
            public void abandon() {}
        };
    }

    private static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(Deadline.class.getClassLoader());
        thread.start();
        return thread;
    }

    private static void leave(Thread thread, Stoppable stoppable) {
        stoppable.abandon();
        thread.interrupt();
    }
}
