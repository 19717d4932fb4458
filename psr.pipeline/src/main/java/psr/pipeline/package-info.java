/**
 * The recommended learner ({@code psr}) and its parts, each a service of its own: spectral learning from frequent strings
 * ({@code spectral}), re-estimation with filtered states ({@code iv}), refinement on the log loss of the mixture with an
 * n-gram ({@code logloss}), mixtures ({@code mix}).
 *
 * <table>
 * <caption>Symbols; states are rows</caption>
 * <tr><td>x_t, f_t</td><td>the strings that end, and that begin, at step t; columns of weight (count + 1)^−½</td></tr>
 * <tr><td>H ≈ U S Vᵀ</td><td>Σ_t x_t f_tᵀ</td></tr>
 * <tr><td>e_t, z_t</td><td>S⁻¹Uᵀx_t and Vᵀf_t</td></tr>
 * <tr><td>q_t, q_1, q̄</td><td>the state, of length 1; at the start of a sequence; on average</td></tr>
 * <tr><td>A_o, β, a_end</td><td>operators d×d, normalizer, readout of the end: p_o = q A_o β, p_end = q a_end</td></tr>
 * <tr><td>Pr</td><td>|p_o| / Σ|p|</td></tr>
 * <tr><td>i_t</td><td>instruments: q_t / Σp</td></tr>
 * <tr><td>μ, l</td><td>the weight of the n-gram in the loss, and its leave-one-out probability</td></tr>
 * </table>
 *
 * <p>Papers: Balle, Carreras, Luque, Quattoni 2014; Hefny, Downey, Gordon 2015; Downey, Hefny, Gordon 2017.
 * docs/QUALITY.md has the contribution of each part.
 */
package psr.pipeline;
