package psr.server;

import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What is done every now and then, by one thread: sessions end, the trash is emptied. */
final class Housekeeping implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getName());

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, work -> {
        Thread made = new Thread(work, "psr-housekeeping");
        made.setDaemon(true);
        return made;
    });

    /** Does something from now on, again and again, so many seconds after it was done last; what it throws is logged. */
    void every(int seconds, Callable<?> work) {
        thread.scheduleWithFixedDelay(() -> {
            try {
                work.call();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.WARNING, "housekeeping failed; it is tried again in " + seconds + " s", e);
            }
        }, seconds, seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
