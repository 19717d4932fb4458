package psr.api.lab;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.eval.Measure;

/** All that a run has left behind so far. Thread-safe; what it says does not change once it was given out. */
@ProviderType
public interface Results {

    /** What was asked, with the rates that were chosen. */
    Experiment experiment();

    /** Every measure by its full name, for example {@code pnll.operators}, in the order of tables; not modifiable. */
    Map<String, Measure> measures();

    /** What else is needed to run it again, by name: versions, hashes, commit, Java, processor; not modifiable. */
    Map<String, String> provenance();

    /** The rates that were chosen for it, and why; empty if none were to be chosen. Not modifiable. */
    List<RateChoice> rates();

    /** How many trials are finished. */
    int finishedTrials();

    /**
     * Every result of the finished trials, in the order of trials and, within a trial, of recipes, the true model last. Read
     * anew on each iteration, so that there may be more than fit in memory.
     */
    Iterable<TrialResult> trials();

    /**
     * Means over the finished trials: recipes in the order asked, the true model last; iterations rising; measures in the
     * order asked; not modifiable. A trial whose recipe stopped early keeps the value of its last model for the iterations
     * after, so that every mean is over the same trials.
     */
    List<SummaryRow> summary();

    /**
     * Means of paired differences, subject less reference: of every recipe and the true model but the reference itself, in the
     * order of {@link #summary}, at the iterations at which either is in the summary. A trial counts where both have a value,
     * measured there or before.
     *
     * @param reference the label of a recipe, or {@link Experiment#TRUE_MODEL}
     * @param measures full names, in the order wanted
     * @return not modifiable; a row's mean, error and trials are those of the differences
     * @throws IllegalArgumentException if there is no such recipe; names those that there are
     */
    List<SummaryRow> differences(String reference, Collection<String> measures);

    /** How long stages took: recipes in the order asked, stages in their order; not modifiable. */
    List<TimeRow> times();

    /**
     * What failed, was not measured or was counted, in the order in which it first happened; not modifiable. Of one recipe, the
     * reasons of one kind may differ in every trial: beyond the first fifty they are added up as {@code other reasons}.
     */
    List<Occurrence> occurrences();

    /** Of a summary or of differences, each recipe's and measure's row at the last iteration, in their order. */
    static List<SummaryRow> last(List<SummaryRow> rows) {
        Map<List<String>, SummaryRow> last = new HashMap<>();
        rows.forEach(row -> last.merge(List.of(row.label(), row.measure()), row,
                (one, other) -> one.iteration() > other.iteration() ? one : other));
        return rows.stream().filter(row -> last.get(List.of(row.label(), row.measure())).equals(row)).toList();
    }

    /**
     * The same without some recipes, and without the claims about them: for figures of fewer lines.
     *
     * @param labels of recipes, or {@link Experiment#TRUE_MODEL}
     * @throws IllegalArgumentException if there is no such recipe, or no recipe would be left
     */
    default Results without(Set<String> labels) {
        return labels.isEmpty() ? this : new PartOfResults(this, labels);
    }
}
