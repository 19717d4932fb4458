/**
 * Linear algebra on large sparse and small dense matrices: sparse products, truncated singular value decomposition,
 * eigenvalues and real eigenbases, ridge and pseudo-inverse. EJML does the decompositions and stays behind this door.
 *
 * <p>Dense matrices are {@code double[]}, row-major, with their sizes passed along. The same input gives the same bits:
 * sums have a fixed order, singular vectors a fixed sign, and what is random takes its generator as an argument.
 */
package psr.math.linear;
