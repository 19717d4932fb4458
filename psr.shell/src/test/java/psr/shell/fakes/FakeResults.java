package psr.shell.fakes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;

/**
 * Results that were made by hand.
 *
 * @param results of finished trials
 */
public record FakeResults(Experiment experiment, List<TrialResult> results) implements Results {

    @Override
    public Map<String, Measure> measures() {
        Map<String, Measure> measures = new LinkedHashMap<>();
        experiment.metrics().forEach(metric -> measures.put(metric.name() + ".value",
                Measure.of("value", Measure.Better.LOWER, "a number")));
        results.forEach(result -> result.last().keySet().forEach(name -> measures.putIfAbsent(name,
                Measure.of(name.substring(name.indexOf('.') + 1), Measure.Better.LOWER, "another number"))));
        return measures;
    }

    @Override
    public Map<String, String> provenance() {
        return Map.of();
    }

    @Override
    public List<RateChoice> rates() {
        return List.of();
    }

    @Override
    public int finishedTrials() {
        return (int) results.stream().mapToInt(TrialResult::trial).distinct().count();
    }

    @Override
    public Iterable<TrialResult> trials() {
        return results;
    }

    /** The mean at the last iteration. */
    @Override
    public List<SummaryRow> summary() {
        List<SummaryRow> rows = new ArrayList<>();
        Set<String> labels = new LinkedHashSet<>();
        results.forEach(result -> labels.add(result.label()));
        for (String label : labels) {
            for (String measure : measures().keySet()) {
                double[] values = results.stream().filter(result -> result.label().equals(label)
                        && result.last().containsKey(measure)).mapToDouble(result -> result.last().get(measure)).toArray();
                if (values.length > 0) {
                    double mean = Arrays.stream(values).sum() / values.length;
                    rows.add(SummaryRow.of(label, 0, measure, mean, OptionalDouble.empty(), values.length));
                }
            }
        }
        return rows;
    }
}
