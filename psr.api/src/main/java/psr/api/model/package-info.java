/**
 * Models of sequences.
 *
 * <p>A {@link psr.api.model.Model} is immutable and shared between threads. A {@link psr.api.model.Filter} is its state
 * along one sequence and belongs to one thread; a model of symbols has a {@link psr.api.model.SymbolFilter}, a model of
 * vectors a {@link psr.api.model.VectorFilter}. Third parties implement these for their own models.
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.data}.
 */
@Export
@Version("1.0.0")
package psr.api.model;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
