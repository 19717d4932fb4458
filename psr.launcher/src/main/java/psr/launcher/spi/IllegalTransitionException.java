package psr.launcher.spi;

import psr.api.lab.Submission.State;

/** Thrown when the state of a job does not permit an action. */
public final class IllegalTransitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final State state;
    private final JobAction action;

    public IllegalTransitionException(State state, JobAction action) {
        super("the action " + action + " is not possible in the state " + state);
        this.state = state;
        this.action = action;
    }

    public State state() {
        return state;
    }

    public JobAction action() {
        return action;
    }
}
