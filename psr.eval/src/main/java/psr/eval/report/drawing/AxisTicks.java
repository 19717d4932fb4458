package psr.eval.report.drawing;

import java.util.ArrayList;
import java.util.List;

/**
 * Round positions on an axis: multiples of 1, 2 or 5 times a power of ten.
 *
 * @param step the distance between ticks
 * @param first the first tick as a multiple of the step
 * @param count the number of ticks
 */
record AxisTicks(double step, long first, int count) {

    private static final double EDGE = 1e-9;

    /**
     * The ticks within a range.
     *
     * @param most the largest number of ticks, at least 2
     * @param least the smallest step allowed: 1 for counts, otherwise 0
     */
    static AxisTicks within(AxisRange range, int most, double least) {
        double size = range.high() - range.low();
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(size / most, least)) + EDGE));
        for (double factor : new double[] {1, 2, 5, 10, 20, 50, 100}) {
            double step = factor * power;
            long first = (long) Math.ceil(range.low() / step - EDGE);
            long last = (long) Math.floor(range.high() / step + EDGE);
            if (step >= least * (1 - EDGE) && last - first + 1 <= most) {
                return new AxisTicks(step, first, (int) (last - first + 1));
            }
        }
        throw new IllegalStateException("a range must be finite and of some size; " + range);
    }

    List<Double> values() {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add((first + i) * step);
        }
        return values;
    }

    /** With enough decimals to distinguish adjacent ticks. */
    String label(double value) {
        return NumberText.fixed(value, Math.max(0, (int) Math.ceil(-Math.log10(step) - EDGE)));
    }
}
