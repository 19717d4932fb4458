/**
 * Data: sequences of symbols ({@link psr.api.data.Symbols}) or of real vectors ({@link psr.api.data.Vectors}), with the
 * inputs of the process, if there are any.
 *
 * <p>Row t of a sequence is an input u_t and an observation y_t; the input is known before the observation and may act on
 * it and on later ones. The data set source is responsible for this alignment.
 *
 * <p>All types but builders are immutable and thread-safe. Imported by implementers as {@code [1.0,2)}. Uses no other
 * package of this API.
 */
@Export
@Version("1.0.0")
package psr.api.data;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
