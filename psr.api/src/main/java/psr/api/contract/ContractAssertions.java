package psr.api.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Collects the promises that turned out to be broken. */
final class ContractAssertions {

    /** A trial of something that may throw. */
    interface Attempt<T> {
        T make() throws Exception;
    }

    private final List<String> broken = new ArrayList<>();

    /** Notes the promise as broken unless it was kept. */
    void keep(boolean kept, String promise) {
        if (!kept && !broken.contains(promise)) {
            broken.add(promise);
        }
    }

    /** What the attempt makes; null, and the promise noted as broken, if it throws or makes nothing. */
    <T> T make(String promise, Attempt<T> attempt) {
        try {
            T made = attempt.make();
            keep(made != null, promise + "; it returned null");
            return made;
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            keep(false, promise + "; it threw " + e);
            return null;
        }
    }

    /** Notes the promise as broken unless the attempt throws this kind of exception. */
    void refuse(Class<? extends Exception> refusal, String promise, Attempt<?> attempt) {
        String wanted = promise + ": it must throw " + refusal.getSimpleName();
        try {
            attempt.make();
            keep(false, wanted + "; it accepted");
        } catch (Exception e) {
            keep(refusal.isInstance(e), wanted + "; it threw " + e);
        }
    }

    List<String> broken() {
        return List.copyOf(broken);
    }

    /** What two threads make at the same time; what one of them could not make is noted. */
    <T> List<T> atOnce(String what, Callable<T> making) {
        List<FutureTask<T>> tasks = List.of(new FutureTask<>(making), new FutureTask<>(making));
        for (FutureTask<T> task : tasks) {
            Thread thread = new Thread(task, "psr-contract");
            thread.setDaemon(true);
            thread.start();
        }
        List<T> made = new ArrayList<>();
        for (FutureTask<T> task : tasks) {
            try {
                made.add(Objects.requireNonNull(task.get(), "null"));
            } catch (ExecutionException | NullPointerException e) {
                keep(false, what + " must work on two threads at once; it threw "
                        + (e.getCause() == null ? e : e.getCause()));
            } catch (InterruptedException e) {
                tasks.forEach(each -> each.cancel(true));
                Thread.currentThread().interrupt();
                keep(false, what + " must come to an end on two threads; it was interrupted");
                return List.of();
            }
        }
        return made;
    }
}
