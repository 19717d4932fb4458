package psr.api.eval;

import java.util.Objects;

/** One number that a metric computes. Immutable; equal when all parts are. */
public final class Measure {

    /** Which way is better. */
    public enum Better {
        /** A small value is good. */
        LOWER,
        /** A large value is good. */
        HIGHER,
        /** Neither: it describes. */
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
     * @param name what follows the metric's name and a dot in tables: {@code operators} in {@code pnll.operators}; unique
     *        within the metric
     * @param better which way is better
     * @param help what it is, in one line, without a full stop
     */
    public static Measure of(String name, Better better, String help) {
        return new Measure(name, better, help);
    }

    /** What follows the metric's name and a dot in tables. */
    public String name() {
        return name;
    }

    /** Which way is better. */
    public Better better() {
        return better;
    }

    /** What it is, in one line. */
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
