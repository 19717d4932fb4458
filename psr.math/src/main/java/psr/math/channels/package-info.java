/**
 * Models of {@link psr.math.vectors} as models of the API: the rows of {@link psr.api.data.Vectors}, filters with a plan of
 * inputs, arrays for model files, progress of a run, and checks of the training data.
 */
package psr.math.channels;
