/**
 * The folder of a run.
 *
 * <p>Input: {@link psr.api.lab.TrialResult}. Output: {@code experiment.json}, everything needed to repeat the run;
 * {@code trials.jsonl}, one line for each recipe and trial, trials in the order they finished; {@code summary.csv}, the same
 * bytes for any number of threads and interruptions; {@code times.csv}. Reporters add their files. Results are streamed from
 * the file: memory does not grow with the number of trials.
 */
package psr.launcher.runs;
