package psr.api.lab;

/**
 * Something that happened to one recipe, or to the true model, in some trials. A trial that failed counts as a failure only:
 * neither what it counted nor what it could not measure is in any other occurrence.
 *
 * @param label the label of the recipe, or {@link Experiment#TRUE_MODEL}
 * @param kind what happened
 * @param name the metric or the counter; empty for a failure
 * @param reason why; empty for a counter
 * @param count the sum of a counter; of others, the number of trials
 * @param trials in how many trials it happened at all
 * @param refusal whether it is a failure because the user asked for something that cannot be, in every one of these trials
 */
public record Occurrence(String label, Kind kind, String name, String reason, long count, int trials, boolean refusal) {

    /** What can happen in a trial. */
    public enum Kind {
        /** There is no model. */
        FAILED,
        /** There is a model, and a metric failed. */
        NOT_MEASURED,
        /** There is a model, and the learner, a refiner or a filter counted something. */
        COUNTED
    }
}
