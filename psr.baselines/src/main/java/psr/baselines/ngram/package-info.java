/**
 * n-grams ({@code ngram}): the learner and its file format. Counts and the model are in psr.math.ngram, which the
 * pipeline uses too.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>o, n</td><td>a symbol; the number of symbols, |O|</td></tr>
 * <tr><td>h, h'</td><td>a context; the same without its oldest symbol</td></tr>
 * <tr><td>c(h o), k(h)</td><td>how often o followed h; how many different symbols followed h</td></tr>
 * </table>
 *
 * <p>Papers: Witten and Bell 1991; Chen and Goodman 1999.
 */
package psr.baselines.ngram;
