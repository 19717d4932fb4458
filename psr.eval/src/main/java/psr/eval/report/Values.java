package psr.eval.report;

import java.util.List;
import java.util.OptionalDouble;

import psr.api.lab.Claim;
import psr.api.lab.Claim.When;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;

/** Reads single values out of the result of one recipe in one trial. */
final class Values {

    /** What a clock cannot tell from zero, in seconds; keeps the logarithm finite. */
    private static final double CLOCK = 1e-9;

    private Values() {}

    /** What a claim compares; empty if the recipe failed or was not measured there. */
    static OptionalDouble at(TrialResult result, String measure, When when) {
        if (result == null || result.failure().isPresent()) {
            return OptionalDouble.empty();
        }
        if (measure.equals(Claim.TIME)) {
            OptionalDouble seconds = lastStageSeconds(result);
            return seconds.isEmpty() ? seconds
                    : OptionalDouble.of(Math.log10(Math.max(CLOCK, seconds.getAsDouble())));
        }
        Point point = point(result.curve(), when);
        return point == null ? OptionalDouble.empty() : of(point, measure);
    }

    /** The value at the last iteration. */
    static OptionalDouble last(TrialResult result, String measure) {
        return at(result, measure, When.LAST);
    }

    static OptionalDouble of(Point point, String measure) {
        Double value = point.values().get(measure);
        return value == null || !Double.isFinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    static OptionalDouble lastStageSeconds(TrialResult result) {
        OptionalDouble last = OptionalDouble.empty();
        for (double seconds : result.seconds().values()) {
            last = OptionalDouble.of(seconds);
        }
        return last;
    }

    private static Point point(List<Point> curve, When when) {
        if (curve.isEmpty()) {
            return null;
        }
        Point last = curve.get(curve.size() - 1);
        return switch (when) {
            case FIRST -> curve.get(0).iteration() == 0 ? curve.get(0) : null;
            case MIDDLE -> nearest(curve, last.iteration() / 2.0);
            case LAST -> last;
        };
    }

    /** The earlier one of two that are equally near. */
    private static Point nearest(List<Point> curve, double iteration) {
        Point best = curve.get(0);
        for (Point point : curve) {
            if (Math.abs(point.iteration() - iteration) < Math.abs(best.iteration() - iteration)) {
                best = point;
            }
        }
        return best;
    }
}
