package psr.eval.report.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.StageTime;
import psr.math.statistics.RunningMean;

/**
 * One recipe, or the true model, in a comparison: what it did over all trials. Failed trials count as failures only.
 */
public final class Contender {

    /** How often something was counted. */
    public static final class CounterTotal {
        private long total;
        private int trials;

        /** Over all trials. */
        public long total() {
            return total;
        }

        /** In how many trials it happened at all. */
        public int trials() {
            return trials;
        }
    }

    /** What one measure did. */
    private final class Measured {
        private final MeanCurve curve = new MeanCurve(every);
        private final MeanCurve differences = new MeanCurve(every);
        private final PairedDifference last = new PairedDifference();
    }

    private final String label;
    private final boolean oracle;
    private final int every;
    private final Map<String, Measured> measured = new LinkedHashMap<>();
    private final Map<String, CounterTotal> counters = new LinkedHashMap<>();
    private final FailureReasons failures = new FailureReasons();
    private final Map<String, FailureReasons> unmeasured = new LinkedHashMap<>();
    private final RunningMean wholeSeconds = new RunningMean();
    private final RunningMean lastSeconds = new RunningMean();
    private final RunningMean lastIterations = new RunningMean();
    private int successes;

    Contender(String label, boolean oracle, int every) {
        this.label = label;
        this.oracle = oracle;
        this.every = every;
    }

    /**
     * Adds a trial.
     *
     * @param baseline what the baseline did in the same trial; null if it is not there
     */
    void add(TrialResult result, TrialResult baseline) {
        if (result.failure().isPresent()) {
            failures.add(result.failure().get().reason());
            return;
        }
        successes++;
        result.unmeasured().forEach((metric, reason) -> unmeasured
                .computeIfAbsent(metric, any -> new FailureReasons()).add(reason));
        Set<String> names = new LinkedHashSet<>();
        result.curve().forEach(point -> names.addAll(point.values().keySet()));
        for (String name : names) {
            StepFunction steps = StepFunction.of(result.curve(), name);
            if (steps.measured()) {
                add(measured.computeIfAbsent(name, any -> new Measured()), name, steps, result, baseline);
            }
        }
        result.counts().forEach((name, count) -> {
            CounterTotal counter = counters.computeIfAbsent(name, any -> new CounterTotal());
            counter.total += count;
            counter.trials += count > 0 ? 1 : 0;
        });
        if (!result.stages().isEmpty()) {
            wholeSeconds.add(result.stages().stream().mapToDouble(StageTime::seconds).sum());
            lastSeconds.add(TrialValues.lastStageSeconds(result).orElseThrow());
        }
        if (!result.curve().isEmpty()) {
            lastIterations.add(result.curve().get(result.curve().size() - 1).iteration());
        }
    }

    private static void add(Measured all, String name, StepFunction steps, TrialResult result, TrialResult baseline) {
        all.curve.add(steps);
        all.last.add(TrialValues.last(result, name), TrialValues.last(baseline, name));
        if (baseline != null && baseline.failure().isEmpty()) {
            StepFunction difference = steps.less(StepFunction.of(baseline.curve(), name));
            if (difference.measured()) {
                all.differences.add(difference);
            }
        }
    }

    /** The recipe's label, or {@link psr.api.lab.Experiment#TRUE_MODEL}. */
    public String label() {
        return label;
    }

    /** Whether it is the true model. */
    public boolean oracle() {
        return oracle;
    }

    /** How many trials gave a model. */
    public int successes() {
        return successes;
    }

    /** Of the other trials. */
    public FailureReasons failures() {
        return failures;
    }

    /** Why metrics failed in trials that gave a model, by metric. */
    public Map<String, FailureReasons> unmeasured() {
        return Collections.unmodifiableMap(unmeasured);
    }

    /** The measures that have a value in some trial, by full name. */
    Set<String> measures() {
        return measured.keySet();
    }

    /** The mean against iterations; without a place if it was never measured. */
    public MeanCurve curve(String measure) {
        return found(measure).curve;
    }

    /** The mean paired difference to the baseline against iterations; without a place if there is no pair. */
    public MeanCurve differences(String measure) {
        return found(measure).differences;
    }

    /** At the last iteration of each trial. */
    public RunningMean last(String measure) {
        return found(measure).curve.last();
    }

    /** At the last iteration of each trial, less the baseline at its last. */
    public PairedDifference difference(String measure) {
        return found(measure).last;
    }

    private Measured found(String measure) {
        Measured found = measured.get(measure);
        return found == null ? new Measured() : found;
    }

    /** By what was counted. */
    public Map<String, CounterTotal> counters() {
        return Collections.unmodifiableMap(counters);
    }

    /** All stages together. */
    public RunningMean wholeSeconds() {
        return wholeSeconds;
    }

    /** The last stage alone. */
    public RunningMean lastSeconds() {
        return lastSeconds;
    }

    /** How many iterations the last stage did. */
    public RunningMean lastIterations() {
        return lastIterations;
    }
}
