package psr.api.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The rate that was chosen for a recipe, and why.
 *
 * @param label the recipe
 * @param rate as typed; empty if the recipe failed with every rate and was not changed
 * @param measure the full name of the measure that the rates were compared by
 * @param means the measure with each rate, by rate as typed; a rate with which a trial failed is absent; not modifiable
 * @param isAtEdge whether the rate is the smallest or largest candidate, so that a better one may lie beyond
 * @param bestByTrial the best rate in each preliminary trial, as typed, in the order of trials, among the rates that failed
 *        in no trial; empty if there is no such rate; not modifiable
 */
public record RateChoice(String label, Optional<String> rate, String measure, Map<String, Double> means, boolean isAtEdge,
        List<String> bestByTrial) {

    public RateChoice {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(measure, "measure");
        means = Collections.unmodifiableMap(new LinkedHashMap<>(means));
        bestByTrial = List.copyOf(bestByTrial);
    }
}
