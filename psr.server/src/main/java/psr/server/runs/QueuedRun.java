package psr.server.runs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Submission.State;

/**
 * A run in the database. Immutable.
 *
 * @param number increases from run to run
 * @param experiment the experiment as JSON
 * @param waitingFor what it waits for, as text
 * @param failure why it cannot continue, as text
 * @param limit time limit of a stage, in seconds
 * @param done number of finished trials when the row was last written
 * @param total number of trials
 * @param by the name of the token that submitted it
 * @param removed when it was moved to the trash
 * @param labels the tags and notes, and the best recipe
 */
record QueuedRun(String id, long number, String name, String experiment, State state, Optional<String> waitingFor,
        Optional<String> failure, int priority, Optional<Double> limit, Instant submitted, Optional<Instant> started,
        Optional<Instant> ended, int done, int total, String by, List<String> remarks, Optional<Instant> removed,
        Labels labels) {

    /**
     * The tags and notes of a run, and its best recipe.
     *
     * @param best the best recipe and its score as JSON; empty while it is unknown
     */
    record Labels(List<String> tags, String notes, Optional<String> best) {

        static final Labels NONE = new Labels(List.of(), "", Optional.empty());
    }
}
