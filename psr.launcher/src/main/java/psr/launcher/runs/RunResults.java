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

/** The finished trials of a run. They are read from the file once and kept where they fit into memory. */
public final class RunResults implements Results {

    /** Up to this size of the file, in bytes, results are kept in memory. */
    private static final long KEPT = 64L << 20;

    private final RunRecord record;
    private final TrialsFile trials;
    private final int finished;
    /** What was read already of the same run when it had fewer trials. */
    private volatile List<TrialResult> earlier;
    private volatile List<TrialResult> kept;
    private RunTables tables;

    RunResults(RunRecord record, TrialsFile trials) {
        this(record, trials, List.of());
    }

    private RunResults(RunRecord record, TrialsFile trials, List<TrialResult> earlier) {
        this.record = record;
        this.trials = trials;
        this.earlier = earlier;
        this.finished = trials.finished().get(0, record.experiment().trials()).cardinality();
    }

    /** The results of the same run after more trials: what is read by now is not read again. Waits for nobody who reads. */
    RunResults after(TrialsFile more) {
        List<TrialResult> read = kept;
        return new RunResults(record, more, more.end() > KEPT ? List.of() : read == null ? earlier : read);
    }

    /** Whether this is of a run with that record. */
    boolean isOf(RunRecord other) {
        return record == other;
    }

    /** Whether these are all results of a run, which end there in its file. */
    boolean endAt(long end) {
        return trials.end() == end;
    }

    @Override
    public Experiment experiment() {
        return record.experiment();
    }

    @Override
    public Map<String, Measure> measures() {
        return Collections.unmodifiableMap(record.measures());
    }

    @Override
    public Map<String, String> provenance() {
        return record.provenance();
    }

    @Override
    public List<RateChoice> rates() {
        return record.rates();
    }

    @Override
    public int finishedTrials() {
        return finished;
    }

    @Override
    public synchronized Iterable<TrialResult> trials() {
        if (kept == null && trials.end() <= KEPT) {
            keep();
        }
        return kept == null ? trials : kept;
    }

    /** Takes everything into memory, before the file goes away. */
    public synchronized RunResults keep() {
        if (kept == null) {
            Map<Integer, List<TrialResult>> known = new HashMap<>();
            earlier.forEach(result -> known.computeIfAbsent(result.trial(), trial -> new ArrayList<>()).add(result));
            List<TrialResult> all = new ArrayList<>();
            trials.finished().stream()
                    .forEach(trial -> all.addAll(known.containsKey(trial) ? known.get(trial) : trials.results(trial)));
            kept = Collections.unmodifiableList(all);
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
