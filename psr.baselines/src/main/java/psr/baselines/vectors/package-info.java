/**
 * Learners of real-valued rows that predictive state representations are compared with: the last row and the mean row,
 * autoregression, linear Gaussian models, echo state networks, and predictive state inference machines. The algorithms and
 * their symbols are in psr.math.vectors.
 */
package psr.baselines.vectors;
