package psr.api.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final List<String> bestByTrial;

    private RateChoice(String label, String rate, String measure, Map<String, Double> means, boolean atEdge,
            List<String> bestByTrial) {
        this.label = Objects.requireNonNull(label, "label");
        this.rate = rate;
        this.measure = Objects.requireNonNull(measure, "measure");
        this.means = Collections.unmodifiableMap(new LinkedHashMap<>(means));
        this.atEdge = atEdge;
        this.bestByTrial = List.copyOf(bestByTrial);
    }

    /**
     * A choice.
     *
     * @param label the recipe
     * @param rate as typed; empty if the recipe failed with every rate and is left as it is
     * @param measure what judged, by its full name
     * @param means the measure with each rate, by rate as typed; a rate with which a trial failed is absent; copied
     * @param atEdge whether the rate is the smallest or largest that was tried, so that a better one may lie beyond
     * @param bestByTrial which rate was best in each preliminary trial, as typed, in their order; copied
     */
    public static RateChoice of(String label, Optional<String> rate, String measure, Map<String, Double> means,
            boolean atEdge, List<String> bestByTrial) {
        return new RateChoice(label, rate.orElse(null), measure, means, atEdge, bestByTrial);
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

    /**
     * Which of the rates that failed in no preliminary trial was best in each of these trials, as typed, in their order;
     * empty if there is no such rate. Not modifiable.
     */
    public List<String> bestByTrial() {
        return bestByTrial;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RateChoice that && label.equals(that.label) && Objects.equals(rate, that.rate)
                && measure.equals(that.measure) && means.equals(that.means) && atEdge == that.atEdge
                && bestByTrial.equals(that.bestByTrial);
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, rate, measure, means, atEdge, bestByTrial);
    }

    @Override
    public String toString() {
        return label + ": " + rate;
    }
}
