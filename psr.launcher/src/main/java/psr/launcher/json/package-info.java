/**
 * Maps records to the JSON that the lab itself writes and reads: run records, tasks for other processes.
 */
package psr.launcher.json;
