/**
 * From a spectral solution to a valid hidden Markov model ({@code exterior}): recovers the numbers that the moments
 * imply, which may not be a valid model, and drives them toward one by penalties.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>m, s</td><td>the number of hidden states; a state</td></tr>
 * <tr><td>π, T, E</td><td>initial distribution m, transition m×m, emission m×n</td></tr>
 * <tr><td>θ</td><td>π, T and E concatenated, any sign</td></tr>
 * <tr><td>ψ_t, h_t</td><td>features of the future (D) and of the past (D_h)</td></tr>
 * <tr><td>C_i, C_Σ</td><td>mean 1(o_t=i) ψ_{t+1} h_tᵀ; their sum</td></tr>
 * <tr><td>M_i, R</td><td>Uᵀ C_i V S⁻¹; the eigenvectors that all M_i share</td></tr>
 * <tr><td>P, P̂</td><td>probability of a trigram under θ; its relative frequency in the data</td></tr>
 * <tr><td>ρ, κ</td><td>weight of the penalty; added to a frequency before dividing by it</td></tr>
 * </table>
 *
 * <p>Paper: Shaban et al. 2015.
 */
package psr.baselines.exterior;
