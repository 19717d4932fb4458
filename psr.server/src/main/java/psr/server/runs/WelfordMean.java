package psr.server.runs;

import java.util.OptionalDouble;

/** A mean and its error, number by number (Welford). Used by one thread. */
final class WelfordMean {

    private int count;
    private double mean;
    private double squares;

    void add(double value) {
        count++;
        double step = value - mean;
        mean += step / count;
        squares += step * (value - mean);
    }

    /** How many numbers there were. */
    int count() {
        return count;
    }

    double mean() {
        return mean;
    }

    /** The standard error of the mean; empty for fewer than two numbers. */
    OptionalDouble error() {
        return count < 2 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (count - 1) / count));
    }
}
