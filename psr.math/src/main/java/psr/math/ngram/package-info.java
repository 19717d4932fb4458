/**
 * n-grams: counts of what followed every context, and models that interpolate from long contexts to short ones.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>h, h'</td><td>a context, and the same without its oldest symbol</td></tr>
 * <tr><td>c(h o), c(h)</td><td>how often o followed h, and how often anything did</td></tr>
 * <tr><td>k(h)</td><td>how many different symbols followed h</td></tr>
 * </table>
 */
package psr.math.ngram;
