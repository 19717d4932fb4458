/**
 * The commands for models: train, predict, score, sample, inspect.
 *
 * <p>In: data sets, recipes, model files, lines of symbols. Out: model files, CSV and messages. The laboratory learns,
 * measures and reads.
 */
package psr.shell.models;
