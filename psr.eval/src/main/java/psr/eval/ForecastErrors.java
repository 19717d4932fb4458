package psr.eval;

import java.util.Arrays;
import java.util.Optional;

import psr.api.data.Scaling;

/** Means over rows and channels of a power of the error, in the user's units and divided by the channel's deviation. */
final class ForecastErrors implements ForecastMetric.Accumulator {

    private final boolean squared;
    private final double[] deviation;
    private final Mean absolute = new Mean();
    /** By channel, so that each has the same weight however many of its values are missing. */
    private final Mean[] relative;

    /** @param squared whether errors are squared; otherwise their size counts */
    ForecastErrors(boolean squared, Scaling test) {
        this.squared = squared;
        deviation = test.deviation();
        relative = new Mean[deviation.length];
        Arrays.setAll(relative, c -> new Mean());
    }

    @Override
    public void add(double[] row, double[] mean, Optional<double[]> covariance) {
        for (int c = 0; c < row.length; c++) {
            if (!Double.isNaN(row[c])) {
                double error = Math.abs(row[c] - mean[c]);
                double scaled = error / deviation[c];
                absolute.add(bounded(squared ? error * error : error));
                relative[c].add(bounded(squared ? scaled * scaled : scaled));
            }
        }
    }

    /** A metric is finite, whatever a model predicts; ten million of these can be added. */
    private static double bounded(double value) {
        return Math.min(value, FeatureError.LARGEST);
    }

    /** The mean over the channels that have values. */
    private double relative() {
        Mean all = new Mean();
        for (Mean channel : relative) {
            if (!Double.isNaN(channel.value())) {
                all.add(channel.value());
            }
        }
        return all.value();
    }

    @Override
    public double[] values() {
        return new double[] {absolute.value(), relative()};
    }
}
