/**
 * Settings of learners, data sets and metrics, declared once, as a record.
 *
 * <p>The defaults, the checks, the text of {@code psr:describe} and every error message are derived from the record.
 * Implementers of a service declare a record whose components have {@link psr.api.settings.Option}; code that reads user
 * input uses {@link psr.api.settings.Schema}.
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses no other package of this API.
 */
@Export
@Version("1.0.0")
package psr.api.settings;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
