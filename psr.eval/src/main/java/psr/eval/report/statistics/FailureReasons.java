package psr.eval.report.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why a recipe failed, and how often. Keeps a few reasons only: they may hold numbers that differ from trial to trial.
 */
public final class FailureReasons {

    private static final int REASONS = 5;
    private static final String OTHERS = "other reasons";

    private final Map<String, Integer> reasons = new LinkedHashMap<>();
    private int count;

    void add(String reason) {
        count++;
        boolean room = reasons.containsKey(reason) || reasons.size() < REASONS;
        reasons.merge(room ? reason : OTHERS, 1, Integer::sum);
    }

    /** All reasons together. */
    public int count() {
        return count;
    }

    /** How often, by reason, in the order of their first appearance. */
    public Map<String, Integer> reasons() {
        return Collections.unmodifiableMap(reasons);
    }
}
