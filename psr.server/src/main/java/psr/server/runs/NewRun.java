package psr.server.runs;

import java.util.List;
import java.util.Optional;

import psr.api.lab.Submission.State;

/**
 * A run that is to be. Immutable.
 *
 * @param experiment as JSON, checked
 * @param total its trials
 * @param limit seconds that a stage may take
 * @param state it begins in: queued or paused; or it has come from elsewhere, in whatever state it is
 * @param done trials that are finished already
 */
record NewRun(String name, String experiment, int total, int priority, Optional<Double> limit, State state, int done,
        List<String> remarks) {

    /** One of which nothing is computed yet. */
    static NewRun of(String name, String experiment, int total, int priority, Optional<Double> limit, boolean paused) {
        return new NewRun(name, experiment, total, priority, limit, paused ? State.PAUSED : State.QUEUED, 0, List.of());
    }

    /**
     * By which a client knows whether it has asked before.
     *
     * @param by the name of its token
     * @param key what it calls the request; empty if it does not say
     * @param hash of the request
     */
    record Asked(String by, Optional<String> key, String hash) {}
}
