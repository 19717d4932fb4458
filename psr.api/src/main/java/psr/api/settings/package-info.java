/**
 * What a user may choose: the settings of a learner, a data set or a metric, declared once, as a record.
 *
 * <p>From the record come the defaults, the checks, the text of {@code psr:describe} and every error message. Whoever
 * implements a service of this API declares a record whose components carry {@link psr.api.settings.Option}; whoever
 * reads user input goes through {@link psr.api.settings.Schema}.
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses no other package of this API.
 */
@Export
@Version("1.0.0")
package psr.api.settings;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
