package psr.api.lab;

import java.util.OptionalDouble;

/**
 * How long one stage of a recipe took, over the trials that gave a model.
 *
 * @param label the label of the recipe
 * @param position of the stage in the recipe, from 1
 * @param stage the stage, as the user wrote it
 * @param seconds the mean
 * @param stderr sample deviation / √trials; empty for a single trial
 * @param trials how many trials gave a model
 */
public record TimeRow(String label, int position, String stage, double seconds, OptionalDouble stderr, int trials) {}
