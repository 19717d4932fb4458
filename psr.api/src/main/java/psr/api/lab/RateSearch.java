package psr.api.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How the rate of each recipe's last stage is chosen before an experiment runs: preliminary trials, with seeds of their own,
 * learn from a part of the training data and are measured on the rest. Immutable; equal if all parts are equal.
 */
public final class RateSearch {

    /** The default number of preliminary trials. */
    public static final int TRIALS = 3;

    private static final RateSearch NONE = new RateSearch(List.of(), null, TRIALS);

    private final List<String> rates;
    private final String measure;
    private final int trials;

    private RateSearch(List<String> rates, String measure, int trials) {
        this.rates = List.copyOf(rates);
        this.measure = measure;
        this.trials = trials;
        if (trials < 1) {
            throw new IllegalArgumentException("rates must be chosen in at least 1 preliminary trial; trials=" + trials);
        }
        Map<Double, String> seen = new LinkedHashMap<>();
        for (String rate : rates) {
            double value;
            try {
                value = Double.parseDouble(rate);
            } catch (NumberFormatException e) {
                value = Double.NaN;
            }
            if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a rate must be a number above 0; found '" + rate + "'");
            }
            if (seen.put(value, rate) != null) {
                throw new IllegalArgumentException("a rate must be given only once; " + rate + " appears twice");
            }
        }
    }

    /** No search: recipes are not changed. */
    public static RateSearch none() {
        return NONE;
    }

    /**
     * Searches among rates.
     *
     * @param rates as typed, each a number above 0, all different
     * @throws IllegalArgumentException if one is not such a number
     */
    public static RateSearch among(List<String> rates) {
        return new RateSearch(rates, null, TRIALS);
    }

    /** The same search with another measure, for example {@code ospa.features}. */
    public RateSearch by(String name) {
        return new RateSearch(rates, Objects.requireNonNull(name, "measure"), trials);
    }

    /** The same search with another number of preliminary trials, at least 1. */
    public RateSearch in(int preliminaryTrials) {
        return new RateSearch(rates, measure, preliminaryTrials);
    }

    /** The candidate rates, as typed; empty if recipes are not changed. */
    public List<String> rates() {
        return rates;
    }

    /** The full name of the measure; empty if the laboratory chooses one of the measures of the experiment. */
    public Optional<String> measure() {
        return Optional.ofNullable(measure);
    }

    /** The number of preliminary trials. */
    public int trials() {
        return trials;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RateSearch that && rates.equals(that.rates) && Objects.equals(measure, that.measure)
                && trials == that.trials;
    }

    @Override
    public int hashCode() {
        return Objects.hash(rates, measure, trials);
    }

    @Override
    public String toString() {
        return rates.isEmpty() ? "rates as they are" : "rates among " + String.join(", ", rates)
                + (measure == null ? "" : " by " + measure);
    }
}
