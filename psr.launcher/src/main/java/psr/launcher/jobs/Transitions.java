package psr.launcher.jobs;

import java.util.Optional;

import psr.api.lab.Submission.State;
import psr.launcher.spi.JobAction;

/** The state table of jobs: which state follows when something happens. */
final class Transitions {

    /** Events that are not caused by a user. */
    enum Event {
        /** The services of the job are bound and its folder is locked. */
        PREPARED,
        /** A service, bundle or file that it needs is missing. */
        LACKS,
        /** The last trial and the report are written. */
        FINISHED,
        /** The job cannot continue. */
        FAILED,
        /** The process that computed it has ended, and another one has started. */
        PROCESS_STARTED
    }

    private Transitions() {}

    static State after(State now, Event event) {
        return switch (event) {
            case PREPARED -> now == State.QUEUED || now == State.WAITING ? State.RUNNING : now;
            case LACKS -> now == State.QUEUED || now == State.RUNNING ? State.WAITING : now;
            case FINISHED -> now.isOver() ? now : State.DONE;
            case FAILED -> now.isOver() ? now : State.FAILED;
            case PROCESS_STARTED -> now == State.RUNNING ? State.QUEUED : now;
        };
    }

    /**
     * The state that follows an action; empty if the action is not possible.
     *
     * @param loaded whether the job is loaded and not about to end; it then continues at once
     */
    static Optional<State> after(State now, JobAction action, boolean loaded) {
        boolean over = now.isOver();
        return switch (action) {
            case PAUSE -> over ? Optional.empty() : Optional.of(State.PAUSED);
            case RESUME -> now == State.DONE ? Optional.empty() : Optional.of(loaded ? State.RUNNING : State.QUEUED);
            case CANCEL -> now == State.DONE || now == State.FAILED ? Optional.empty() : Optional.of(State.CANCELLED);
            case MORE -> loaded || now == State.RUNNING ? Optional.empty()
                    : Optional.of(now == State.PAUSED ? State.PAUSED : State.QUEUED);
            case RESTART -> !loaded && (now == State.WAITING || now == State.FAILED || now == State.CANCELLED)
                    ? Optional.of(State.QUEUED) : Optional.empty();
            case REMOVE -> loaded || now == State.RUNNING ? Optional.empty() : Optional.of(now);
        };
    }
}
