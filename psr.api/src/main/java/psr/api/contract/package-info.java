/**
 * The contract of every service, as code: {@link psr.api.contract.Contracts} checks a learner, refiner, data set, metric
 * or model and returns the violations as text. Tests assert that the list is empty; {@code psr:check} prints it.
 *
 * <p>Users import {@code [1.0,2)}. Uses {@link psr.api.settings}, {@link psr.api.data}, {@link psr.api.model},
 * {@link psr.api.learn}, {@link psr.api.eval}, {@link psr.api.store} and {@link psr.api.source}.
 */
@Export
@Version("1.0.0")
package psr.api.contract;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
