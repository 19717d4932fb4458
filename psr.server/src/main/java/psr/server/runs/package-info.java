/**
 * Runs: submitted over HTTP ({@link psr.server.runs.RunRequest}), stored in the database ({@link psr.server.runs.RunTable}) and in run folders, computed
 * by the job engine, whose store is {@link psr.server.runs.SqlJobStore}.
 */
package psr.server.runs;
