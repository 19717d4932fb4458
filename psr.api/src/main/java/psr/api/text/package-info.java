/**
 * The text form of symbols: how lines are split into names and names are written as lines. Only services that read or write
 * text need this package.
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.data}.
 */
@Export
@Version("1.0.0")
package psr.api.text;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
