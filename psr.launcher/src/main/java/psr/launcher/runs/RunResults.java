package psr.launcher.runs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
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

/** The finished trials of a run. They are read from the file once and cached if they fit into memory. */
public final class RunResults implements Results {

    /** Results are cached up to this size of the file, in bytes. */
    private static final long CACHE_LIMIT = 64L << 20;

    private final TrialsFile trials;
    private final int finished;
    /** Results that were already read when the run had fewer trials. */
    private volatile List<TrialResult> earlier;
    private volatile List<TrialResult> cached;
    private RunTables tables;

    RunResults(TrialsFile trials) {
        this(trials, List.of());
    }

    private RunResults(TrialsFile trials, List<TrialResult> earlier) {
        this.trials = trials;
        this.earlier = earlier;
        this.finished = trials.finished().get(0, experiment().trials()).cardinality();
    }

    /**
     * The results of these trials. Does not block while results are read.
     *
     * @param before results of the same file at another time, which are reused; null if there are none
     */
    static RunResults of(TrialsFile trials, RunResults before) {
        if (before == null || before.trials.record() != trials.record() || before.trials.end() > trials.end()) {
            return new RunResults(trials);
        }
        if (before.trials.end() == trials.end()) {
            return before;
        }
        List<TrialResult> read = before.cached;
        return new RunResults(trials, trials.end() > CACHE_LIMIT ? List.of() : read == null ? before.earlier : read);
    }

    @Override
    public Experiment experiment() {
        return trials.record().experiment();
    }

    @Override
    public Map<String, Measure> measures() {
        return Collections.unmodifiableMap(trials.record().measures());
    }

    @Override
    public Map<String, String> provenance() {
        return trials.record().provenance();
    }

    @Override
    public List<RateChoice> rates() {
        return trials.record().rates();
    }

    @Override
    public int finishedTrials() {
        return finished;
    }

    @Override
    public synchronized Iterable<TrialResult> trials() {
        if (cached == null && trials.end() <= CACHE_LIMIT) {
            load();
        }
        return cached == null ? trials : cached;
    }

    /** Loads all results into memory, before the file is deleted. */
    public synchronized RunResults load() {
        if (cached == null) {
            Map<Integer, List<TrialResult>> known = new HashMap<>();
            earlier.forEach(result -> known.computeIfAbsent(result.trial(), trial -> new ArrayList<>()).add(result));
            List<TrialResult> all = new ArrayList<>();
            trials.finished().stream()
                    .forEach(trial -> all.addAll(known.containsKey(trial) ? known.get(trial) : trials.results(trial)));
            cached = Collections.unmodifiableList(all);
            earlier = List.of();
        }
        return this;
    }

    @Override
    public List<SummaryRow> summary() {
        return tables().summary();
    }

    @Override
    public List<SummaryRow> differences(String reference, Collection<String> measures) {
        return RunTables.differences(this, reference, measures);
    }

    @Override
    public List<TimeRow> times() {
        return tables().times();
    }

    @Override
    public List<Occurrence> occurrences() {
        return tables().occurrences();
    }

    private synchronized RunTables tables() {
        if (tables == null) {
            tables = RunTables.of(this);
        }
        return tables;
    }
}
