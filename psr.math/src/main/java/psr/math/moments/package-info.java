/**
 * Moments of strings: the statistics of the data that spectral methods use.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>k</td><td>the length of the longest feature strings</td></tr>
 * <tr><td>ψ_t</td><td>indicator of the strings of length 1 … k that begin at t; D features</td></tr>
 * <tr><td>h_t</td><td>indicator of the strings of length 1 … k that end at t−1; D_h features</td></tr>
 * <tr><td>C0</td><td>mean of ψ_t h_tᵀ, D×D_h</td></tr>
 * <tr><td>C_i</td><td>mean of 1(o_t = i) ψ_{t+1} h_tᵀ, D×D_h</td></tr>
 * <tr><td>C_hh, h̄</td><td>means of h_t h_tᵀ and h_t</td></tr>
 * <tr><td>⊥</td><td>a symbol for the time before the first symbol of a sequence</td></tr>
 * </table>
 */
package psr.math.moments;
