/**
 * Metrics: each a {@link psr.api.eval.Metric}, all fed by one walk over the test data.
 *
 * <table>
 * <caption>The symbols of this room</caption>
 * <tr><td>p_o</td><td>the model's score for symbol o to come next; raw, so perhaps negative</td></tr>
 * <tr><td>ψ_t</td><td>the indicator of the strings that begin at step t</td></tr>
 * <tr><td>q̂_t, U q̂_t</td><td>the predictive state, and the features it expects: E[ψ_t | o_1 … o_{t−1}]</td></tr>
 * </table>
 *
 * <p>Two <em>readouts</em> of p_o. <em>Operators</em>: the filter's own scores, for a linear PSR b∞ᵀ B_o q.
 * <em>Features</em>: the expectation of the single symbol o, (U q)_o; a model whose filter is no
 * {@link psr.api.model.StateFilter} has no such expectation, and its scores stand in.
 *
 * <p>From Downey, Hefny, Gordon, "Practical Learning of Predictive State Representations", 2017, section 6. A metric is
 * NaN where there was nothing to measure, and finite otherwise.
 */
package psr.eval;
