package psr.math.statistics;

import java.util.List;
import java.util.Map;

import psr.api.lab.TrialResult.Point;

/**
 * What one trial measured, as a function of the iteration: a value stays until the next iteration at which something was
 * measured, and the last one for ever. Not thread-safe.
 */
final class StepCurve {

    private final List<Point> points;
    private int next;

    /**
     * Begins before the first iteration.
     *
     * @param points in the order of iterations
     */
    StepCurve(List<Point> points) {
        this.points = points;
    }

    /**
     * The values at an iteration, by measure; none before the first.
     *
     * @param iteration not less than in the call before
     */
    Map<String, Double> at(int iteration) {
        while (next < points.size() && points.get(next).iteration() <= iteration) {
            next++;
        }
        return next == 0 ? Map.of() : points.get(next - 1).values();
    }
}
