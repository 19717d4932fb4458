/**
 * The database: the queue, and the metadata of runs, models, data and tokens. Results are not in it: a run's results are in its folder, forced
 * to the disk trial by trial, like those of the command line. H2 in the data folder, or PostgreSQL; the same SQL for both.
 */
package psr.server.store;
