package psr.api.lab;

import java.util.OptionalDouble;

/**
 * The time of one stage of a recipe, over the trials that gave a model.
 *
 * @param label the label of the recipe
 * @param position the position of the stage in the recipe, from 1
 * @param stage the stage, as the user wrote it
 * @param seconds the mean
 * @param stderr sample deviation / √trials; empty for a single trial
 * @param trials the number of trials that gave a model
 */
public record TimeRow(String label, int position, String stage, double seconds, OptionalDouble stderr, int trials) {}
