/**
 * The laboratory: experiments as values, runs that are submitted, observed, paused and resumed, results as data.
 *
 * <p>Clients are the shell, servers, workers on other machines and programs of third parties. They use
 * {@link psr.api.lab.Laboratory}, {@link psr.api.lab.Catalog}, {@link psr.api.lab.Experiments} and
 * {@link psr.api.lab.Plugins} as services and need nothing else. Third parties may implement
 * {@link psr.api.lab.Observer} and {@link psr.api.lab.PluginListener}; everything else only the
 * laboratory implements. Imported by clients as {@code [1.0,2)}. Uses {@link psr.api.settings}, {@link psr.api.model},
 * {@link psr.api.source}, {@link psr.api.eval} and {@link psr.api.store}.
 *
 * <p>Trials with actions would enter here as further fields of {@link psr.api.lab.Experiment} (where the actions come from),
 * observations that are not symbols as data sets of another type; results and runs stay as they are.
 */
@Export
@Version("1.0.0")
package psr.api.lab;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
