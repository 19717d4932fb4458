package psr.shell.fakes;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.TrialResult;
import psr.math.statistics.RunTables;

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

    @Override
    public List<SummaryRow> summary() {
        return RunTables.of(this).summary();
    }

    @Override
    public List<SummaryRow> differences(String reference, Collection<String> measures) {
        return RunTables.differences(this, reference, measures);
    }

    @Override
    public List<TimeRow> times() {
        return RunTables.of(this).times();
    }

    @Override
    public List<Occurrence> occurrences() {
        return RunTables.of(this).occurrences();
    }
}
