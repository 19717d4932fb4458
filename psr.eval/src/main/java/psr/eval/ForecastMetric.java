package psr.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import psr.api.data.Scaling;
import psr.api.data.Vectors;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;

/**
 * A metric of forecasts of vectors 1 … k steps ahead, averaged over the rows of the test data and their channels. Missing
 * values do not count, nor do the first rows of a sequence, in which no model knows the past. Relative measures divide by
 * the deviation of the channel in the test data.
 */
abstract class ForecastMetric implements Metric<ForecastMetric.Settings> {

    /**
     * Settings of all of these metrics.
     *
     * @param ahead k, the largest number of steps
     * @param skip how many rows of a sequence do not count
     */
    public record Settings(
            @Option(value = "1", help = "largest number of steps ahead; each from 1 on is measured", min = 1,
                    max = 1000) int ahead,
            @Option(value = "20", help = "first rows of each sequence that do not count, at most half of it",
                    min = 0) int skip) {}

    /** Collects one number per step ahead, of each of the measures. */
    interface Accumulator {

        /**
         * Adds a row.
         *
         * @param row the observed row; NaN where a value is missing
         * @param mean the forecast
         * @param covariance of the error of the forecast, if the model has one
         */
        void add(double[] row, double[] mean, Optional<double[]> covariance);

        /** A value for each name, in order; NaN if nothing was added. */
        double[] values();

        /** The same with a function applied to each value. */
        default Accumulator map(DoubleUnaryOperator function) {
            return convert(values -> Arrays.stream(values).map(function).toArray());
        }

        /** The same without all values but the last. */
        default Accumulator last() {
            return convert(values -> new double[] {values[values.length - 1]});
        }

        private Accumulator convert(UnaryOperator<double[]> conversion) {
            Accumulator all = this;
            return new Accumulator() {
                @Override
                public void add(double[] row, double[] mean, Optional<double[]> covariance) {
                    all.add(row, mean, covariance);
                }

                @Override
                public double[] values() {
                    return conversion.apply(all.values());
                }
            };
        }
    }

    private final List<String> names;
    private final Better better;
    private final String help;

    /**
     * A metric.
     *
     * @param names what its measures begin with; empty for the number of steps alone
     * @param help of a measure; {@code %s} is replaced by a comma and its name, if it has one
     */
    ForecastMetric(Better better, String help, String... names) {
        this.names = List.of(names);
        this.better = better;
        this.help = help;
    }

    /** New sums for one number of steps ahead. */
    abstract Accumulator sums(Scaling test);

    /** Whether the covariance of the forecast is needed. */
    boolean needsCovariance() {
        return false;
    }

    @Override
    public final List<Measure> measures(Settings settings) {
        List<Measure> measures = new ArrayList<>();
        for (String name : names) {
            for (int ahead = 1; ahead <= settings.ahead; ahead++) {
                measures.add(Measure.of((name.isEmpty() ? "" : name + "-") + ahead, better,
                        help.replace("%s", name.isEmpty() ? "" : ", " + name) + ", " + ahead + (ahead == 1 ? " step" : " steps")
                                + " ahead"));
            }
        }
        return measures;
    }

    @Override
    public Optional<ValidationError> objection(Dataset data, Settings settings) {
        return data.test().longest() >= settings.ahead ? Optional.empty()
                : Optional.of(ValidationError.of(getClass().getAnnotation(PsrService.class).name(), "ahead",
                        "must be at most " + data.test().longest()
                                + ", the length of the longest test sequence",
                        Integer.toString(settings.ahead)));
    }

    @Override
    public final Evaluation prepare(Dataset data, Settings settings) {
        Scaling test = Scaling.of(data.test().as(Vectors.class));
        return model -> new ForecastMeter(settings, () -> sums(test));
    }

    private final class ForecastMeter implements Meter {

        private final Settings settings;
        private final Accumulator[] sums;

        ForecastMeter(Settings settings, Supplier<Accumulator> source) {
            this.settings = settings;
            sums = new Accumulator[settings.ahead];
            for (int k = 0; k < sums.length; k++) {
                sums[k] = source.get();
            }
        }

        @Override
        public void step(Walk walk) {
            int length = walk.t() + walk.left();
            if (walk.t() < Math.min(settings.skip, length / 2)) {
                return;
            }
            for (int ahead = 1; ahead <= Math.min(settings.ahead, walk.left()); ahead++) {
                sums[ahead - 1].add(walk.row(ahead), walk.mean(ahead),
                        needsCovariance() ? walk.covariance(ahead) : Optional.empty());
            }
        }

        @Override
        public double[] values() {
            double[] values = new double[names.size() * sums.length];
            for (int k = 0; k < sums.length; k++) {
                double[] of = sums[k].values();
                for (int n = 0; n < of.length; n++) {
                    values[n * sums.length + k] = of[n];
                }
            }
            return values;
        }
    }
}
