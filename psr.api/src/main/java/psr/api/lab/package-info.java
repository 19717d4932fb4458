/**
 * Experiments: what is to be compared, on what, how often, and what came out.
 *
 * <p>Only the laboratory implements {@link psr.api.lab.Laboratory} and {@link psr.api.lab.Submission}; shells, servers and
 * programs use them. Users import {@code [1.0,2)}. Uses every other package of this API.
 */
@Export
@Version("1.0.0")
package psr.api.lab;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
