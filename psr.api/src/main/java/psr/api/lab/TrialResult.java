package psr.api.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came out of one recipe in one trial.
 *
 * @param trial from 0
 * @param recipe the label, or {@link Experiment#ORACLE}
 * @param curve the metrics at the iterations where they were computed, in order; empty if it failed before
 * @param counts what was counted, by name: skipped gradients, repaired states
 * @param seconds how long each stage took, by its text; includes no metrics. A stage that several recipes share was
 *        computed once and has the same time in all of them
 * @param failure why there is no model, in one line; empty if there is one
 */
public record TrialResult(int trial, String recipe, List<Point> curve, Map<String, Long> counts,
        Map<String, Double> seconds, Optional<String> failure) {

    /** Copies lists and maps. */
    public TrialResult {
        curve = List.copyOf(curve);
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    }

    /**
     * The metrics after some iterations.
     *
     * @param iteration iterations done by the last stage; 0 is the model before refinement
     * @param values by full name, for example {@code pnll.operators}; all finite; not modifiable
     */
    public record Point(int iteration, Map<String, Double> values) {

        /** Copies the values. */
        public Point {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }
}
