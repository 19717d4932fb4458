/**
 * How a service is known in the laboratory: its name, what it is, and the paper it is from.
 *
 * <p>Whoever implements a learner, refiner, combiner, data set or metric puts {@link psr.api.service.PsrService} beside
 * {@code @Component}. Imported by implementers as {@code [1.0,2)}. Uses no other package of this API.
 */
@Export
@Version("1.0.0")
package psr.api.service;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
