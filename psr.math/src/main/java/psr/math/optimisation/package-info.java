/**
 * Minimisation of smooth functions (L-BFGS, Nocedal 1980) and on the simplex of distributions. Knows neither models nor
 * data, and needs no library.
 */
package psr.math.optimisation;
