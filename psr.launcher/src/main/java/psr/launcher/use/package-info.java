/**
 * For the one with data: learn a model and keep it, predict, score, sample, inspect, cross-validate; and for the one with
 * a plugin: check that it keeps its promises.
 *
 * <p>In: data sets, recipes, model files, lines of symbols. Out: model files, CSV and sentences. No mathematics:
 * scores become a distribution by {@link psr.api.model.Repair}, learning and measuring is the laboratory's.
 */
package psr.launcher.use;
