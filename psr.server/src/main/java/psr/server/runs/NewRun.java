package psr.server.runs;

import java.util.List;
import java.util.Optional;

import psr.api.lab.Submission.State;

/**
 * A run to be created. Immutable.
 *
 * @param experiment the checked experiment as JSON
 * @param total number of trials
 * @param limit time limit of a stage, in seconds
 * @param state the first state: queued or paused; any state for an uploaded run
 * @param done number of trials that are finished already
 */
record NewRun(String name, String experiment, int total, int priority, Optional<Double> limit, State state, int done,
        List<String> remarks) {

    /** Creates a run without finished trials. */
    static NewRun of(String name, String experiment, int total, int priority, Optional<Double> limit, boolean paused) {
        return new NewRun(name, experiment, total, priority, limit, paused ? State.PAUSED : State.QUEUED, 0, List.of());
    }
}
