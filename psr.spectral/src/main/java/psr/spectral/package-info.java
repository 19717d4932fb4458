/**
 * Learns predictive state representations from moments, in closed form: counting, one decomposition, one regression per
 * symbol. Nothing here iterates to convergence over the data.
 *
 * <p>{@link psr.spectral.TwoStageRegression} is the {@code 2sr} of Downey, Hefny and Gordon (2017), after Hefny, Downey
 * and Gordon (2015). {@link psr.spectral.SpectralHmm} is the {@code hkz} of Hsu, Kakade and Zhang (2009).
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>ψ_t, h_t, C0, C_i, C_hh, h̄</td><td>futures, histories and their moments: see psr.math.moments</td></tr>
 * <tr><td>d</td><td>rank: the size of the state</td></tr>
 * <tr><td>U</td><td>D×d, orthonormal basis of the state space</td></tr>
 * <tr><td>R</td><td>(C_hh + λ₁I)⁻¹, the first regression</td></tr>
 * <tr><td>W</td><td>C0 R: expected future from history</td></tr>
 * <tr><td>A</td><td>UᵀW, d×D_h: state from history</td></tr>
 * <tr><td>K</td><td>(A C_hh Aᵀ + λ₂I)⁻¹, the second regression</td></tr>
 * <tr><td>B_i, b∞, q_1</td><td>operators, normalizer, initial state</td></tr>
 * </table>
 */
package psr.spectral;
