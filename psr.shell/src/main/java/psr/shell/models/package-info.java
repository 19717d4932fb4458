/**
 * For the one with data: learn a model and keep it, predict, score, sample, inspect.
 *
 * <p>In: data sets, recipes, model files, lines of symbols. Out: model files, CSV and sentences. Learning, measuring and
 * reading are the laboratory's.
 */
package psr.shell.models;
