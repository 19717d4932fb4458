/**
 * Learners, which make models from data, and refiners, which improve a given model.
 *
 * <p>Third parties implement {@link psr.api.learn.Learner} or {@link psr.api.learn.Refiner} and publish it with
 * {@link psr.api.settings.PsrService}. Only the laboratory implements {@link psr.api.learn.Run};
 * {@link psr.api.learn.SeededRun} is one for programs and tests without a laboratory.
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.settings}, {@link psr.api.data} and
 * {@link psr.api.model}.
 */
@Export
@Version("1.0.0")
package psr.api.learn;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
