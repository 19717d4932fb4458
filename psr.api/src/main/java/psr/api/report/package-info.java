/**
 * Reports of results and models: verdicts, comparisons, figures, a page.
 *
 * <p>Implemented by {@code psr.eval}, used by the laboratory; third parties may register a
 * {@link psr.api.report.ReportWriter}, which is called in addition to ours, or an {@link psr.api.report.Inspector} for their
 * own models. Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.model} and {@link psr.api.lab}.
 */
@Export
@Version("1.0.0")
package psr.api.report;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
