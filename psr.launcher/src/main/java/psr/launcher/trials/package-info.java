/**
 * Trials: binds an experiment to services, loads the data, computes the tree of stages and measures the models.
 *
 * <p>Input: {@link psr.launcher.trials.BoundExperiment}, the number of a trial. Output: {@link psr.launcher.spi.TrialOutcome}.
 * Code of plugins runs on threads of its own, named after the thread of the trial and the stage.
 *
 * <p>SeededRun. Trial k (from 0) has the seed derive(seed of the experiment, "trial k"), with which its data are sampled. A
 * stage has derive(seed of the trial, recipe up to and including the stage, each stage with the settings that differ from
 * their defaults, in the order of declaration). So a result depends neither on the number of threads nor on the other
 * recipes, equivalent ways to write a recipe give the same numbers, and adding a setting with a default does not change any
 * number.
 *
 * <p>Validation. The last stage of a recipe gets all training data. If a refiner or combiner holds out a share v of its
 * data, the preceding stage gets {@code holdOut(v).rest()}, and so on: the data on which a stage is validated were never
 * seen by an earlier stage. With two such refiners, the first stages therefore lose both shares, one after the other.
 */
package psr.launcher.trials;
