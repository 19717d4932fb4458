/**
 * Refines models of real-valued rows whose filter is a regression, by gradients of their forecast errors: through one or several
 * steps ({@link psr.gradients.vectors.VectorInferenceGradients}), or through long windows
 * ({@link psr.gradients.vectors.VectorBackpropagation}). The algorithms and their symbols are in psr.math.vectors.
 */
package psr.gradients.vectors;
