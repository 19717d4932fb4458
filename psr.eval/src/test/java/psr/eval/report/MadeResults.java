package psr.eval.report;

import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;

/** Results that no laboratory made. Their summary is empty: reports make their own means. */
record MadeResults(Experiment experiment, Map<String, Measure> measures, Map<String, String> provenance, int finishedTrials,
        Iterable<TrialResult> trials, List<RateChoice> rates) implements Results {

    MadeResults(Experiment experiment, Map<String, Measure> measures, Map<String, String> provenance, int finishedTrials,
            Iterable<TrialResult> trials) {
        this(experiment, measures, provenance, finishedTrials, trials, List.of());
    }

    @Override
    public List<SummaryRow> summary() {
        return List.of();
    }
}
