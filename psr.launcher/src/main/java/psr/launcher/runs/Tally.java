package psr.launcher.runs;

import java.util.OptionalDouble;

/** The mean of numbers that come one by one and its standard error, in constant space. */
final class Tally {

    private int count;
    private double sum;
    /** Welford's running mean and sum of squared deviations from it (1962). */
    private double centre;
    private double squares;

    void add(double value) {
        count++;
        sum += value;
        double deviation = value - centre;
        centre += deviation / count;
        squares += deviation * (value - centre);
    }

    int count() {
        return count;
    }

    double mean() {
        return sum / count;
    }

    /** Sample deviation / √count; empty for fewer than two numbers. */
    OptionalDouble error() {
        return count < 2 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (count - 1) / count));
    }
}
