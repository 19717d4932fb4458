/**
 * Makes and reads sequences of symbols.
 *
 * <p>In: settings and a seed, or files. Out: {@code Dataset}. The same settings and seed give the same bits.
 */
package psr.datasets;
