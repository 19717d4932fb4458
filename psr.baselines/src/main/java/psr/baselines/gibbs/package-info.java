/**
 * Probabilistic finite automata by collapsed Gibbs sampling ({@code gibbs}): the learner and its file format. The sampler
 * and the model are in psr.math.gibbs, which the pipeline uses too; the symbols and the papers are listed there.
 */
package psr.baselines.gibbs;
