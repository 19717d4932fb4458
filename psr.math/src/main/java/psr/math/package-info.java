/**
 * Numerical tools that several modules use: vector kernels, the log loss, statistics over trials, n-grams, automata by Gibbs
 * sampling, moments of strings, decompositions, minimization, minibatches.
 *
 * <p>This module is not a bundle of the application. bnd copies the packages that a module uses into that module's bundle
 * ({@code -conditionalpackage}), so modules share the source code but do not depend on each other, and each can be
 * replaced alone. A module that uses only this package does not import EJML.
 *
 * <p>Matrices are {@code double[]}, row-major, with their sizes passed along.
 */
package psr.math;
