package psr.api.eval;

import java.util.Objects;

/** One number that a metric computes. Immutable; equal if all parts are equal. */
public final class Measure {

    /** Which direction is better. */
    public enum Better {
        /** Small values are better. */
        LOWER,
        /** Large values are better. */
        HIGHER,
        /** Neither; the measure is descriptive. */
        NEITHER
    }

    private final String name;
    private final Better better;
    private final String help;

    private Measure(String name, Better better, String help) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a measure must have a name; it is blank");
        }
        this.name = name;
        this.better = Objects.requireNonNull(better, "better");
        this.help = Objects.requireNonNull(help, "help");
    }

    /**
     * A measure.
     *
     * @param name the part after the metric's name and a dot: {@code operators} in {@code pnll.operators}; unique within
     *         the metric
     * @param better which direction is better
     * @param help a one-line description without a full stop
     */
    public static Measure of(String name, Better better, String help) {
        return new Measure(name, better, help);
    }

    /** The part of the name after the metric's name and a dot. */
    public String name() {
        return name;
    }

    /** Which direction is better. */
    public Better better() {
        return better;
    }

    /** A one-line description. */
    public String help() {
        return help;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Measure that && name.equals(that.name) && better == that.better && help.equals(that.help);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, better, help);
    }

    @Override
    public String toString() {
        return name + " (" + better + "): " + help;
    }
}
