/**
 * The bounds that every other model must beat: every symbol equally likely ({@code uniform}), the frequency of each
 * symbol ({@code unigram}), and a predictive state representation with random parameters ({@code random}), which is also
 * the random start of the comparisons in Downey, Hefny, Gordon 2017.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>B_o, b∞, q_1</td><td>operators d×d, normalizer d and first state d of a linear PSR</td></tr>
 * <tr><td>X_o, x</td><td>D×D and D numbers, uniform on [0, 1]</td></tr>
 * </table>
 */
package psr.baselines.simple;
