/**
 * What predictive state representations are compared with: models without memory, n-grams, hidden Markov models by
 * expectation maximisation or by an exterior point, predictive state inference machines, and PSRs of random numbers.
 *
 * <p>In: {@link psr.api.data.TrainingData}. Out: a {@link psr.api.model.Model}; {@code random} gives a
 * {@link psr.api.model.LinearPsr}, {@code em} and {@code exterior} an {@link psr.api.model.Hmm}.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>m, s</td><td>the number of hidden states; a state</td></tr>
 * <tr><td>π, T, E</td><td>initial distribution m, transition m×m, emission m×n of a hidden Markov model</td></tr>
 * <tr><td>α, β, γ, ξ</td><td>forward and backward variables, posteriors of states and transitions</td></tr>
 * <tr><td>ψ_t, h_t</td><td>features of the future (D) and of the past (D_h)</td></tr>
 * <tr><td>U, d</td><td>D×d, orthonormal basis of the state space; its dimension</td></tr>
 * <tr><td>A_o, c_o</td><td>d×d and d: the filter q' = A_o q + c_o of an inference machine</td></tr>
 * <tr><td>C0, C_i</td><td>mean ψ_t h_tᵀ; mean 1(o_t=i) ψ_{t+1} h_tᵀ</td></tr>
 * <tr><td>ρ, κ</td><td>weight of the penalty; what is added to a frequency before dividing by it</td></tr>
 * </table>
 *
 * <p>Papers: Witten and Bell 1991; Baum, Petrie, Soules, Weiss 1970; Rabiner 1989; Sun et al. 2016 (PSIM); Ross,
 * Gordon, Bagnell 2011 (DAgger); Shaban et al. 2015 (exterior point); Nocedal 1980 (L-BFGS).
 */
package psr.baselines;
