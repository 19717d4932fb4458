package psr.shell.experiments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.Search;
import psr.api.lab.SummaryRow;

/** The recipes of a run at their last iteration, best first by the first measure that has a direction; the true model is last. */
final class RankedRows {

    private final Results results;
    private final List<String> measures;
    private final Map<String, Map<String, SummaryRow>> rows = new LinkedHashMap<>();
    private final Optional<String> first;

    /** @param all whether to show every measure, or one for each quantity: predictions from operators, not clipped */
    RankedRows(Results results, boolean all) {
        this.results = results;
        this.measures = all ? List.copyOf(results.measures().keySet()) : shown(results.measures());
        this.first = measures.stream().filter(measure -> better(measure) != Better.NEITHER).findFirst();
        Map<String, Map<String, SummaryRow>> unsorted = new LinkedHashMap<>();
        for (SummaryRow row : Results.last(results.summary())) {
            unsorted.computeIfAbsent(row.label(), label -> new LinkedHashMap<>()).put(row.measure(), row);
        }
        List<String> labels = new ArrayList<>(unsorted.keySet());
        // With halving, better recipes have more trials.
        labels.sort(Comparator.comparing((String label) -> label.equals(Experiment.TRUE_MODEL))
                .thenComparingInt(label -> halving(results) ? -unsorted.get(label).values().iterator().next().trials() : 0)
                .thenComparingDouble(label -> rank(unsorted.get(label))));
        labels.forEach(label -> rows.put(label, unsorted.get(label)));
    }

    /** The measures without other sources of the same quantity. */
    private static List<String> shown(Map<String, Measure> all) {
        return all.keySet().stream().filter(name -> {
            int dot = name.lastIndexOf('.');
            String quantity = name.substring(0, dot + 1);
            String last = name.substring(dot + 1);
            return !all.containsKey(quantity + "operators")
                    || !(last.equals("features") || last.equals("operators-clipped") || last.equals("features-clipped"));
        }).toList();
    }

    /** The data set, as it was typed. */
    String dataset() {
        return results.experiment().dataset().toString();
    }

    private static boolean halving(Results results) {
        return results.experiment().search().kind() == Search.Kind.HALVING;
    }

    private Better better(String measure) {
        return results.measures().get(measure).better();
    }

    private double rank(Map<String, SummaryRow> row) {
        if (first.isEmpty()) {
            return 0;
        }
        SummaryRow cell = row.get(first.get());
        return cell == null ? Double.POSITIVE_INFINITY : better(first.get()) == Better.LOWER ? cell.mean() : -cell.mean();
    }

    /** The measures, in the order of columns. */
    List<String> measures() {
        return measures;
    }

    /** The labels of the recipes with results, best first, then the true model. */
    List<String> labels() {
        return List.copyOf(rows.keySet());
    }

    Optional<SummaryRow> row(String label, String measure) {
        return Optional.ofNullable(rows.getOrDefault(label, Map.of()).get(measure));
    }

    /** Any row of a recipe. */
    SummaryRow any(String label) {
        return rows.get(label).values().iterator().next();
    }

    /** The measure that ranks the recipes. */
    Optional<String> first() {
        return first;
    }

    /** The best recipe by a measure that has a direction; empty if there is only one recipe. */
    Optional<SummaryRow> best(String measure) {
        List<SummaryRow> all = rows.values().stream().flatMap(row -> Optional.ofNullable(row.get(measure)).stream())
                .filter(row -> !row.isTrueModel()).toList();
        int most = halving(results) ? all.stream().mapToInt(SummaryRow::trials).max().orElse(0) : 0;
        Comparator<SummaryRow> byMean = Comparator.comparingDouble(SummaryRow::mean);
        return all.size() < 2 || better(measure) == Better.NEITHER ? Optional.empty()
                : all.stream().filter(row -> row.trials() >= most)
                        .min(better(measure) == Better.LOWER ? byMean : byMean.reversed());
    }

    /** Whether a recipe is the best by a measure, or within one standard error of the best. */
    boolean isNearBest(String label, String measure) {
        Optional<SummaryRow> cell = row(label, measure).filter(row -> !row.isTrueModel());
        return cell.isPresent()
                && best(measure).filter(best -> Math.abs(cell.get().mean() - best.mean()) <= best.stderr().orElse(0))
                        .isPresent();
    }
}
