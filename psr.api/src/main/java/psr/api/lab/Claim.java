package psr.api.lab;

import java.util.Objects;

/**
 * A sentence about an experiment that can be true or false: the value of a measure at one place, less its value at another,
 * is below, above or within a margin. Judged from the paired differences over trials.
 *
 * @param id short and unique within the experiment, for example {@code pnll.ig-decreases}
 * @param words what is claimed, in short
 * @param measure what is compared, for example {@code pnll.operators}; or {@link #TIME}
 * @param subject where the value is taken from
 * @param reference where the value is taken from that it is compared with
 * @param expected what the difference, subject less reference, is claimed to be
 * @param margin 0 or more; the difference is to be below −margin, above margin, or within ±margin
 */
public record Claim(String id, String words, String measure, Place subject, Place reference, Expected expected,
        double margin) {

    /**
     * The measure of speed: the decimal logarithm of the seconds a recipe's last stage took, so that a margin of 1 is a
     * factor of ten.
     */
    public static final String TIME = "log10-seconds";

    /** What a difference is claimed to be. */
    public enum Expected {
        /** Below −margin. */
        BELOW,
        /** Above margin. */
        ABOVE,
        /** From −margin to margin. */
        WITHIN
    }

    /** Where on the curve of a recipe. */
    public enum When {
        /** Iteration 0, before refinement. */
        FIRST,
        /** The measured iteration nearest to half of the last. */
        MIDDLE,
        /** The last iteration. */
        LAST
    }

    /**
     * A recipe and a point on its curve.
     *
     * @param recipe its label
     * @param when where on the curve
     */
    public record Place(String recipe, When when) {}

    /** Checks that all parts are there. */
    public Claim {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(words, "words");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(expected, "expected");
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("the margin of a claim must be 0 or more; margin=" + margin + " (" + id + ")");
        }
    }
}
