/**
 * Refines a model it is given, by gradients, so that filtering with it predicts well.
 *
 * <p>In: a {@code Model} to start from and {@code TrainingData}. Out: the refined {@code Model}. This room has no way of
 * initialising of its own: the start comes from whatever learner the recipe names.
 */
package psr.gradients;
