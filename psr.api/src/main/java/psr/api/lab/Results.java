package psr.api.lab;

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
     * The same without some recipes, and without the claims about them: for figures of fewer lines.
     *
     * @param labels of recipes, or {@link Experiment#TRUE_MODEL}
     * @throws IllegalArgumentException if there is no such recipe, or no recipe would be left
     */
    default Results without(Set<String> labels) {
        return labels.isEmpty() ? this : new PartOfResults(this, labels);
    }
}
