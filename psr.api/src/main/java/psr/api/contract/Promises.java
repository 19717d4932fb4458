package psr.api.contract;

import java.util.ArrayList;
import java.util.List;

/** Collects the promises that turned out to be broken. */
final class Promises {

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
}
