/**
 * Generators and readers of sequences, each a {@link psr.api.source.DatasetSource}. The same settings and seed give the
 * same symbols.
 *
 * <table>
 * <caption>The symbols of this module</caption>
 * <tr><td>S</td><td>the number of states of a hidden Markov model</td><td>{@code states}</td></tr>
 * <tr><td>O</td><td>the alphabet</td><td>{@code symbols}, {@link psr.api.data.Alphabet}</td></tr>
 * <tr><td>T, E, π</td><td>transition, emission and initial distributions</td><td>{@link psr.api.linear.Hmm}</td></tr>
 * </table>
 *
 * <p>The synthetic data and the text excerpts are those of Downey, Hefny, Gordon, "Practical Learning of Predictive
 * State Representations", 2017, sections 7 and 8.
 */
package psr.datasets;
