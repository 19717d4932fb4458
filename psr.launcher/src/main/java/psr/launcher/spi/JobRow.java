package psr.launcher.spi;

import psr.api.lab.Submission.State;

/**
 * What a {@link JobStore} knows of a job without reading its experiment.
 *
 * @param waitingFor what a waiting job needs, in words; empty otherwise
 * @param done trials that were finished when this was last written
 */
public record JobRow(String id, JobSpec.Kind kind, State state, String waitingFor, int priority, int done) {}
