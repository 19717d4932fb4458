/**
 * Sources of data: generators and readers of sequences.
 *
 * <p>Third parties implement {@link psr.api.source.DatasetSource} and register it as a service with the property
 * {@code psr.name}. Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.settings}, {@link psr.api.data},
 * {@link psr.api.learn} (a source is given a run) and {@link psr.api.model} (a data set may come with the model that
 * generated it, which is why this is not in {@code psr.api.data}).
 *
 * <p>Data of other kinds (actions, observations that are not symbols of one alphabet) would enter with {@link
 * psr.api.data.TrainingData}: a {@link psr.api.source.Dataset} is built from it, and its builder would get a method for
 * values that belong to the test part alone, as {@code testProbabilities} does now. No existing source would change.
 */
@Export
@Version("1.0.0")
package psr.api.source;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
