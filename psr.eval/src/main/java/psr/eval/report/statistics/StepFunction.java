package psr.eval.report.statistics;

import java.util.Arrays;
import java.util.List;

import psr.api.lab.TrialResult.Point;

/**
 * What one measure did in one trial: a value that stays until the next iteration at which it was measured.
 *
 * @param iterations where it was measured, rising
 * @param values what was measured there; NaN where there is no value
 */
record StepFunction(int[] iterations, double[] values) {

    static StepFunction of(List<Point> curve, String measure) {
        int[] iterations = new int[curve.size()];
        double[] values = new double[curve.size()];
        for (int i = 0; i < iterations.length; i++) {
            iterations[i] = curve.get(i).iteration();
            values[i] = TrialValues.of(curve.get(i), measure).orElse(Double.NaN);
        }
        return new StepFunction(iterations, values);
    }

    /** Whether there is a value anywhere. */
    boolean measured() {
        return Arrays.stream(values).anyMatch(Double::isFinite);
    }

    /** This less another, where either changes; NaN where one of them has no value. */
    StepFunction less(StepFunction other) {
        int[] all = new int[iterations.length + other.iterations.length];
        double[] differences = new double[all.length];
        int size = 0;
        int mine = 0;
        int theirs = 0;
        while (mine < iterations.length || theirs < other.iterations.length) {
            int at = Math.min(mine < iterations.length ? iterations[mine] : Integer.MAX_VALUE,
                    theirs < other.iterations.length ? other.iterations[theirs] : Integer.MAX_VALUE);
            mine += mine < iterations.length && iterations[mine] == at ? 1 : 0;
            theirs += theirs < other.iterations.length && other.iterations[theirs] == at ? 1 : 0;
            double difference = mine == 0 || theirs == 0 ? Double.NaN : values[mine - 1] - other.values[theirs - 1];
            all[size] = at;
            differences[size++] = Double.isFinite(difference) ? difference : Double.NaN;
        }
        return new StepFunction(Arrays.copyOf(all, size), Arrays.copyOf(differences, size));
    }
}
