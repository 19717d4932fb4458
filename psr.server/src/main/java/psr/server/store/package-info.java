/**
 * The database: the queue, and what is known of runs, models, data and tokens. Results are not in it: a run's are in its folder, forced to the
 * disk trial by trial, as a run of the command line keeps them. H2 in the data folder, or PostgreSQL; the same SQL for both.
 */
package psr.server.store;
