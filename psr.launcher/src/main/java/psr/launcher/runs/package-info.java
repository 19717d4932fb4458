/**
 * What is kept of an experiment: the folder of a run, and the means over its trials.
 *
 * <p>A run folder holds {@code trials.jsonl}, one line for each recipe and trial in the order they finished, and
 * {@code summary.csv}, the same on however many threads the trials ran.
 */
package psr.launcher.runs;
