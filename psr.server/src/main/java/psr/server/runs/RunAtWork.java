package psr.server.runs;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import psr.api.lab.Observer;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;

/** A run that is with the laboratory. Thread-safe. */
final class RunAtWork implements Observer {

    private static final double NANOSECONDS = 1e9;
    /** How many lines about other machines are kept. */
    private static final int MOST_SAID = 20;

    private final String id;
    private final Submission submission;
    private final RunTeller news;
    private final Runnable over;
    private final long since = System.nanoTime();
    private final int before;
    private Subscription subscription;
    private volatile boolean joined;
    private volatile boolean cancelled;
    private volatile int done;
    private volatile Doing doing;
    /** Guarded by itself. */
    private final Deque<String> said = new ArrayDeque<>();

    /**
     * What is being computed.
     *
     * @param iteration -1 where that is not known
     * @param words may be empty
     */
    record Doing(int trial, String recipe, int iteration, String words) {}

    /**
     * A run.
     *
     * @param id in the database
     * @param over is told when nothing more will come; must wait for nobody
     */
    RunAtWork(String id, Submission submission, RunTeller news, Runnable over) {
        this.id = id;
        this.submission = submission;
        this.news = news;
        this.over = over;
        this.before = submission.results().finishedTrials();
        this.done = before;
    }

    /** Looks on from now on. */
    void watch() {
        subscription = submission.observe(this);
        joined = true;
        if (submission.state().isOver()) {
            over.run();
        }
    }

    String id() {
        return id;
    }

    Submission submission() {
        return submission;
    }

    /** Trials that are finished. */
    int done() {
        return done;
    }

    /** What it was last told to be doing; empty before that. */
    Optional<Doing> doing() {
        return Optional.ofNullable(doing);
    }

    /** Somebody wants no more of it. */
    void cancel() {
        cancelled = true;
        submission.cancel();
    }

    /** Whether it was cancelled by somebody who asked us. */
    boolean cancelled() {
        return cancelled;
    }

    /** How long it will take, from what it took so far. */
    OptionalDouble secondsLeft(int total) {
        int computed = done - before;
        if (computed < 1 || submission.state() != Submission.State.RUNNING) {
            return OptionalDouble.empty();
        }
        double each = (System.nanoTime() - since) / NANOSECONDS / computed;
        return OptionalDouble.of(Math.ceil(each * Math.max(0, total - done)));
    }

    @Override
    public void changed(Submission.State state) {
        if (state.isOver()) {
            over.run();
        }
        news.changed(id);
    }

    @Override
    public void said(String words) {
        synchronized (said) {
            said.add(words);
            if (said.size() > MOST_SAID) {
                said.remove();
            }
        }
        news.changed(id);
    }

    /** What happened to the machines that compute, the last lines of it. */
    List<String> said() {
        synchronized (said) {
            return List.copyOf(said);
        }
    }

    @Override
    public void iterated(int trial, String label, int iteration) {
        doing = new Doing(trial, label, iteration, "");
        if (joined) {
            news.progress(id, trial, label, iteration, Double.NaN, "");
        }
    }

    @Override
    public void progressed(int trial, String label, double share, String doing) {
        this.doing = new Doing(trial, label, -1, doing);
        if (joined) {
            news.progress(id, trial, label, -1, share, doing);
        }
    }

    @Override
    public void trialFinished(int trial, int finished, int total) {
        // Also what was finished before, of which it is told once more.
        done = Math.max(done, finished);
        if (joined) {
            news.trial(id, trial, finished, total);
        }
    }

    /** Gives it up: what is finished stays. */
    void close() {
        if (subscription != null) {
            subscription.close();
        }
        submission.close();
    }

    /** Waits until it writes nothing any more. */
    boolean await(Duration time) throws InterruptedException {
        return submission.await(time);
    }
}
