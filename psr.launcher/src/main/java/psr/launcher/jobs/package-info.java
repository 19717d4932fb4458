/**
 * The job engine. A {@link psr.launcher.jobs.Job} is an experiment or a model that is being computed: it binds its services once, computes sets of
 * trials (the check of its data, the search for settings, the experiment itself) and writes its results. One {@link psr.launcher.jobs.Scheduler}
 * in a process hands the trials of all jobs to its own threads and, as leases, to workers on other machines. A
 * {@link psr.launcher.jobs.DurableQueue} loads jobs from a store that survives a restart.
 *
 * <p>Threads: {@code psr-trial-i} compute trials, {@code psr-steps-i} bind services, choose settings and write reports,
 * {@code psr-events-i} notify observers, {@code psr-timer} only starts these later.
 *
 * <p>Locks, in the order in which they may be taken: the lock of one job id in DurableQueue, then the lock of the scheduler, which guards
 * everything that changes in jobs and their trials. Under the lock of a job's events ({@link psr.launcher.jobs.JobEvents}) no other is taken.
 * No file or database is used and no observer or plugin is called under the scheduler's lock or that of an event queue.
 */
package psr.launcher.jobs;
