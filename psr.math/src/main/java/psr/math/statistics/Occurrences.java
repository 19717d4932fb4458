package psr.math.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.lab.Occurrence;
import psr.api.lab.Occurrence.Kind;
import psr.api.lab.TrialResult;

/** Adds up what happened in trials: failures, metrics that failed, and counters. Not thread-safe. */
final class Occurrences {

    /** The maximum number of different reasons per recipe and kind: reasons may contain numbers that differ between trials. */
    static final int REASONS = 50;
    static final String OTHERS = "other reasons";

    private record What(String label, Kind kind, String name, String reason) {}

    private record Reasoned(String label, Kind kind) {}

    private static final class Sum {
        private long count;
        private int trials;
        private boolean refusal = true;
    }

    private final Map<What, Sum> sums = new LinkedHashMap<>();
    private final Map<Reasoned, Integer> reasons = new HashMap<>();

    void add(TrialResult result) {
        if (result.failure().isPresent()) {
            TrialResult.Failure failure = result.failure().get();
            sum(result.label(), Kind.FAILED, "", failure.reason()).refusal &= failure.isRefusal();
            return;
        }
        result.unmeasured().forEach((metric, reason) -> sum(result.label(), Kind.NOT_MEASURED, metric, reason).refusal = false);
        result.counts().forEach((counter, count) -> {
            Sum sum = sums.computeIfAbsent(new What(result.label(), Kind.COUNTED, counter, ""), any -> new Sum());
            sum.count += count;
            sum.trials += count > 0 ? 1 : 0;
            sum.refusal = false;
        });
    }

    /** Counts a trial with a reason. */
    private Sum sum(String label, Kind kind, String name, String reason) {
        What what = new What(label, kind, name, reason);
        if (!sums.containsKey(what) && reasons.merge(new Reasoned(label, kind), 1, Integer::sum) > REASONS) {
            what = new What(label, kind, name, OTHERS);
        }
        Sum sum = sums.computeIfAbsent(what, any -> new Sum());
        sum.count++;
        sum.trials++;
        return sum;
    }

    /** In the order in which each happened first; not modifiable. */
    List<Occurrence> list() {
        List<Occurrence> all = new ArrayList<>();
        sums.forEach((what, sum) -> all.add(new Occurrence(what.label, what.kind, what.name, what.reason, sum.count, sum.trials,
                sum.refusal)));
        return List.copyOf(all);
    }
}
