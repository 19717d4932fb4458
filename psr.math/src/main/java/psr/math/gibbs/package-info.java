/**
 * Collapsed Gibbs sampling of probabilistic finite automata.
 *
 * <p>Every position of the training strings has a hidden state. A state emits a symbol, then moves; the move depends on
 * the state and the symbol (a probabilistic automaton) or on the state alone (a hidden Markov model). The parameters are
 * integrated out, so a chain has only counts. {@link psr.math.gibbs.AutomatonChain} is the chain,
 * {@link psr.math.gibbs.AutomatonSearch} chooses sizes and priors on held-out strings, and
 * {@link psr.math.gibbs.AutomatonEnsemble} is the model: the mean over samples.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>i, j, k; N</td><td>states; their number</td></tr>
 * <tr><td>a, b; n</td><td>symbols, the end among them; their number</td></tr>
 * <tr><td>z_t, x_t</td><td>the state and the symbol at position t</td></tr>
 * <tr><td>e(j,b), c(i,a,j)</td><td>counts of emissions and of moves; c(i,j) for a hidden Markov model</td></tr>
 * <tr><td>α, β</td><td>parameters of the symmetric Dirichlet priors of emissions and of moves</td></tr>
 * </table>
 *
 * <p>Papers: Shibata and Yoshinaka 2012, 2014; Scott 2002 (forward filtering, backward sampling).
 */
package psr.math.gibbs;
