/**
 * The numerical tools that several rooms use: vector kernels, the log loss, running means, n-grams, moments of strings,
 * decompositions, minimisation, minibatches.
 *
 * <p>This room is no bundle of the application: bnd copies what a room uses of it into that room's own bundle
 * ({@code -conditionalpackage}), so rooms share the code and still know nothing of each other, and each can be swapped
 * by itself. A room that uses only this package does not import EJML.
 *
 * <p>Matrices are {@code double[]}, row-major, with their sizes passed along.
 */
package psr.math;
