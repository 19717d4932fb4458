/**
 * Metrics, each a {@link psr.api.eval.Metric}, all computed in one pass over the test data.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>p_o</td><td>the model's raw score for o as the next symbol; may be negative</td></tr>
 * <tr><td>ψ_t</td><td>the indicator of the strings that begin at step t</td></tr>
 * <tr><td>q̂_t, U q̂_t</td><td>the predictive state, and the features it expects: E[ψ_t | o_1 … o_{t−1}]</td></tr>
 * </table>
 *
 * <p>The scores p_o come from two sources. <em>From operators</em>: the filter's own scores, for a linear PSR b∞ᵀ B_o q.
 * <em>From features</em>: the expectation of the single symbol o, (U q)_o; if a model's filter is not a {@link
 * psr.api.linear.FeatureFilter}, it has no such expectation, and its own scores are used.
 *
 * <p>From Downey, Hefny, Gordon, "Practical Learning of Predictive State Representations", 2017, section 6. A metric is
 * NaN if there was nothing to measure, and finite otherwise.
 */
package psr.eval;
