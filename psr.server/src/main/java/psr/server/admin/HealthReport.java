package psr.server.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Asks whoever has something to say about the health of the server, each on a thread of its own, and waits for none for long. One that has not
 * come back is not asked again before it does. Thread-safe.
 */
public final class HealthReport {

    /** Whether the process should be ended and started again. */
    public static final String LIVE = "live";
    /** Whether it can do what it is asked for. */
    public static final String READY = "ready";

    private static final System.Logger LOG = System.getLogger(HealthReport.class.getName());
    private static final int LONGEST_MESSAGE = 200;

    /**
     * Somebody who says how it is.
     *
     * @param identity the same one is the same object
     * @param name what clients see
     * @param tags which of the questions it answers; one that has none answers for {@value #READY}
     */
    public record Check(Object identity, String name, List<String> tags, Callable<HealthAnswer> work) {

        boolean answers(String question) {
            return tags.contains(question) || question.equals(READY) && !tags.contains(LIVE);
        }
    }

    /**
     * What was found.
     *
     * @param well whether the server may go on as it is
     */
    public record HealthAnswer(boolean well, String message) {}

    private final Supplier<List<Check>> checks;
    private final long patience;
    private final Map<Object, FutureTask<HealthAnswer>> underWay = new ConcurrentHashMap<>();

    /**
     * A report by those who are there when it is asked for.
     *
     * @param patience milliseconds that all together have
     */
    public HealthReport(Supplier<List<Check>> checks, long patience) {
        this.checks = checks;
        this.patience = patience;
    }

    /** What they say to a question, by their names. */
    Map<String, HealthAnswer> ask(String question) throws InterruptedException {
        List<Check> asked = checks.get().stream().filter(check -> check.answers(question)).toList();
        List<FutureTask<HealthAnswer>> tasks = new ArrayList<>();
        asked.forEach(check -> tasks.add(underWay.computeIfAbsent(check.identity(), key -> begin(check))));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
        Map<String, HealthAnswer> found = new LinkedHashMap<>();
        for (int i = 0; i < tasks.size(); i++) {
            found.merge(asked.get(i).name(), answer(tasks.get(i), end), (one, other) -> one.well() ? other : one);
        }
        return found;
    }

    private FutureTask<HealthAnswer> begin(Check check) {
        FutureTask<HealthAnswer> task = new FutureTask<>(check.work()) {
            @Override
            protected void done() {
                underWay.remove(check.identity(), this);
            }
        };
        Thread thread = new Thread(task, "psr-health-" + check.name());
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private HealthAnswer answer(FutureTask<HealthAnswer> task, long end) throws InterruptedException {
        try {
            HealthAnswer found = task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            return new HealthAnswer(found.well(),
                    found.message().substring(0, Math.min(LONGEST_MESSAGE, found.message().length())));
        } catch (TimeoutException e) {
            return new HealthAnswer(false, "no answer within " + patience + " ms");
        } catch (ExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "a health check failed", e.getCause());
            return new HealthAnswer(false, "the check failed; log/psr.log says why");
        }
    }
}
