package psr.launcher.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;

import psr.api.lab.Experiment;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;
import psr.math.statistics.RunningMean;

/**
 * Means and standard errors over trials. Reads the results twice and keeps none of them: its size does not depend on
 * the number of trials.
 *
 * <p>A trial whose recipe stopped early keeps the value of its last model for the iterations after, so that every mean
 * is over the same trials. Failed results are left out, and so are values that do not exist (a metric with nothing to
 * measure).
 */
final class Summary {

    private Summary() {}

    /**
     * The summary of results.
     *
     * @param experiment for the order of recipes
     * @param columns the full names of the metrics, in the order wanted
     * @param results in the order of trials, on which the last bits of a mean depend; iterated twice
     */
    static List<SummaryRow> of(Experiment experiment, List<String> columns, Iterable<TrialResult> results) {
        Map<String, TreeSet<Integer>> iterations = new LinkedHashMap<>();
        experiment.recipes().forEach(recipe -> iterations.put(recipe.label(), new TreeSet<>()));
        iterations.put(Experiment.TRUE_MODEL, new TreeSet<>());
        for (TrialResult result : results) {
            if (counts(result)) {
                result.curve().forEach(point -> iterations.get(result.label()).add(point.iteration()));
            }
        }
        Map<String, Map<Integer, Map<String, RunningMean>>> means = new LinkedHashMap<>();
        iterations.forEach((label, all) -> means.put(label, means(all, experiment.every(), columns)));
        for (TrialResult result : results) {
            if (counts(result)) {
                means.get(result.label()).forEach((iteration, row) -> add(row, at(result.curve(), iteration)));
            }
        }
        List<SummaryRow> rows = new ArrayList<>();
        means.forEach((label, byIteration) -> byIteration.forEach((iteration, row) -> row.forEach((column, mean) -> {
            if (mean.count() > 0) {
                rows.add(label.equals(Experiment.TRUE_MODEL)
                        ? SummaryRow.ofTrueModel(iteration, column, mean.mean(), error(mean), mean.count())
                        : SummaryRow.of(label, iteration, column, mean.mean(), error(mean), mean.count()));
            }
        })));
        return List.copyOf(rows);
    }

    private static OptionalDouble error(RunningMean mean) {
        return mean.count() < 2 ? OptionalDouble.empty() : OptionalDouble.of(mean.standardError());
    }

    private static boolean counts(TrialResult result) {
        return result.failure().isEmpty() && !result.curve().isEmpty();
    }

    /** For the regular iterations and the very last; where a single trial stopped early does not matter to the rest. */
    private static Map<Integer, Map<String, RunningMean>> means(TreeSet<Integer> all, int every, List<String> columns) {
        Map<Integer, Map<String, RunningMean>> means = new LinkedHashMap<>();
        for (int iteration : all) {
            if (iteration % every == 0 || iteration == all.last()) {
                Map<String, RunningMean> row = new LinkedHashMap<>();
                columns.forEach(column -> row.put(column, new RunningMean()));
                means.put(iteration, row);
            }
        }
        return means;
    }

    private static void add(Map<String, RunningMean> row, Map<String, Double> values) {
        row.forEach((column, mean) -> {
            Double value = values.get(column);
            if (value != null) {
                mean.add(value);
            }
        });
    }

    /** The values at an iteration, or the last before it. */
    private static Map<String, Double> at(List<TrialResult.Point> curve, int iteration) {
        Map<String, Double> values = Map.of();
        for (TrialResult.Point point : curve) {
            if (point.iteration() <= iteration) {
                values = point.values();
            }
        }
        return values;
    }
}
