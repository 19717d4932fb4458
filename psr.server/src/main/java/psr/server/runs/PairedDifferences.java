package psr.server.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;
import psr.server.http.ProblemException;

/**
 * Each row of the summary less the same of a reference, trial by trial: at the same iteration, or at the last of the reference before it. A
 * trial counts where both have a value.
 */
final class PairedDifferences {

    private PairedDifferences() {}

    /** The results of one trial, by label. */
    private static final class OneTrial {

        private final Map<String, TrialResult> results = new LinkedHashMap<>();
    }

    /**
     * The differences.
     *
     * @param reference the label of a recipe, or that of the true model
     * @param wanted of which rows of the summary
     * @throws ProblemException if there is none of that label
     */
    static List<SummaryRow> of(Results results, String reference, RowFilter wanted) {
        List<String> labels = new ArrayList<>(results.experiment().recipes().stream().map(recipe -> recipe.label()).toList());
        labels.add(Experiment.TRUE_MODEL);
        if (!labels.contains(reference)) {
            throw ProblemException
                    .malformed("reference must be one of " + String.join(", ", labels) + "; reference=" + reference);
        }
        Map<Integer, OneTrial> trials = new TreeMap<>();
        for (TrialResult result : results.trials()) {
            trials.computeIfAbsent(result.trial(), number -> new OneTrial()).results.put(result.label(), result);
        }
        List<SummaryRow> rows = new ArrayList<>();
        for (SummaryRow row : wanted.among(results.summary())) {
            if (row.label().equals(reference)) {
                continue;
            }
            WelfordMean mean = new WelfordMean();
            for (OneTrial trial : trials.values()) {
                Double subject = at(trial.results.get(row.label()), row);
                Double compared = at(trial.results.get(reference), row);
                if (subject != null && compared != null) {
                    mean.add(subject - compared);
                }
            }
            if (mean.count() > 0) {
                rows.add(row.isTrueModel()
                        ? SummaryRow.ofTrueModel(row.iteration(), row.measure(), mean.mean(), mean.error(), mean.count())
                        : SummaryRow.of(row.label(), row.iteration(), row.measure(), mean.mean(), mean.error(), mean.count()));
            }
        }
        return rows;
    }

    private static Double at(TrialResult result, SummaryRow row) {
        if (result == null || result.failure().isPresent()) {
            return null;
        }
        Double value = null;
        for (TrialResult.Point point : result.curve()) {
            if (point.iteration() <= row.iteration()) {
                value = point.values().get(row.measure());
            }
        }
        return value;
    }
}
