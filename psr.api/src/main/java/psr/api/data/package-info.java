/**
 * Sequences of symbols: what every learner learns from.
 *
 * <p>All types are immutable and thread-safe. Imported by implementers as {@code [1.0,2)}. Uses no other package of this
 * API.
 */
@Export
@Version("1.0.0")
package psr.api.data;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
