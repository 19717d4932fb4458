package psr.eval.report;

/** The mean of numbers that come one by one and its standard error (Welford 1962). What is not finite is left out. */
final class Tally {

    private int count;
    private double mean;
    /** Sum of squared deviations from the mean so far. */
    private double squares;

    void add(double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        count++;
        double deviation = value - mean;
        mean += deviation / count;
        squares += deviation * (value - mean);
    }

    int count() {
        return count;
    }

    /** NaN if nothing was added. */
    double mean() {
        return count == 0 ? Double.NaN : mean;
    }

    /** NaN if fewer than two numbers were added. */
    double stderr() {
        return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
    }
}
