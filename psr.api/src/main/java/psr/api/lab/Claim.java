package psr.api.lab;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * A testable statement about an experiment: the difference of a measure between two places is below, above or within a
 * margin. It is judged by the paired differences over trials. Immutable; equal if all parts are equal.
 */
public final class Claim {

    /**
     * The measure of claims about speed: the decimal logarithm of the time of a recipe's last stage in seconds, so that a
     * margin of 1 is a factor of ten.
     */
    public static final String SECONDS = "log10-seconds";

    /**
     * The measure of claims about chosen rates: the decimal logarithm of the rate that was best in a preliminary trial
     * ({@link RateChoice#bestByTrial()}); paired over those trials, not over the experiment's own.
     */
    public static final String RATE = "log10-rate";

    /** The claimed direction of a difference. */
    public enum Expected {
        /** Below −margin. */
        BELOW,
        /** Above margin. */
        ABOVE,
        /** From −margin to margin. */
        WITHIN
    }

    /** A position on the curve of a recipe. */
    public enum When {
        /** Iteration 0, before refinement. */
        FIRST,
        /** The measured iteration nearest to half of the last. */
        MIDDLE,
        /** The last iteration. */
        LAST,
        /** A given iteration; if it was not measured, the last measured one before it. */
        AT
    }

    /**
     * A recipe, or the true model, and a point on its curve.
     *
     * @param recipe the label of the recipe; empty for the true model, which has a single point
     * @param when the position on the curve
     * @param iteration the iteration, 0 or more, for {@link When#AT}; otherwise empty
     */
    public record Place(Optional<String> recipe, When when, OptionalInt iteration) {

        public Place {
            Objects.requireNonNull(recipe, "recipe");
            Objects.requireNonNull(when, "when");
            if (iteration.isPresent() != (when == When.AT)) {
                throw new IllegalArgumentException("a given iteration must have a number: Place.at (" + recipe.orElse("") + ")");
            }
            if (iteration.orElse(0) < 0) {
                throw new IllegalArgumentException("an iteration must be 0 or more; iteration=" + iteration.getAsInt());
            }
        }

        /**
         * A point on the curve of a recipe, by its label.
         *
         * @throws IllegalArgumentException for {@link When#AT}, which needs a number
         */
        public static Place of(String recipe, When when) {
            return new Place(Optional.of(recipe), when, OptionalInt.empty());
        }

        /** A recipe, by its label, after a number of iterations, 0 or more. */
        public static Place at(String recipe, int iteration) {
            return new Place(Optional.of(recipe), When.AT, OptionalInt.of(iteration));
        }

        /** The model that generated the data. */
        public static Place trueModel() {
            return new Place(Optional.empty(), When.LAST, OptionalInt.empty());
        }

        /** The position on the curve in one word: first, middle, last, or the number of the iteration. */
        public String point() {
            return when == When.AT ? Integer.toString(iteration.getAsInt()) : when.name().toLowerCase(Locale.ROOT);
        }

        /** Whether a result is of this recipe, or of the true model. */
        public boolean isOf(TrialResult result) {
            return recipe.map(label -> !result.isTrueModel() && result.label().equals(label)).orElse(result.isTrueModel());
        }

        @Override
        public String toString() {
            return recipe.orElse("the true model") + (when == When.AT ? " at " : " at the ") + point();
        }
    }

    /**
     * The gain that a relative margin refers to, in the measure of the claim.
     *
     * @param to where the improved value is
     * @param from where the initial value is
     */
    public record Gain(Place to, Place from) {

        public Gain {
            Objects.requireNonNull(to, "to");
            Objects.requireNonNull(from, "from");
        }
    }

    private final String id;
    private final String words;
    private final String measure;
    private final Place subject;
    private final Place reference;
    private final Expected expected;
    private final double margin;
    private final Optional<Gain> gain;
    private final String family;

