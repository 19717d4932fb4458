package psr.math.statistics;

/**
 * The mean of a stream of numbers and its standard error, in constant space. Not thread-safe.
 *
 * <p>The mean is the plain sum in the order of arrival, divided by the count. The squared deviations are relative to a
 * moving mean (Welford 1962), because the difference of two large sums would lose them.
 */
public final class RunningMean {

    private int count;
    private double sum;
    /** Welford's mean so far. Its last bits differ from sum / count; used for the deviations only. */
    private double center;
    /** Sum of squared deviations. */
    private double squares;

    /**
     * Adds a number.
     *
     * @throws IllegalArgumentException if it is not finite, because it would spoil every later mean
     */
    public void add(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a mean needs finite numbers; number " + (count + 1) + " is " + value);
        }
        count++;
        sum += value;
        double deviation = value - center;
        center += deviation / count;
        squares += deviation * (value - center);
    }

    /** The number of values. */
    public int count() {
        return count;
    }

    /** NaN if there are no values; infinite if their sum is. */
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
}
