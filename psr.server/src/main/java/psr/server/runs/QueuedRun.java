package psr.server.runs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Submission.State;

/**
 * A run as the database has it. Immutable.
 *
 * @param number rises from run to run
 * @param experiment as JSON
 * @param waitingFor what it waits for, in words
 * @param failure why it cannot go on, in words
 * @param limit seconds that a stage may take
 * @param done trials that were finished when this was last written
 * @param total trials that there will be
 * @param by the name of the token that submitted it
 * @param removed since when it is in the trash
 */
record QueuedRun(String id, long number, String name, String experiment, State state, Optional<String> waitingFor,
        Optional<String> failure, int priority, Optional<Double> limit, Instant submitted, Optional<Instant> started,
        Optional<Instant> ended, int done, int total, String by, List<String> remarks, Optional<Instant> removed) {}
