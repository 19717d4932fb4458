package psr.api.lab;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.eval.Measure;

/** The results of a run so far. An immutable snapshot; thread-safe. */
@ProviderType
public interface Results {

    /** The experiment, with the chosen rates. */
    Experiment experiment();

    /** Every measure by its full name, for example {@code pnll.operators}, in the order of tables; not modifiable. */
    Map<String, Measure> measures();

    /** What else is needed to repeat the run, by name: versions, hashes, commit, Java, processor; not modifiable. */
    Map<String, String> provenance();

    /** The chosen rates, and why they were chosen; empty if there was no search. Not modifiable. */
    List<RateChoice> rates();

    /** The number of finished trials. */
    int finishedTrials();

    /**
     * Every result of the finished trials, in the order of trials and, within a trial, of recipes, the true model last. Each
     * iteration may read them from a file again, so there may be more than fit into memory.
     */
    Iterable<TrialResult> trials();

    /**
     * Means over the finished trials: recipes in the requested order, the true model last; increasing iterations; measures
     * in the requested order; not modifiable. If a recipe stopped early in a trial, later iterations use the value of its
     * last model, so that every mean is over the same trials.
     */
    List<SummaryRow> summary();

    /**
     * Means of paired differences, subject minus reference, for every recipe and the true model except the reference, in the
     * order of {@link #summary}, at the iterations at which either is in the summary. A trial counts if both have a value,
     * measured at that iteration or before.
     *
     * @param reference the label of a recipe, or {@link Experiment#TRUE_MODEL}
     * @param measures full names, in the requested order
     * @return not modifiable; a row's mean, error and trials are those of the differences
     * @throws IllegalArgumentException if there is no such recipe; the message lists the recipes
     */
    List<SummaryRow> differences(String reference, Collection<String> measures);

    /** The times of stages: recipes in the requested order, stages in their order; not modifiable. */
    List<TimeRow> times();

    /**
     * Failures, missing measures and counters, in the order of their first occurrence; not modifiable. Reasons may differ in
     * every trial: for each recipe and kind, those after the first fifty are summed up as {@code other reasons}.
     */
    List<Occurrence> occurrences();

    /** Selects the row of each recipe and measure at the last iteration, from a summary or from differences. */
    static List<SummaryRow> last(List<SummaryRow> rows) {
        Map<List<String>, SummaryRow> last = new HashMap<>();
        rows.forEach(row -> last.merge(List.of(row.label(), row.measure()), row,
                (one, other) -> one.iteration() > other.iteration() ? one : other));
        return rows.stream().filter(row -> last.get(List.of(row.label(), row.measure())).equals(row)).toList();
    }

    /**
     * The same results without some recipes and the claims about them, for figures with fewer lines.
     *
     * @param labels the labels of recipes, or {@link Experiment#TRUE_MODEL}
     * @throws IllegalArgumentException if there is no such recipe, or no recipe would remain
     */
    default Results without(Set<String> labels) {
        return labels.isEmpty() ? this : new PartOfResults(this, labels);
    }
}
