package psr.eval.report.statistics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.Occurrence.Kind;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.StageTime;
import psr.math.statistics.RunningMean;

/**
 * One recipe, or the true model, in a comparison: what the tables of the run have of it. Failed trials count as failures only.
 */
public final class Contender {

    /** So many different reasons are shown: they may hold numbers that differ from trial to trial. */
    private static final int REASONS = 5;
    private static final String OTHERS = "other reasons";

    private final String label;
    private final Map<String, List<SummaryRow>> curves;
    private final Map<String, List<SummaryRow>> differences;
    private final List<TimeRow> times;
    private final List<Occurrence> occurrences;
    private final RunningMean wholeSeconds = new RunningMean();
    private final RunningMean lastIterations = new RunningMean();
    private int successes;

    /**
     * A recipe without trials; what else there is of it.
     *
     * @param curves its rows of the summary, by measure
     * @param differences its paired differences to the baseline, by measure
     */
    Contender(String label, Map<String, List<SummaryRow>> curves, Map<String, List<SummaryRow>> differences,
            List<TimeRow> times, List<Occurrence> occurrences) {
        this.label = label;
        this.curves = curves;
        this.differences = differences;
        this.times = times;
        this.occurrences = occurrences;
    }

    /** Adds what no table has of a trial. */
    void add(TrialResult result) {
        if (result.failure().isPresent()) {
            return;
        }
        successes++;
        if (!result.stages().isEmpty()) {
            wholeSeconds.add(result.stages().stream().mapToDouble(StageTime::seconds).sum());
        }
        if (!result.curve().isEmpty()) {
            lastIterations.add(result.curve().get(result.curve().size() - 1).iteration());
        }
    }

    /** The recipe's label, or {@link Experiment#TRUE_MODEL}. */
    public String label() {
        return label;
    }

    /** Whether it is the true model. */
    public boolean oracle() {
        return label.equals(Experiment.TRUE_MODEL);
    }

    /** How many trials gave a model. */
    public int successes() {
        return successes;
    }

    /** How many of the other trials failed, by reason. */
    public Map<String, Integer> failures() {
        return reasons(occurrences(Kind.FAILED));
    }

    /** How many trials gave a model that could not be measured, by metric and by reason. */
    public Map<String, Map<String, Integer>> unmeasured() {
        Map<String, Map<String, Integer>> unmeasured = new LinkedHashMap<>();
        List<Occurrence> all = occurrences(Kind.NOT_MEASURED);
        all.forEach(each -> unmeasured.computeIfAbsent(each.name(),
                metric -> reasons(all.stream().filter(other -> other.name().equals(metric)).toList())));
        return unmeasured;
    }

    /** What was counted. */
    public List<Occurrence> counters() {
        return occurrences(Kind.COUNTED);
    }

    private List<Occurrence> occurrences(Kind kind) {
        return occurrences.stream().filter(each -> each.kind() == kind).toList();
    }

    private static Map<String, Integer> reasons(List<Occurrence> all) {
        Map<String, Integer> reasons = new LinkedHashMap<>();
        all.forEach(each -> reasons.merge(reasons.size() < REASONS ? each.reason() : OTHERS, each.trials(), Integer::sum));
        return reasons;
    }

    /** The measures that have a value in some trial, by full name. */
    Set<String> measures() {
        return curves.keySet();
    }

    /** The mean against iterations; empty if it was never measured. */
    public List<SummaryRow> curve(String measure) {
        return curves.getOrDefault(measure, List.of());
    }

    /** The mean paired difference to the baseline against iterations; empty if there is no pair. */
    public List<SummaryRow> differences(String measure) {
        return differences.getOrDefault(measure, List.of());
    }

    /** The end of the curve. */
    public Optional<SummaryRow> last(String measure) {
        return last(curve(measure));
    }

    /** The end of the paired differences. */
    public Optional<SummaryRow> difference(String measure) {
        return last(differences(measure));
    }

    private static <T> Optional<T> last(List<T> rows) {
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(rows.size() - 1));
    }

    /** All stages together. */
    public RunningMean wholeSeconds() {
        return wholeSeconds;
    }

    /** The last stage alone; empty without a model, and for the true model. */
    public Optional<TimeRow> lastSeconds() {
        return last(times);
    }

    /** How many iterations the last stage did. */
    public RunningMean lastIterations() {
        return lastIterations;
    }
}
