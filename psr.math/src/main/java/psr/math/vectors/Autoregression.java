package psr.math.vectors;

import java.util.random.RandomGenerator;

/** Ridge regression of the next rows on a window of rows, with random features if wanted. */
public final class Autoregression {

    private Autoregression() {}

    /**
     * Settings.
     *
     * @param past p, the rows of the window
     * @param ridge λ, relative
     * @param frequencies of the random features; 0 for a linear model
     * @param bandwidth the width of the kernel, in median distances
     * @param horizon K, the number of readouts
     * @param positions the most positions that a regression uses
     */
    public record Settings(int past, double ridge, int frequencies, double bandwidth, int horizon, int positions) {

        /** The usual ones, linear. */
        public static Settings usual() {
            return new Settings(10, 1e-4, 0, 1, 10, 100_000);
        }
    }

    /**
     * Learns a model, with covariances of the errors on the training data.
     *
     * @throws IllegalArgumentException if no sequence is longer than the window and the horizon
     */
    public static ReadoutModel learn(Rows rows, Settings settings, RandomGenerator random, Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = Imputation.fill(scale.apply(rows));
        return ReadoutFit.fit(scale, data, new WindowDynamics(settings.past(), rows.width(), rows.inputWidth()),
                new ReadoutFit.Settings(settings.horizon(), settings.frequencies(), settings.bandwidth(), settings.ridge(),
                        settings.past(), settings.positions()),
                random, progress);
    }
}
