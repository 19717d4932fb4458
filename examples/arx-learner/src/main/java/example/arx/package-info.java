/** A learner of numbers with inputs: autoregression with exogenous inputs, ARX, of order 1. */
package example.arx;
