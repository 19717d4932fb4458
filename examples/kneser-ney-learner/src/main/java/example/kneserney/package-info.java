/**
 * n-grams with Kneser–Ney smoothing (Kneser, Ney 1995), in the interpolated form of Chen and Goodman (1999).
 *
 * <p>Data flow: training sequences → {@link example.kneserney.Counts} → {@link example.kneserney.KneserNeyModel},
 * which {@link example.kneserney.KneserNeyFormat} saves and loads.
 *
 * <table>
 * <caption>Symbols of the papers</caption>
 * <tr><td>N</td><td>order: a symbol is predicted from the N−1 before it</td></tr>
 * <tr><td>h, h'</td><td>context: the symbols before; the same without its oldest symbol</td></tr>
 * <tr><td>w</td><td>the symbol that follows</td></tr>
 * <tr><td>c(h w)</td><td>adjusted count: the number of occurrences of h w, or, for strings shorter than N that do not
 * begin a sequence, the number of different symbols before it</td></tr>
 * <tr><td>T(h)</td><td>the number of different symbols after h</td></tr>
 * <tr><td>D_m</td><td>discount of the strings h w of length m</td></tr>
 * <tr><td>n₁, n₂</td><td>the number of strings of one length with the adjusted count 1, 2</td></tr>
 * </table>
 */
package example.kneserney;
