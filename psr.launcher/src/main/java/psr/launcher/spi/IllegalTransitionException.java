package psr.launcher.spi;

import psr.api.lab.Submission.State;

/** Thrown when the state of a job does not permit an action. */
public final class IllegalTransitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final State state;
    private final JobAction action;

    /** An action that was rejected. */
    public IllegalTransitionException(State state, JobAction action) {
        super("the action " + action + " is not possible in the state " + state);
        this.state = state;
        this.action = action;
    }

    /** The state the job is in. */
    public State state() {
        return state;
    }

    /** The requested action. */
    public JobAction action() {
        return action;
    }
}
