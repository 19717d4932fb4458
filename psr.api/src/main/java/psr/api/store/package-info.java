/**
 * Stored models, as named arrays and words, which the laboratory writes to JSON and NPZ files. Never Java serialization.
 *
 * <p>Third parties whose models should be saved register a {@link psr.api.store.ModelFormat} as a service; the formats of
 * {@link psr.api.linear.LinearPsr} and {@link psr.api.linear.Hmm} are here. Imported by implementers as {@code [1.0,2)}. Uses
 * {@link psr.api.data} and {@link psr.api.model}.
 */
@Export
@Version("1.0.0")
package psr.api.store;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
