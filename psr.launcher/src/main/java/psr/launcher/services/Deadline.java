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
 * Runs what a plugin computes on a thread of its own, so that whoever does not stop when told can be left behind. Used by
 * the thread that waits.
 */
public final class Deadline {

    /** How long a computation has to stop after it was told to. */
    public static final Duration GRACE = Duration.ofSeconds(2);

    /** How long a service may take for what should take no time: to be made, and to say what settings it has. */
    public static final Duration PROMPT = Duration.ofSeconds(5);

    /** How often to look whether it is time, in milliseconds. */
    private static final long LOOK = 50;

    /** What can be told to stop. Called by the thread that waits, while the computation runs on another. */
    public interface Stoppable {

        /** Why the computation must stop now, in words that follow its name; null if it need not. */
        String overdue();

        /** Tells it to stop. */
        void stop();

        /** It did not stop: nothing more of it will be heard. */
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

    /** A time as people write it: 0.2 s, 60 s. */
    public static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    /**
     * The result of a computation.
     *
     * @param cancelled whether nobody wants the result any more
     * @throws OverdueException if it was overdue, whether or not it stopped when told
     * @throws CancelledException if nobody wants the result any more, or the waiting thread is interrupted
     * @throws Throwable what the computation threw
     */
    public static <T> T call(String name, Callable<T> work, Stoppable stoppable, BooleanSupplier cancelled)
            throws Throwable {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = start(name, task);
        String why = null;
        long told = 0;
        while (true) {
            try {
                T result = task.get(LOOK, TimeUnit.MILLISECONDS);
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
                if (told == 0) {
                    why = cancelled.getAsBoolean() ? null : stoppable.overdue();
                    if (why != null || cancelled.getAsBoolean()) {
                        told = System.nanoTime();
                        stoppable.stop();
                    }
                } else if (System.nanoTime() - told > GRACE.toNanos()) {
                    leave(thread, stoppable);
                    if (why == null) {
                        throw new CancelledException();
                    }
                    throw new OverdueException(why + " and did not stop within " + seconds(GRACE)
                            + " of being told to; its thread was left behind");
                }
            }
        }
    }

    /**
     * The result of what should take no time.
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

    /** What takes as long as it takes. */
    public static Stoppable unlimited() {
        return within(Optional.empty(), "");
    }

    /**
     * What may take a time from now on, and does not listen when it is told to stop.
     *
     * @param words what to say when it takes longer, before the time
     */
    public static Stoppable within(Optional<Duration> limit, String words) {
        long begun = System.nanoTime();
        return new Stoppable() {
            @Override
            public String overdue() {
                return limit.isPresent() && System.nanoTime() - begun > limit.get().toNanos()
                        ? words + " longer than " + seconds(limit.get()) + " (--limit)" : null;
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
