package psr.launcher.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
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
        Map<String, Means> means = new LinkedHashMap<>();
        iterations.forEach((label, all) -> means.put(label, new Means(all, experiment.every(), columns)));
        for (TrialResult result : results) {
            if (counts(result)) {
                means.get(result.label()).add(result.curve());
            }
        }
        List<SummaryRow> rows = new ArrayList<>();
        means.forEach((label, own) -> own.writeTo(rows, label));
        return Collections.unmodifiableList(rows);
    }

    private static OptionalDouble error(RunningMean mean) {
        return mean.count() < 2 ? OptionalDouble.empty() : OptionalDouble.of(mean.standardError());
    }

    private static boolean counts(TrialResult result) {
        return result.failure().isEmpty() && !result.curve().isEmpty();
    }

    /** Those of one recipe, for the regular iterations and the very last; where a single trial stopped early does not matter to the rest. */
    private static final class Means {

        private final int[] iterations;
        private final List<String> columns;
        /** By iteration, then by column. */
        private final RunningMean[] means;

        Means(SortedSet<Integer> all, int every, List<String> columns) {
            this.iterations =
                    all.stream().mapToInt(Integer::intValue).filter(each -> each % every == 0 || each == all.last()).toArray();
            this.columns = columns;
            this.means = new RunningMean[iterations.length * columns.size()];
            Arrays.setAll(means, i -> new RunningMean());
        }

        /** Adds a trial: at each iteration its values, or the last before. */
        void add(List<TrialResult.Point> curve) {
            int next = 0;
            for (int i = 0; i < iterations.length; i++) {
                while (next < curve.size() && curve.get(next).iteration() <= iterations[i]) {
                    next++;
                }
                if (next > 0) {
                    add(i, curve.get(next - 1).values());
                }
            }
        }

        private void add(int place, Map<String, Double> values) {
            for (int column = 0; column < columns.size(); column++) {
                Double value = values.get(columns.get(column));
                if (value != null) {
                    means[place * columns.size() + column].add(value);
                }
            }
        }

        void writeTo(List<SummaryRow> rows, String label) {
            for (int i = 0; i < means.length; i++) {
                RunningMean mean = means[i];
                int iteration = iterations[i / columns.size()];
                String column = columns.get(i % columns.size());
                if (mean.count() > 0) {
                    rows.add(label.equals(Experiment.TRUE_MODEL)
                            ? SummaryRow.ofTrueModel(iteration, column, mean.mean(), error(mean), mean.count())
                            : SummaryRow.of(label, iteration, column, mean.mean(), error(mean), mean.count()));
                }
            }
        }
    }
}
