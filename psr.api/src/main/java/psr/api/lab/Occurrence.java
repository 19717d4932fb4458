package psr.api.lab;

/**
 * Something that happened to one recipe, or to the true model, in some trials. A failed trial counts as a failure only: its
 * counters and its missing measures are not in other occurrences.
 *
 * @param label the label of the recipe, or {@link Experiment#TRUE_MODEL}
 * @param kind what happened
 * @param name the metric or the counter; empty for a failure
 * @param reason the reason; empty for a counter
 * @param count the sum of a counter; otherwise the number of trials
 * @param trials the number of trials in which it happened
 * @param refusal whether it is a failure because the user requested something impossible, in all of these trials
 */
public record Occurrence(String label, Kind kind, String name, String reason, long count, int trials, boolean refusal) {

    /** The kind of an occurrence. */
    public enum Kind {
        /** There is no model. */
        FAILED,
        /** There is a model, but a metric failed. */
        NOT_MEASURED,
        /** There is a model, and the learner, a refiner or a filter incremented a counter. */
        COUNTED
    }
}
