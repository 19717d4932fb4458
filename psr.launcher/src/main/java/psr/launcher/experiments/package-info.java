/**
 * Experiments as people write them: JSON files and the presets that ship, read with the place of every mistake, and the
 * choice of rates before an experiment runs.
 *
 * <p>In: text. Out: {@link psr.api.lab.Experiment}. The schema is documented in {@code docs/EXPERIMENTS.md}.
 */
package psr.launcher.experiments;
