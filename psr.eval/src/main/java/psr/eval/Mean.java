package psr.eval;

/** A running mean: one sum, in the order of the steps. */
final class Mean {

    private double sum;
    private long count;

    void add(double value) {
        sum += value;
        count++;
    }

    /** Adds the sum of several values. */
    void add(double total, int values) {
        sum += total;
        count += values;
    }

    /** The mean; NaN if there are no values, which is how a meter reports that there was nothing to measure. */
    double value() {
        return sum / count;
    }
}
