/**
 * Models of sequences, and the two types that modules exchange: {@link psr.api.model.LinearPsr} and {@link
 * psr.api.model.Hmm}.
 *
 * <p>A {@link psr.api.model.Model} is immutable and shared between threads. A {@link psr.api.model.Filter} is its state
 * along one sequence and belongs to one thread. Third parties implement both for their own models.
 *
 * <table>
 * <caption>Symbols of the paper</caption>
 * <tr><td>O, |O|</td><td>alphabet and its size</td></tr>
 * <tr><td>ψ_t</td><td>indicator of the strings that begin at t, {@link psr.api.model.Features}; D of them</td></tr>
 * <tr><td>U</td><td>D×d, from the state to the expected features: E[ψ_t | o_1 … o_{t−1}] = U q_t</td></tr>
 * <tr><td>q_t</td><td>predictive state, d numbers</td></tr>
 * <tr><td>B_o, b∞, q_1</td><td>operators d×d, normalizer d, initial state d</td></tr>
 * </table>
 *
 * <p>Imported by implementers as {@code [1.0,2)}. Uses {@link psr.api.data}.
 */
@Export
@Version("1.1.0")
package psr.api.model;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
