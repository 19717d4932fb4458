package psr.server.runs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import psr.api.lab.Observer;
import psr.api.lab.Submission;

/** The progress of a loaded run. Thread-safe. */
final class ActiveRun implements Observer {

    private static final double NANOSECONDS = 1e9;
    /** How many messages about workers are kept. */
    private static final int MOST_MESSAGES = 20;

    /**
     * What is being computed.
     *
     * @param iteration -1 where that is not known
     * @param share from 0 to 1; NaN where that is not known
     * @param words may be empty
     */
    record Doing(int trial, String recipe, int iteration, double share, String words) {}

    /** A trial that has finished. */
    record Finished(int trial, int done, int total) {}

    private final String id;
    private final RunEvents events;
    private final long since = System.nanoTime();
    private Submission.State state = Submission.State.QUEUED;
    private int before = -1;
    private int done;
    private Doing doing;
    private Doing freshDoing;
    private Finished freshTrial;
    private final Deque<String> messages = new ArrayDeque<>();

    /**
     * A run that is loaded now.
     *
     * @param events is notified of every change
     */
    ActiveRun(String id, RunEvents events) {
        this.id = id;
        this.events = events;
    }

    String id() {
        return id;
    }

    @Override
    public void changed(Submission.State now) {
        synchronized (this) {
            if (before < 0) {
                before = done;
            }
            state = now;
        }
        events.changed(this, true);
    }

    @Override
    public void said(String message) {
        synchronized (this) {
            messages.add(message);
            if (messages.size() > MOST_MESSAGES) {
                messages.remove();
            }
        }
        events.changed(this, true);
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
        synchronized (this) {
            doing = now;
            freshDoing = now;
        }
        events.changed(this, false);
    }

    @Override
    public void trialFinished(int trial, int finished, int total) {
        synchronized (this) {
            done = Math.max(done, finished);
            if (before >= 0) {
                freshTrial = new Finished(trial, finished, total);
            }
        }
        events.changed(this, true);
    }

    /** Finished trials. */
    synchronized int done() {
        return done;
    }

    /** What is being computed; empty before that is known. */
    synchronized Optional<Doing> doing() {
        return Optional.ofNullable(doing);
    }

    /** The latest messages about workers. */
    synchronized List<String> messages() {
        return List.copyOf(messages);
    }

    /** The trial that has finished since this was last called. */
    synchronized Optional<Finished> takeTrial() {
        Optional<Finished> taken = Optional.ofNullable(freshTrial);
        freshTrial = null;
        return taken;
    }

    /** What is being computed, unless it was returned before. */
    synchronized Optional<Doing> takeDoing() {
        Optional<Doing> taken = Optional.ofNullable(freshDoing);
        freshDoing = null;
        return taken;
    }

    /** How long it will take, from what it took so far. */
    synchronized OptionalDouble secondsLeft(int total) {
        int computed = done - Math.max(0, before);
        if (computed < 1 || state != Submission.State.RUNNING) {
            return OptionalDouble.empty();
        }
        double each = (System.nanoTime() - since) / NANOSECONDS / computed;
        return OptionalDouble.of(Math.ceil(each * Math.max(0, total - done)));
    }
}
