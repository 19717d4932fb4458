package psr.api.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Collects violations of a contract. */
final class ContractAssertions {

    /** An operation that may throw. */
    interface Attempt<T> {
        T make() throws Exception;
    }

    private final List<String> broken = new ArrayList<>();

    /** Records a violation unless the condition holds. */
    void check(boolean holds, String rule) {
        if (!holds && !broken.contains(rule)) {
            broken.add(rule);
        }
    }

    /** The result of the operation; null, and a violation recorded, if it throws or returns null. */
    <T> T attempt(String rule, Attempt<T> attempt) {
        try {
            T result = attempt.make();
            check(result != null, rule + "; it returned null");
            return result;
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            check(false, rule + "; it threw " + e);
            return null;
        }
    }

    /** Records a violation unless the operation throws this kind of exception. */
    void checkThrows(Class<? extends Exception> expected, String rule, Attempt<?> attempt) {
        String wanted = rule + ": it must throw " + expected.getSimpleName();
        try {
            attempt.make();
            check(false, wanted + "; it did not throw");
        } catch (Exception e) {
            check(expected.isInstance(e), wanted + "; it threw " + e);
        }
    }

    List<String> broken() {
        return List.copyOf(broken);
    }

    /** The results of an operation on two concurrent threads; failures are recorded. */
    <T> List<T> atOnce(String what, Callable<T> making) {
        List<FutureTask<T>> tasks = List.of(new FutureTask<>(making), new FutureTask<>(making));
        for (FutureTask<T> task : tasks) {
            Thread thread = new Thread(task, "psr-contract");
            thread.setDaemon(true);
            thread.start();
        }
        List<T> result = new ArrayList<>();
        for (FutureTask<T> task : tasks) {
            try {
                result.add(Objects.requireNonNull(task.get(), "null"));
            } catch (ExecutionException | NullPointerException e) {
                check(false, what + " must work on two threads at once; it threw "
                        + (e.getCause() == null ? e : e.getCause()));
            } catch (InterruptedException e) {
                tasks.forEach(each -> each.cancel(true));
                Thread.currentThread().interrupt();
                check(false, what + " must come to an end on two threads; it was interrupted");
                return List.of();
            }
        }
        return result;
    }
}
