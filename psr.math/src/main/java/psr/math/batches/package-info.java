/**
 * Minibatches for learners that go through the training data again and again.
 */
package psr.math.batches;
