package psr.api.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Which rate was chosen for a recipe, and why. Immutable; equal when all parts are. */
public final class RateChoice {

    private final String label;
    private final String rate;
    private final String measure;
    private final Map<String, Double> means;
    private final boolean atEdge;

    private RateChoice(String label, String rate, String measure, Map<String, Double> means, boolean atEdge) {
        this.label = Objects.requireNonNull(label, "label");
        this.rate = rate;
        this.measure = Objects.requireNonNull(measure, "measure");
        this.means = Collections.unmodifiableMap(new LinkedHashMap<>(means));
        this.atEdge = atEdge;
    }

    /**
     * A choice.
     *
     * @param label the recipe
     * @param rate as typed; empty if the recipe failed with every rate and is left as it is
     * @param measure what judged, by its full name
     * @param means the measure with each rate, by rate as typed; a rate with which a trial failed is absent; copied
     * @param atEdge whether the rate is the smallest or largest that was tried, so that a better one may lie beyond
     */
    public static RateChoice of(String label, Optional<String> rate, String measure, Map<String, Double> means,
            boolean atEdge) {
        return new RateChoice(label, rate.orElse(null), measure, means, atEdge);
    }

    /** The recipe. */
    public String label() {
        return label;
    }

    /** As typed; empty if the recipe failed with every rate and is left as it is. */
    public Optional<String> rate() {
        return Optional.ofNullable(rate);
    }

    /** What judged, by its full name. */
    public String measure() {
        return measure;
    }

    /** The measure with each rate, by rate as typed; a rate with which a trial failed is absent. Not modifiable. */
    public Map<String, Double> means() {
        return means;
    }

    /** Whether the rate is the smallest or largest that was tried, so that a better one may lie beyond. */
    public boolean isAtEdge() {
        return atEdge;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RateChoice that && label.equals(that.label) && Objects.equals(rate, that.rate)
                && measure.equals(that.measure) && means.equals(that.means) && atEdge == that.atEdge;
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, rate, measure, means, atEdge);
    }

    @Override
    public String toString() {
        return label + ": " + rate;
    }
}
