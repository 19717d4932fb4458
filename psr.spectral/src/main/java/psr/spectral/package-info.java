/**
 * Learns predictive state representations from moments of the data, without iteration.
 *
 * <p>In: {@code TrainingData}. Out: {@code LinearPsr}. Each learner of this room counts features of histories and futures, takes
 * their moments, finds the state by a singular value decomposition, and solves for the operators.
 */
package psr.spectral;
