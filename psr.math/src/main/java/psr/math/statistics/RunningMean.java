package psr.math.statistics;

/**
 * The mean of numbers that come one by one and its standard error, in constant space. Not thread-safe.
 *
 * <p>The mean is the plain sum in the order of arrival, divided by the count; the squared deviations are kept about a
 * mean that moves along (Welford 1962), because the difference of two large sums would lose them.
 */
public final class RunningMean {

    private int count;
    private double sum;
    /** Welford's mean so far. Its last bits differ from sum / count; it serves the deviations only. */
    private double centre;
    /** Sum of squared deviations. */
    private double squares;

    /**
     * Adds a number.
     *
     * @throws IllegalArgumentException if it is not finite: it would make every later mean worthless
     */
    public void add(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a mean needs finite numbers; number " + (count + 1) + " is " + value);
        }
        count++;
        sum += value;
        double deviation = value - centre;
        centre += deviation / count;
        squares += deviation * (value - centre);
    }

    /** How many numbers there were. */
    public int count() {
        return count;
    }

    /** NaN if there was no number; infinite if their sum is. */
    public double mean() {
        return sum / count;
    }

    /** The deviation of a single number, divisor count − 1; NaN for fewer than two numbers. */
    public double standardDeviation() {
        return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1));
    }

    /** The standard error of the mean: deviation / √count; NaN for fewer than two numbers. */
    public double standardError() {
        return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
    }

    /** A second mean of the same numbers; what is added to one is not added to the other. */
    public RunningMean copy() {
        RunningMean copy = new RunningMean();
        copy.count = count;
        copy.sum = sum;
        copy.centre = centre;
        copy.squares = squares;
        return copy;
    }
}
