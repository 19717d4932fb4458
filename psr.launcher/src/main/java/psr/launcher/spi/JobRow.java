package psr.launcher.spi;

import psr.api.lab.Submission.State;

/**
 * A job in a {@link JobStore}, without its experiment.
 *
 * @param waitingFor the missing service, bundle or file of a waiting job, as text; empty otherwise
 * @param done number of finished trials when the row was last written
 */
public record JobRow(String id, JobSpec.Kind kind, State state, String waitingFor, int priority, int done) {}
