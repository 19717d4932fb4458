/**
 * The commands for experiments: run, watch, continue, report, compare.
 *
 * <p>In: recipes, data sets, experiment files, run folders. Out: tables, progress and verdicts. All numbers, folders and
 * reports come from the laboratory.
 */
package psr.shell.experiments;
