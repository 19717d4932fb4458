package psr.eval;

/** A running mean: one sum, in the order of the walk. */
final class Mean {

    private double sum;
    private long count;

    void add(double value) {
        sum += value;
        count++;
    }

    /** Adds this many values at once. */
    void add(double total, int values) {
        sum += total;
        count += values;
    }

    /** The mean; NaN of nothing, which is how a meter says that there was nothing to measure. */
    double value() {
        return sum / count;
    }
}
