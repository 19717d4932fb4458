/**
 * Sequences of symbols: the training data of every learner, their text form, and seeds for random numbers.
 *
 * <p>Where other kinds of data would enter, should they come: a {@link psr.api.data.TrainingData} is made by a static method
 * and may get more of them, so actions would be a second {@link psr.api.data.Sequences} of the same lengths beside the
 * and may get more of them. So actions would be a second {@link psr.api.data.Sequences} of the same lengths beside the
 * observations ({@code TrainingData.of(alphabet, sequences, inputs)}, with a separate alphabet), empty if there are no
 * actions. Observations that are not symbols of one alphabet (vectors, several channels) would be a sibling of {@link
 * psr.api.data.Sequences}, and training data would say which of the two they have; a learner that supports symbols only
 * would reject the others with an error message.
 *
 * <p>All types but {@link psr.api.data.NumberedLines} and builders are immutable and thread-safe. Imported by implementers as {@code [1.0,2)}. Uses no other package of this
 * API.
 */
@Export
@Version("1.0.0")
package psr.api.data;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
