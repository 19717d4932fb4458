/**
 * What is made of results and models for people to read: judged claims, comparisons, figures, a page; a few lines.
 *
 * <p>Implemented by {@code psr.eval}, used by the laboratory; third parties may register a
 * {@link psr.api.report.ReportWriter} of their own, which then writes beside ours, or an
 * {@link psr.api.report.Inspector} that has something to say about their own models. Imported by implementers as
 * {@code [1.0,2)}. Uses {@link psr.api.model} and {@link psr.api.lab}.
 */
@Export
@Version("1.0.0")
package psr.api.report;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