    private Claim(Builder builder) {
        this.id = builder.id;
        this.words = Objects.requireNonNull(builder.words, "words");
        this.measure = Objects.requireNonNull(builder.measure, "measure");
        this.subject = Objects.requireNonNull(builder.subject, "subject");
        this.reference = Objects.requireNonNull(builder.reference, "reference");
        this.expected = Objects.requireNonNull(builder.expected, "expected");
        this.margin = builder.margin;
        this.gain = Optional.ofNullable(builder.gain);
        this.family = Objects.requireNonNull(builder.family, "family");
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("the margin of a claim must be 0 or more; margin=" + margin + " (" + id + ")");
        }
    }

    /** Starts a claim; the id is short and unique within the experiment, for example {@code pnll.ig-decreases}. */
    public static Builder builder(String id) {
        return new Builder(id);
    }

    /** Builds a claim. Not thread-safe. */
    public static final class Builder {

        private final String id;
        private String words = "";
        private String measure;
        private Place subject;
        private Place reference;
        private Expected expected;
        private double margin;
        private Gain gain;
        private String family = "";

        private Builder(String id) {
            this.id = Objects.requireNonNull(id, "id");
        }

        /** A short description of the claim. */
        public Builder words(String sentence) {
            this.words = sentence;
            return this;
        }

        /** The compared measure, for example {@code pnll.operators}, {@link #SECONDS} or {@link #RATE}. */
        public Builder measure(String name) {
            this.measure = name;
            return this;
        }

        /** The place of the value. */
        public Builder subject(Place place) {
            this.subject = place;
            return this;
        }

        /** The place of the value that it is compared with. */
        public Builder reference(Place place) {
            this.reference = place;
            return this;
        }

        /** The claimed direction of the difference, subject minus reference. */
        public Builder expected(Expected sign) {
            this.expected = sign;
            return this;
        }

        /** The margin, 0 or more; 0 by default. The difference must be below −margin, above margin, or within ±margin. */
        public Builder margin(double size) {
            this.margin = size;
            return this;
        }

        /**
         * Sets the margin as a fraction of a measured gain: the difference must be below −share·g, above share·g, or within ±share·g,
         * where g is the size of the gain. Each trial has its own g, so the uncertainty of the gain is taken into account.
         */
        public Builder margin(double share, Gain of) {
            this.margin = share;
            this.gain = Objects.requireNonNull(of, "of");
            return this;
        }

        /** The family of claims that it is judged with; the main claims have none. */
        public Builder family(String name) {
            this.family = name;
            return this;
        }

        /** Builds the claim. */
        public Claim build() {
            return new Claim(this);
        }
    }

    /** Short and unique within the experiment. */
    public String id() {
        return id;
    }

    /** A short description of the claim. */
    public String words() {
        return words;
    }

    /** The full name of the compared measure; {@link #SECONDS} and {@link #RATE} are not measures of a metric. */
    public String measure() {
        return measure;
    }

    /** Whether the measure is one of a metric. */
    public boolean isMeasured() {
        return !measure.equals(SECONDS) && !measure.equals(RATE);
    }

    /** The place of the value. */
    public Place subject() {
        return subject;
    }

    /** The place of the value that it is compared with. */
    public Place reference() {
        return reference;
    }

    /** The claimed direction of the difference, subject minus reference. */
    public Expected expected() {
        return expected;
    }

    /** The margin, 0 or more; a fraction of {@link #gain()} if that is present. */
    public double margin() {
        return margin;
    }

    /** The gain that the margin is a fraction of; empty if the margin is absolute. */
    public Optional<Gain> gain() {
        return gain;
    }

    /**
     * Claims of one family are counted together, and corrected for their number together; empty for the main claims.
     * Variants of the same claims, or claims about additional methods, are separate families.
     */
    public String family() {
        return family;
    }

    /** Returns this claim about other places, for example about recipes with other labels. */
    public Claim withPlaces(UnaryOperator<Place> change) {
        Builder copy = builder(id).words(words).measure(measure).subject(change.apply(subject)).reference(change.apply(reference))
                .expected(expected).margin(margin).family(family);
        gain.ifPresent(each -> copy.margin(margin, new Gain(change.apply(each.to()), change.apply(each.from()))));
        return copy.build();
    }

    private List<Object> parts() {
        return List.of(id, words, measure, subject, reference, expected, margin, gain, family);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Claim that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return id + ": " + words;
    }
}
