/**
 * Minimization of smooth functions (L-BFGS, Nocedal 1980) and of least squares on the simplex of distributions.
 * Independent of models, data and libraries.
 */
package psr.math.optimization;
