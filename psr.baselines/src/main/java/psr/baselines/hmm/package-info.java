/**
 * Hidden Markov models by expectation maximization ({@code em}), from random starts or from the model of another stage.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>m, s</td><td>the number of hidden states; a state</td></tr>
 * <tr><td>π, T, E</td><td>initial distribution m, transition m×m, emission m×n</td></tr>
 * <tr><td>α, β, γ, ξ</td><td>forward and backward variables, posteriors of states and transitions</td></tr>
 * <tr><td>c_t</td><td>scale of step t: the probability of its symbol given those before</td></tr>
 * </table>
 *
 * <p>Papers: Baum, Petrie, Soules, Weiss 1970; Rabiner 1989.
 */
package psr.baselines.hmm;
