package psr.api.eval;

/**
 * One number that a metric computes.
 *
 * @param name what follows the metric's name and a dot in tables: {@code operators} in {@code pnll.operators}; unique
 *        within the metric
 * @param better which way is better
 * @param help what it is, in one line, without a full stop
 */
public record Measure(String name, Better better, String help) {

    /** Which way is better. */
    public enum Better {
        /** A small value is good. */
        LOWER,
        /** A large value is good. */
        HIGHER,
        /** Neither: it describes. */
        NEITHER
    }
}
