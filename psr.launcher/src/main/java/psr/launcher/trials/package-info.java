/**
 * One trial: an experiment is bound to services, its data are loaded, the tree of stages is computed and measured.
 *
 * <p>In: {@link psr.launcher.trials.BoundExperiment}, the number of a trial. Out: {@link psr.api.lab.TrialOutcome}. What a
 * plugin computes runs on a thread of its own, named after the trial's thread and the stage.
 *
 * <p>Seeds. Trial k (from 0) has the seed derive(seed of the experiment, "trial k"): the data are drawn with it. A
 * stage has derive(seed of the trial, recipe up to and including the stage, each stage with the settings that differ
 * from their defaults, in the order of declaration). So a result depends neither on the number of threads nor on
 * which other recipes run, two ways to write the same recipe give the same numbers, and a new setting with a default
 * moves none.
 *
 * <p>Validation. The last stage of a recipe sees all training data. A refiner or combiner that holds out a share v of what it
 * sees leaves {@code holdOut(v).rest()} to the stage before it, and so on to the front: whatever a stage is judged by, no
 * stage before it has seen. With two such refiners the front stages therefore lose both shares, one after the other.
 */
package psr.launcher.trials;
