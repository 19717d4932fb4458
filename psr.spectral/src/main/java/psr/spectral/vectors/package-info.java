/**
 * Learns models of real-valued rows, with or without inputs, by regressions: {@link psr.spectral.vectors.FeatureRegression}
 * is two-stage regression (Hefny, Downey, Gordon 2015; Hefny et al. 2018), {@link psr.spectral.vectors.Subspace} is
 * subspace identification (Van Overschee, De Moor 1994). The algorithms and their symbols are in psr.math.vectors.
 */
package psr.spectral.vectors;
