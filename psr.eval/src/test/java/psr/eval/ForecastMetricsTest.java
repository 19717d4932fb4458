package psr.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Vectors;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.ModelWalk;
import psr.api.model.Model;
import psr.api.source.Dataset;

class ForecastMetricsTest {

    private static final double EXACT = 1e-12;
    private static final ForecastMetric.Settings TWO = new ForecastMetric.Settings(2, 0);

    /** The sample model expects the last row, first zero, with variance k after k steps. */
    private final Vectors data = Vectors.of(Channels.of("x"), new double[][] {{1}, {3}, {Double.NaN}, {2}});
    private final Model model = Contracts.sampleModel(data.channels());

    private double[] measured(ForecastMetric metric, ForecastMetric.Settings settings) {
        Meter meter = metric.prepare(Dataset.builder(data).test(data).build(), settings).meter(model);
        ModelWalk walk = new ModelWalk(model, data);
        while (walk.next()) {
            meter.step(walk);
        }
        return meter.values();
    }

    @Test
    void errorsAgreeWithTheFormulasByHand() {
        // One step: 1 − 0, 3 − 1, 2 − 3; two steps: 3 − 0, 2 − 3. The variance of 1, 3, 2 is 2/3.
        double variance = 2 / 3.0;
        double one = (1 + 4 + 1) / 3.0;
        double two = (9 + 1) / 2.0;
        assertArrayEquals(new double[] {one, two, one / variance, two / variance}, measured(new MeanSquaredError(), TWO), EXACT);
        assertArrayEquals(new double[] {Math.sqrt(one), Math.sqrt(two), Math.sqrt(one / variance), Math.sqrt(two / variance)},
                measured(new RootMeanSquaredError(), TWO), EXACT);
        double deviation = Math.sqrt(variance);
        assertArrayEquals(new double[] {4 / 3.0, 2, 4 / 3.0 / deviation, 2 / deviation}, measured(new MeanAbsoluteError(), TWO),
                EXACT);
        assertArrayEquals(new double[] {1 - one / variance, 1 - two / variance}, measured(new ExplainedVariance(), TWO), EXACT);
    }

    @Test
    void likelihoodAndCoverageAgreeWithTheFormulasByHand() {
        double constant = Math.log(2 * Math.PI) / 2;
        assertArrayEquals(new double[] {constant + 6 / 3.0 / 2, constant + Math.log(2) / 2 + 10 / 2.0 / 4},
                measured(new GaussianLogLoss(), TWO), EXACT);
        // Within .674 deviations: none of 1, 2, 1; within 1.645: two of them. After two steps: 3, 1 with deviation 1.41.
        assertArrayEquals(new double[] {0, 0, 2 / 3.0, .5}, measured(new IntervalCoverage(), new ForecastMetric.Settings(2, 0)),
                EXACT);
    }

    @Test
    void theDensityOfDependentChannelsIsThatOfTheJointNormal() {
        double[] covariance = {2, .5, .5, 1};
        double determinant = 2 - .25;
        double[] e = {1, -2};
        double square = (e[0] * e[0] - 2 * .5 * e[0] * e[1] + 2 * e[1] * e[1]) / determinant;
        assertEquals(Math.log(2 * Math.PI) + Math.log(determinant) / 2 + square / 2,
                GaussianLogLoss.loss(new double[] {4, 1}, new double[] {3, 3}, covariance), EXACT);
        assertEquals(Math.log(2 * Math.PI) / 2 + 2,
                GaussianLogLoss.loss(new double[] {Double.NaN, 1}, new double[] {3, 3}, covariance),
                EXACT, "the marginal density of what is present");
        assertTrue(Double.isNaN(GaussianLogLoss.loss(new double[] {Double.NaN}, new double[1], new double[] {1})));
    }

    @Test
    void theFirstRowsDoNotCountUpToHalfOfASequence() {
        assertArrayEquals(new double[] {1, 1.5}, measured(new MeanSquaredError(), new ForecastMetric.Settings(1, 20)), EXACT,
                "of four rows the last two, of which one is missing");
    }

    @Test
    void namesEachStepAhead() {
        assertEquals(List.of("1", "2", "relative-1", "relative-2"),
                new MeanSquaredError().measures(TWO).stream().map(Measure::name).toList());
        assertEquals("mean squared error, relative, 2 steps ahead", new MeanSquaredError().measures(TWO).get(3).help());
        assertTrue(new MeanSquaredError().objection(Dataset.builder(data).test(data).build(), new ForecastMetric.Settings(5, 0))
                .orElseThrow().message().contains("must be at most 4"));
    }

    @Test
    void everyMetricFulfillsTheContract() {
        for (boolean inputs : new boolean[] {false, true}) {
            Vectors sample = Contracts.sampleVectors(3, 30, inputs);
            Dataset measured = Dataset.builder(sample).test(sample).build();
            for (ForecastMetric metric : List.of(new MeanSquaredError(), new RootMeanSquaredError(), new MeanAbsoluteError(),
                    new ExplainedVariance(), new GaussianLogLoss(), new IntervalCoverage())) {
                assertEquals(List.of(),
                        Contracts.check(metric, new ForecastMetric.Settings(3, 5), Contracts.sampleModel(sample.channels()),
                                measured));
            }
        }
    }
}
