package psr.eval.report;

import java.util.Collection;
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

/** Results without a laboratory. */
record MadeResults(Experiment experiment, Map<String, Measure> measures, Map<String, String> provenance, int finishedTrials,
        Iterable<TrialResult> trials, List<RateChoice> rates) implements Results {

    MadeResults(Experiment experiment, Map<String, Measure> measures, Map<String, String> provenance, int finishedTrials,
            Iterable<TrialResult> trials) {
        this(experiment, measures, provenance, finishedTrials, trials, List.of());
    }

    @Override
    public List<SummaryRow> summary() {
        return RunTables.of(this).summary();
    }

    @Override
    public List<SummaryRow> differences(String reference, Collection<String> names) {
        return RunTables.differences(this, reference, names);
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
