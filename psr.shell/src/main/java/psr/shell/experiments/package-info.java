/**
 * The commands about experiments: run one, watch it, continue it, report on it, set it beside another.
 *
 * <p>In: recipes, data sets, experiment files, run folders. Out: tables, progress and verdicts. All numbers, folders and
 * reports are the laboratory's.
 */
package psr.shell.experiments;
