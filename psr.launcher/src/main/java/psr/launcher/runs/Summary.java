package psr.launcher.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.TrialResult;

/**
 * Means and standard errors over trials. Does not depend on the order in which results came in.
 *
 * <p>A trial whose recipe stopped early keeps the value of its last model for the iterations after, so that every
 * mean is over the same trials. Failed results are left out, and so are values that do not exist (a metric with
 * nothing to measure).
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
     * @param results in any order
     */
    public Summary(Experiment experiment, List<String> columns, List<TrialResult> results) {
        List<String> labels = new ArrayList<>(experiment.recipes().stream().map(Recipe::label).toList());
        labels.add(Experiment.ORACLE);
        for (String label : labels) {
            List<List<TrialResult.Point>> curves = results.stream()
                    .filter(result -> result.recipe().equals(label) && result.failure().isEmpty()
                            && !result.curve().isEmpty())
                    .sorted(Comparator.comparingInt(TrialResult::trial)).map(TrialResult::curve).toList();
            for (int iteration : iterations(curves, experiment.every())) {
                for (String column : columns) {
                    add(label, iteration, column, curves);
                }
            }
        }
    }

    /** The regular iterations and the very last; where a single trial stopped early is of no interest to the others. */
    private static TreeSet<Integer> iterations(List<List<TrialResult.Point>> curves, int every) {
        TreeSet<Integer> all = new TreeSet<>();
        curves.forEach(curve -> curve.forEach(point -> all.add(point.iteration())));
        if (!all.isEmpty()) {
            int last = all.last();
            all.removeIf(iteration -> iteration % every != 0 && iteration != last);
        }
        return all;
    }

    private void add(String label, int iteration, String column, List<List<TrialResult.Point>> curves) {
        double[] values = curves.stream().map(curve -> at(curve, iteration)).map(values1 -> values1.get(column))
                .filter(value -> value != null).mapToDouble(Double::doubleValue).toArray();
        if (values.length == 0) {
            return;
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        OptionalDouble error = values.length == 1 ? OptionalDouble.empty()
                : OptionalDouble.of(Math.sqrt(squares / (values.length - 1) / values.length));
        rows.add(new Row(label, iteration, column, mean, error, values.length));
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
        return rows.stream().filter(row -> rows.stream()
                .noneMatch(later -> later.recipe().equals(row.recipe()) && later.iteration() > row.iteration()))
                .toList();
    }
}
