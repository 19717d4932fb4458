package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class ModelSelectionTest {

    private final TwoStage.Settings base = new TwoStage.Settings(5, 10, 10, 1e-3, 1, false, 50, 40, 15, 10, 100_000);
    private final Automatic.Settings quick = new Automatic.Settings(base, List.of(5), List.of(.5, 1.0), List.of(1e-3),
            List.of(10), false);

    @Test
    void aLinearSystemGetsALinearModelNearTheTrueOne() {
        SplittableRandom random = new SplittableRandom(3);
        LinearSystem system = LinearSystem.draw(4, 1, 2, random);
        Rows train = system.sample(12, 200, random);
        Rows test = system.sample(20, 200, random);
        Automatic.Result result = Automatic.learn(train, quick, random, Progress.NONE);
        assertTrue(!result.name().startsWith("rff"), result.name());
        double off = ModelSelection.score(result.model(), test) - ModelSelection.score(system.model().model(), test);
        assertTrue(off < .03, "the logarithm of the error is larger by " + off);
    }

    @Test
    void chaosGetsFeaturesAndRefinement() {
        SplittableRandom random = new SplittableRandom(3);
        Rows train = Systems.lorenz(12, 150, random);
        Automatic.Settings settings = new Automatic.Settings(base, List.of(5), List.of(.5, 1.0), List.of(1e-3), List.of(10),
                true);
        Automatic.Result result = Automatic.learn(train, settings, random, Progress.NONE);
        assertTrue(result.name().startsWith("rff") && result.name().contains("refined"), result.name());
        // The only rank that was given won, so larger ones were tried.
        assertTrue(result.tried().stream().anyMatch(t -> t.contains("rank 10")), result.tried().toString());
    }

    @Test
    void aRhythmLongerThanTheFirstWindowGetsALongerOne() {
        SplittableRandom random = new SplittableRandom(7);
        double[] pattern = random.doubles(24, -1, 1).toArray();
        double[] y = new double[1_200];
        for (int t = 0; t < y.length; t++) {
            y[t] = pattern[t % 24] + (t < 24 ? 0 : .5 * (y[t - 24] - pattern[t % 24])) + .5 * random.nextGaussian();
        }
        Automatic.Settings settings = new Automatic.Settings(base, List.of(5), List.of(1.0), List.of(1e-3),
                List.of(10, 20, 40), false);
        Automatic.Result result = Automatic.learn(new Rows(1, y), settings, random, Progress.NONE);
        assertTrue(result.name().contains("window 40"), result.name());
    }

    @Test
    void theBetterRecipeWins() {
        Rows rows = Systems.lorenz(10, 120, new SplittableRandom(1));
        ReadoutModel[] learned = new ReadoutModel[2];
        ModelSelection.Candidate poor =
                new ModelSelection.Candidate("poor", (data, random) -> learned[0] = Autoregression.learn(data,
                        new Autoregression.Settings(1, 10, 0, 1, 10, 100_000), random, Progress.NONE));
        ModelSelection.Candidate good =
                new ModelSelection.Candidate("good", (data, random) -> learned[1] = Autoregression.learn(data,
                        new Autoregression.Settings(10, 1e-4, 100, 1, 10, 100_000), random, Progress.NONE));
        RowModel best = ModelSelection.learn(rows, List.of(poor, good), true, new SplittableRandom(2), Progress.NONE);
        assertSame(learned[1].dynamics(), ((ReadoutModel) best).dynamics());
    }

    @Test
    void intervalsOfHeldOutCovariancesCoverTestData() {
        SplittableRandom random = new SplittableRandom(5);
        Rows rows = Systems.mackeyGlass(20, 150, random);
        Rows test = Systems.mackeyGlass(10, 150, random);
        ReadoutModel model = (ReadoutModel) ModelSelection.learn(rows, List.of(new ModelSelection.Candidate("rff",
                (data, r) -> TwoStage.learn(data, base, r, Progress.NONE))), true, random, Progress.NONE);
        HeldOut errors = HeldOut.of(model, model.scale(), test, 20, 1, 10);
        for (int k : new int[] {1, 10}) {
            assertEquals(1, errors.covariance()[k - 1][0] / model.covariances()[k - 1][0], .35, k + " ahead");
        }
    }

    @Test
    void oneShortSeriesIsEnoughForAModel() {
        Rows rows = Systems.lorenz(1, 60, new SplittableRandom(1));
        Automatic.Result result = Automatic.learn(rows, quick, new SplittableRandom(1), Progress.NONE);
        double[] mean = new double[1];
        result.model().start().mean(3, null, 0, mean);
        assertTrue(Double.isFinite(mean[0]));
    }
}
