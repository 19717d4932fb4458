package psr.eval.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;

/**
 * One recipe, or the true model, in a comparison: what it did over all trials. Failed trials count as failures only.
 */
final class Contender {

    /** How often something was counted. */
    static final class Counter {
        private long total;
        private int trials;

        long total() {
            return total;
        }

        /** In how many trials it happened at all. */
        int trials() {
            return trials;
        }
    }

    private final String label;
    private final boolean oracle;
    private final NavigableSet<Integer> iterations = new TreeSet<>();
    private final Map<String, Curve> curves = new LinkedHashMap<>();
    private final Map<String, Tally> finals = new LinkedHashMap<>();
    private final Map<String, Paired> differences = new LinkedHashMap<>();
    private final Map<String, Counter> counters = new LinkedHashMap<>();
    private final Failures failures = new Failures();
    private final Tally wholeSeconds = new Tally();
    private final Tally lastSeconds = new Tally();
    private final Tally lastIterations = new Tally();
    private int successes;

    Contender(String label, boolean oracle) {
        this.label = label;
        this.oracle = oracle;
    }

    /**
     * First walk: where the curve has points. Those between multiples of {@code every} are where single trials stopped.
     */
    void outline(TrialResult result, int every) {
        if (result.failure().isPresent() || result.curve().isEmpty()) {
            return;
        }
        int before = iterations.isEmpty() ? -1 : iterations.last();
        for (Point point : result.curve()) {
            if (point.iteration() % every == 0) {
                iterations.add(point.iteration());
            }
        }
        int last = result.curve().get(result.curve().size() - 1).iteration();
        if (last > before) {
            if (before % every != 0) {
                iterations.remove(before);
            }
            iterations.add(last);
        }
    }

    /** Second walk. */
    void add(TrialResult result, TrialResult baseline, Iterable<String> measures) {
        if (result.failure().isPresent()) {
            failures.add(result.failure().get());
            return;
        }
        successes++;
        for (String measure : measures) {
            curves.computeIfAbsent(measure, name -> new Curve(iterations)).add(result.curve(), measure);
            Values.last(result, measure).ifPresent(finals.computeIfAbsent(measure, name -> new Tally())::add);
            differences.computeIfAbsent(measure, name -> new Paired()).add(Values.last(result, measure),
                    Values.last(baseline, measure));
        }
        result.counts().forEach((name, count) -> {
            Counter counter = counters.computeIfAbsent(name, any -> new Counter());
            counter.total += count;
            counter.trials += count > 0 ? 1 : 0;
        });
        if (!result.seconds().isEmpty()) {
            wholeSeconds.add(result.seconds().values().stream().mapToDouble(Double::doubleValue).sum());
            lastSeconds.add(Values.lastStageSeconds(result).orElseThrow());
        }
        if (!result.curve().isEmpty()) {
            lastIterations.add(result.curve().get(result.curve().size() - 1).iteration());
        }
    }

    String label() {
        return label;
    }

    boolean oracle() {
        return oracle;
    }

    int successes() {
        return successes;
    }

    Failures failures() {
        return failures;
    }

    /** The mean against iterations; without a point if it was never measured. */
    Curve curve(String measure) {
        return curves.getOrDefault(measure, new Curve(Collections.emptyList()));
    }

    /** At the last iteration of each trial. */
    Tally last(String measure) {
        return finals.getOrDefault(measure, new Tally());
    }

    /** At the last iteration of each trial, less the baseline. */
    Paired difference(String measure) {
        return differences.getOrDefault(measure, new Paired());
    }

    Map<String, Counter> counters() {
        return Collections.unmodifiableMap(counters);
    }

    /** All stages together. */
    Tally wholeSeconds() {
        return wholeSeconds;
    }

    Tally lastSeconds() {
        return lastSeconds;
    }

    /** How many iterations the last stage did. */
    Tally lastIterations() {
        return lastIterations;
    }
}
