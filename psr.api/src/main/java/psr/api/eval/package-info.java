/**
 * Metrics, which measure models in one pass over the test data.
 *
 * <p>Third parties implement {@link psr.api.eval.Metric}, {@link psr.api.eval.Evaluation} and {@link psr.api.eval.Meter} and
 * publish the metric with
 * {@link psr.api.settings.PsrService}. Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.settings},
 * {@link psr.api.data}, {@link psr.api.model} and {@link psr.api.source}.
 */
@Export
@Version("1.0.0")
package psr.api.eval;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
