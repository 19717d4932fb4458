/**
 * What is kept of an experiment: the folder of a run.
 *
 * <p>In: {@link psr.api.lab.TrialResult}. Out: {@code experiment.json}, all that is needed to run it again;
 * {@code trials.jsonl}, one line for each recipe and trial, trials in the order they finished; {@code summary.csv}, the
 * same bytes on however many threads and after however many kills; {@code times.csv}. Whatever a reporter makes of them
 * stands beside. Results stream from the file: memory does not grow with the number of trials.
 */
package psr.launcher.runs;
