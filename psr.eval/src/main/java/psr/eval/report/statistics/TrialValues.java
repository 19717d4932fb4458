package psr.eval.report.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;

/** Reads single values out of the result of one recipe in one trial. */
final class TrialValues {

    /** What a clock cannot tell from zero, in seconds; keeps the logarithm finite. */
    private static final double CLOCK = 1e-9;

    private TrialValues() {}

    /**
     * What a claim compares: a measure at a place, or the logarithm of the time. Empty if the recipe failed or was not
     * measured there.
     */
    static OptionalDouble at(TrialResult result, String measure, Place place) {
        if (result == null || result.failure().isPresent()) {
            return OptionalDouble.empty();
        }
        if (measure.equals(Claim.SECONDS)) {
            OptionalDouble seconds = lastStageSeconds(result);
            return seconds.isEmpty() ? seconds
                    : OptionalDouble.of(Math.log10(Math.max(CLOCK, seconds.getAsDouble())));
        }
        Point point = point(result.curve(), place);
        return point == null ? OptionalDouble.empty() : of(point, measure);
    }

    /** The value at the last iteration. */
    static OptionalDouble last(TrialResult result, String measure) {
        return result == null || result.failure().isPresent() || result.curve().isEmpty() ? OptionalDouble.empty()
                : of(result.curve().get(result.curve().size() - 1), measure);
    }

    private static OptionalDouble of(Point point, String measure) {
        Double value = point.values().get(measure);
        return value == null || !Double.isFinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static OptionalDouble lastStageSeconds(TrialResult result) {
        int stages = result.stages().size();
        return stages == 0 ? OptionalDouble.empty() : OptionalDouble.of(result.stages().get(stages - 1).seconds());
    }

    private static Point point(List<Point> curve, Place place) {
        if (curve.isEmpty()) {
            return null;
        }
        Point last = curve.get(curve.size() - 1);
        return switch (place.when()) {
            case FIRST -> curve.get(0).iteration() == 0 ? curve.get(0) : null;
            case MIDDLE -> nearest(curve, last.iteration() / 2.0);
            case LAST -> last;
            case AT -> latest(curve, place.iteration().orElseThrow());
        };
    }

    /** The last that was measured by then; null if none was. */
    private static Point latest(List<Point> curve, int iteration) {
        return curve.stream().filter(point -> point.iteration() <= iteration).reduce((a, b) -> b).orElse(null);
    }

    /** The earlier one of two that are equally near. */
    private static Point nearest(List<Point> curve, double iteration) {
        return curve.stream().min(Comparator.comparingDouble(point -> Math.abs(point.iteration() - iteration))).orElseThrow();
    }
}
