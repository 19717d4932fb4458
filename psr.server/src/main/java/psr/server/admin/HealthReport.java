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
 * Runs the health checks of plugins, each on a thread of its own, with a time limit. A check that is still running is not started again.
 * Thread-safe.
 */
public final class HealthReport {

    /** The tag of checks whether the process must be restarted. */
    public static final String LIVE = "live";
    /** The tag of checks whether the server can serve requests. */
    public static final String READY = "ready";

    private static final System.Logger LOG = System.getLogger(HealthReport.class.getName());
    private static final int LONGEST_MESSAGE = 200;

    /**
     * A health check.
     *
     * @param identity equal for the same check
     * @param name what clients see
     * @param tags which probes it belongs to; a check without tags belongs to {@value #READY}
     */
    public record Check(Object identity, String name, List<String> tags, Callable<HealthAnswer> work) {

        boolean answers(String question) {
            return tags.contains(question) || question.equals(READY) && !tags.contains(LIVE);
        }
    }

    /**
     * The result of a check.
     *
     * @param well whether the check passed
     */
    public record HealthAnswer(boolean well, String message) {}

    private final Supplier<List<Check>> checks;
    private final long patience;
    private final Map<Object, FutureTask<HealthAnswer>> underWay = new ConcurrentHashMap<>();

    /**
     * Creates a report of the checks that are present when it is requested.
     *
     * @param patience time limit of all checks together, in milliseconds
     */
    public HealthReport(Supplier<List<Check>> checks, long patience) {
        this.checks = checks;
        this.patience = patience;
    }

    /** The results of the checks of a probe, by name. */
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
            return new HealthAnswer(false, "the check failed; see log/psr.log");
        }
    }
}
