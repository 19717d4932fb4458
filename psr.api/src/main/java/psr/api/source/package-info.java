/**
 * Sources of data: generators and readers of sequences.
 *
 * <p>Third parties implement {@link psr.api.source.DatasetSource} and register it as a service with the property
 * {@code psr.name}. Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.settings}, {@link psr.api.data},
 * {@link psr.api.learn} (a source is given a run) and {@link psr.api.model} (a data set may come with the model that
 * generated it, which is why this is not in {@code psr.api.data}).
 */
@Export
@Version("1.0.0")
package psr.api.source;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
