/** The recommended learner for real-valued rows. The algorithm and its symbols are in psr.math.vectors. */
package psr.pipeline.vectors;
