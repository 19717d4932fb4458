/**
 * The two models of symbols that modules exchange, {@link psr.api.linear.LinearPsr} and {@link psr.api.linear.Hmm}, with
 * their features and file formats. Only services that make or refine such models need this package.
 *
 * <table>
 * <caption>Symbols of the paper</caption>
 * <tr><td>O, |O|</td><td>alphabet and its size</td></tr>
 * <tr><td>ψ_t</td><td>indicator of the strings that begin at t, {@link psr.api.linear.Features}; D of them</td></tr>
 * <tr><td>U</td><td>D×d, from the state to the expected features: E[ψ_t | o_1 … o_{t−1}] = U q_t</td></tr>
 * <tr><td>q_t</td><td>predictive state, d numbers</td></tr>
 * <tr><td>B_o, b∞, q_1</td><td>operators d×d, normalizer d, initial state d</td></tr>
 * </table>
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.data}, {@link psr.api.model} and {@link
 * psr.api.store}.
 */
@Export
@Version("1.0.0")
package psr.api.linear;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
