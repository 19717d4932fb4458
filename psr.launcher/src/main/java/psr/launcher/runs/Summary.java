package psr.launcher.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;

import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;

/**
 * Means and standard errors over trials. Reads the results twice and keeps none of them: its size does not depend on
 * the number of trials.
 *
 * <p>A trial whose recipe stopped early keeps the value of its last model for the iterations after, so that every mean
 * is over the same trials. Failed results are left out, and so are values that do not exist (a metric with nothing to
 * measure).
 */
public final class Summary {

    /**
     * One line.
     *
     * @param recipe the label
     * @param iteration iterations of the last stage
     * @param metric the full name
     * @param mean over trials
     * @param error the standard error of the mean, sample deviation / √trials; empty if there is one trial only
     * @param trials how many there are
     */
    public record Row(String recipe, int iteration, String metric, double mean, OptionalDouble error, int trials) {}

    private final List<Row> rows = new ArrayList<>();

    /**
     * The summary of results.
     *
     * @param experiment for the order of recipes
     * @param columns the full names of the metrics, in the order wanted
     * @param results in the order of trials, on which the last bits of a mean depend; iterated twice
     */
    public Summary(Experiment experiment, List<String> columns, Iterable<TrialResult> results) {
        Map<String, TreeSet<Integer>> iterations = new LinkedHashMap<>();
        experiment.recipes().forEach(recipe -> iterations.put(recipe.label(), new TreeSet<>()));
        iterations.put(Experiment.ORACLE, new TreeSet<>());
        for (TrialResult result : results) {
            if (counts(result)) {
                result.curve().forEach(point -> iterations.get(result.recipe()).add(point.iteration()));
            }
        }
        Map<String, Map<Integer, Map<String, Tally>>> tallies = new LinkedHashMap<>();
        iterations.forEach((label, all) -> tallies.put(label, tallies(all, experiment.every(), columns)));
        for (TrialResult result : results) {
            if (counts(result)) {
                tallies.get(result.recipe()).forEach((iteration, row) -> add(row, at(result.curve(), iteration)));
            }
        }
        tallies.forEach((label, byIteration) -> byIteration.forEach((iteration, row) -> row.forEach((column, tally) -> {
            if (tally.count() > 0) {
                rows.add(new Row(label, iteration, column, tally.mean(), tally.error(), tally.count()));
            }
        })));
    }

    private static boolean counts(TrialResult result) {
        return result.failure().isEmpty() && !result.curve().isEmpty();
    }

    /** For the regular iterations and the very last; where a single trial stopped early does not matter to the rest. */
    private static Map<Integer, Map<String, Tally>> tallies(TreeSet<Integer> all, int every, List<String> columns) {
        Map<Integer, Map<String, Tally>> tallies = new LinkedHashMap<>();
        for (int iteration : all) {
            if (iteration % every == 0 || iteration == all.last()) {
                Map<String, Tally> row = new LinkedHashMap<>();
                columns.forEach(column -> row.put(column, new Tally()));
                tallies.put(iteration, row);
            }
        }
        return tallies;
    }

    private static void add(Map<String, Tally> row, Map<String, Double> values) {
        row.forEach((column, tally) -> {
            Double value = values.get(column);
            if (value != null) {
                tally.add(value);
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

    /** All lines: recipes in the order asked, the oracle last; iterations rising; metrics in the order asked. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** The lines of the last iteration of each recipe. */
    public List<Row> last() {
        Map<String, Integer> last = new LinkedHashMap<>();
        rows.forEach(row -> last.merge(row.recipe(), row.iteration(), Math::max));
        return rows.stream().filter(row -> row.iteration() == last.get(row.recipe())).toList();
    }
}
