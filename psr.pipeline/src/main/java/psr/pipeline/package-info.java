/** The recommended learner and its parts. */
package psr.pipeline;
