/** The Brier score and calibration as a metric: {@link example.brier.Brier}. */
package example.brier;
