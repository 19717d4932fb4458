/**
 * Runs: a queue in the database ({@link psr.server.runs.RunQueue}), of which a few runs at a time are with the laboratory, and share
 * threads ({@link psr.server.runs.SharedThreads}); results in a folder for each run; all that HTTP says of them
 * ({@link psr.server.runs.RunsResource}, {@link psr.server.runs.ResultsResource}).
 */
package psr.server.runs;
