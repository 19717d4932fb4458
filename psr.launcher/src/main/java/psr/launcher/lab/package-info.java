/**
 * The laboratory: runs experiments from the first trial to the report, on threads of this process or wherever a
 * {@link psr.api.lab.Workplace} computes.
 *
 * <p>In: {@link psr.api.lab.Experiment}. Out: {@link psr.api.lab.Submission}, whose results are kept by
 * {@code psr.launcher.runs} and made readable by {@link psr.launcher.lab.Reporting}. Each run has a thread
 * {@code psr-run-…} that leads it.
 */
package psr.launcher.lab;
