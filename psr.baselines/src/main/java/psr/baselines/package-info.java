/**
 * Learners that predictive state representations are compared with, by family:
 *
 * <ul>
 * <li>{@code simple}: memoryless models, and PSRs with random parameters
 * <li>{@code ngram}: n-grams
 * <li>{@code gibbs}: probabilistic automata by collapsed Gibbs sampling
 * <li>{@code hmm}: hidden Markov models by expectation maximization
 * <li>{@code exterior}: hidden Markov models from a spectral solution, by an exterior point
 * <li>{@code psim}: predictive state inference machines
 * </ul>
 *
 * <p>In: {@link psr.api.data.Symbols}. Out: a {@link psr.api.model.Model}; {@code random} gives a
 * {@link psr.api.linear.LinearPsr}, {@code em} and {@code exterior} an {@link psr.api.linear.Hmm}.
 *
 * <p>This package contains code that several families share: the state space in which {@code random} and {@code psim}
 * learn, and checks of arguments. The families use it, and {@code exterior} uses the parameters of {@code hmm}; otherwise
 * they do not depend on each other.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>ψ_t, D</td><td>features of the future: the strings that begin at t; their number</td></tr>
 * <tr><td>U, d</td><td>D×d, orthonormal basis of the state space; its dimension</td></tr>
 * <tr><td>q_1, q̄</td><td>the first state; the state expected at any time</td></tr>
 * <tr><td>b∞</td><td>its product with a state is the sum of the expectations of the single symbols</td></tr>
 * </table>
 */
package psr.baselines;
