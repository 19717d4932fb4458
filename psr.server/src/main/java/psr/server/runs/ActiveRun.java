package psr.server.runs;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import psr.api.lab.Observer;
import psr.api.lab.Submission;

/** The progress of a loaded run. Its events arrive one after the other, on threads that change; any thread may read. */
final class ActiveRun implements Observer {

    private static final double NANOSECONDS = 1e9;
    /** Maximum number of stored messages about workers. */
    private static final int MOST_MESSAGES = 20;

    /**
     * The current computation.
     *
     * @param iteration -1 if unknown
     * @param share the finished part, from 0 to 1; NaN if unknown
     * @param words a description; may be empty
     */
    record Doing(int trial, String recipe, int iteration, double share, String words) {}

    record Finished(int trial, int done, int total) {}

    private final String id;
    private final RunEvents events;
    private final long since = System.nanoTime();
    private volatile Submission.State state = Submission.State.QUEUED;
    private volatile int before = -1;
    private volatile int done;
    private volatile Doing doing;
    private volatile List<String> messages = List.of();

    /**
     * Creates the progress of a run that was loaded.
     *
     * @param events notified of every change
     */
    ActiveRun(String id, RunEvents events) {
        this.id = id;
        this.events = events;
    }

    @Override
    public void changed(Submission.State now) {
        if (before < 0) {
            before = done;
        }
        state = now;
        events.changed(id);
    }

    @Override
    public void said(String message) {
        messages = Stream.concat(messages.stream().skip(messages.size() < MOST_MESSAGES ? 0 : 1), Stream.of(message)).toList();
        events.changed(id);
    }

    @Override
    public void iterated(int trial, String label, int iteration) {
        doing(new Doing(trial, label, iteration, Double.NaN, ""));
    }

    @Override
    public void progressed(int trial, String label, double share, String words) {
        doing(new Doing(trial, label, -1, share, words));
    }

    private void doing(Doing now) {
        doing = now;
        events.progressed(id, now);
    }

    @Override
    public void trialFinished(int trial, int finished, int total) {
        done = Math.max(done, finished);
        events.finished(id, before >= 0 ? Optional.of(new Finished(trial, finished, total)) : Optional.empty());
    }

    /** Number of finished trials. */
    int done() {
        return done;
    }

    /** The current computation; empty until it is known. */
    Optional<Doing> doing() {
        return Optional.ofNullable(doing);
    }

    /** The latest messages about workers. */
    List<String> messages() {
        return messages;
    }

    /** Estimates the remaining time from the time so far. */
    OptionalDouble secondsLeft(int total) {
        int computed = done - Math.max(0, before);
        if (computed < 1 || state != Submission.State.RUNNING) {
            return OptionalDouble.empty();
        }
        double each = (System.nanoTime() - since) / NANOSECONDS / computed;
        return OptionalDouble.of(Math.ceil(each * Math.max(0, total - done)));
    }
}
