/**
 * Linear algebra on large sparse and small dense matrices: sparse products, truncated singular value decomposition,
 * eigenvalues and real eigenbases, ridge and pseudo-inverse. EJML computes the decompositions; only this package uses it.
 *
 * <p>Dense matrices are {@code double[]}, row-major, with their sizes passed along. The same input gives the same bits:
 * sums have a fixed order, singular vectors have a fixed sign, and random methods get their generator as an argument.
 */
package psr.math.linear;
