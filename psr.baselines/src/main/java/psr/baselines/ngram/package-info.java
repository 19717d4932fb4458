/**
 * n-grams with Witten–Bell smoothing ({@code ngram}): the learner, the model, which is a finite automaton over
 * contexts, and its file format.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>h, h'</td><td>a context; the same without its oldest symbol</td></tr>
 * <tr><td>c(h o), k(h)</td><td>how often o followed h; how many different symbols followed h</td></tr>
 * </table>
 *
 * <p>Paper: Witten and Bell 1991.
 */
package psr.baselines.ngram;
