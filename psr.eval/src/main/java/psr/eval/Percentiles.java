package psr.eval;

import java.util.Arrays;

/** Keeps all values of a walk, one double each, for their mean and percentiles. */
final class Percentiles {

    private double[] values = new double[1024];
    private int count;

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8, count + (count >> 1) + 1L));
        }
        values[count++] = value;
    }

    /** The mean; NaN of nothing. */
    double mean() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i];
        }
        return sum / count;
    }

    /** Puts the values in order, in place: {@link #at} needs it. Adding more afterwards is allowed, then sort again. */
    void sort() {
        Arrays.sort(values, 0, count);
    }

    /**
     * A percentile of the sorted values: linear between the two nearest ranks, the definition that NumPy uses unless
     * told otherwise.
     *
     * @param share 0 for the lowest, 0.5 for the median, 1 for the highest
     * @return NaN of nothing
     */
    double at(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        double rank = share * (count - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, count - 1);
        return values[below] + (rank - below) * (values[above] - values[below]);
    }
}
