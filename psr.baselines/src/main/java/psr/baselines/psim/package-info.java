/**
 * Predictive state inference machines ({@code psim}): a filter learned directly, by gradients or by data set
 * aggregation; the model and its file format.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>ψ_t, U</td><td>features of the future; D×d, orthonormal basis of the state space</td></tr>
 * <tr><td>q_t, d</td><td>state before o_t is observed; its size</td></tr>
 * <tr><td>A_o, c_o</td><td>d×d and d: the filter q' = A_o q + c_o</td></tr>
 * <tr><td>λ</td><td>ridge of the regressions</td></tr>
 * </table>
 *
 * <p>Papers: Sun et al. 2016; Ross, Gordon, Bagnell 2011 (DAgger); Downey, Hefny, Gordon 2017, Algorithm 1.
 */
package psr.baselines.psim;
