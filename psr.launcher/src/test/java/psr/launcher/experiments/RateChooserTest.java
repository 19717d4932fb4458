package psr.launcher.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;

@Timeout(60)
class RateChooserTest {

    private final List<RateChoice> choices = new ArrayList<>();

    /** The experiment with the rates that were chosen. */
    private Experiment choose(List<String> rates, String... recipes) throws Exception {
        return choose(Fakes.experiment(2, recipes).change().rateSearch(RateSearch.among(rates)).build());
    }

    private Experiment choose(Experiment experiment) throws Exception {
        try (Submission run = Fakes.lab().submit(experiment, RunOptions.builder().threads(2).paused(true).build())) {
            run.observe(new Observer() {
                @Override
                public void rateChosen(RateChoice choice) {
                    choices.add(choice);
                }
            });
            run.proceed();
            assertTrue(run.await());
            return run.experiment();
        }
    }

    /** The fake is best at a rate of 2, and its level is the number of sequences it sees, plus the distance. */
    @Test
    void choosesTheBestRateOnTrainingDataOnly() throws Exception {
        Experiment chosen = choose(List.of("0.5", "2e0", "3", "50"), "mean", "mean+hop:rate=7", "mean+hop",
                "mean+hop+climb");
        assertEquals(List.of("mean+hop:rate=2e0", "mean+hop"), choices.stream().map(RateChoice::label).toList());
        RateChoice choice = choices.get(0);
        assertEquals("level.mean", choice.measure());
        assertEquals(Optional.of("2e0"), choice.rate());
        assertFalse(choice.isAtEdge());
        // 20 sequences less the 15 % that judge; 50 fails.
        assertEquals(List.of("0.5", "2e0", "3"), List.copyOf(choice.means().keySet()));
        assertEquals(17 + 1.5, choice.means().get("0.5"), 1e-12);
        assertEquals(17.0, choice.means().get("2e0"), 1e-12);
        assertEquals(List.of("2e0", "2e0", "2e0"), choice.bestByTrial());
        assertEquals(List.of("mean", "mean+hop:rate=2e0", "mean+hop:rate=2e0", "mean+hop+climb"),
                chosen.recipes().stream().map(Recipe::text).toList());
        assertEquals(List.of("mean", "mean+hop:rate=2e0", "mean+hop", "mean+hop+climb"),
                chosen.recipes().stream().map(Recipe::label).toList());
    }

    @Test
    void whatWasChosenIsKeptWithTheRun(@TempDir Path folder) throws Exception {
        Experiment experiment = Fakes.experiment(2, "mean+hop").change()
                .rateSearch(RateSearch.among(List.of("0.5", "2e0", "3"))).build();
        Laboratory laboratory = Fakes.lab();
        List<RateChoice> told = new ArrayList<>();
        try (Submission run = laboratory.submit(experiment,
                RunOptions.builder().folder(folder.resolve("kept")).paused(true).build())) {
            run.observe(new Observer() {
                @Override
                public void rateChosen(RateChoice choice) {
                    told.add(choice);
                }
            });
            run.proceed();
            assertTrue(run.await());
        }
        assertEquals(1, told.size());
        assertEquals(told, laboratory.open(folder.resolve("kept")).results().rates());
    }

    @Test
    void aLabelTellsTheRateThatWasChosenAndClaimsFollowIt() throws Exception {
        Experiment experiment = Fakes.experiment(2, "mean+hop:rate=7", "mean").change()
                .rateSearch(RateSearch.among(List.of("2", "3", "0.5"))).claims(List.of(Claim.builder("helps").measure("level.mean")
                        .subject(Claim.Place.of("mean+hop:rate=7", Claim.When.LAST)).reference(Claim.Place.at("mean", 0))
                        .expected(Claim.Expected.BELOW).margin(.5).family("all").build())).build();
        Experiment chosen = choose(experiment);
        assertEquals(List.of("mean+hop:rate=2", "mean"), chosen.recipes().stream().map(Recipe::label).toList());
        Claim claim = chosen.claims().get(0);
        assertEquals(Claim.Place.of("mean+hop:rate=2", Claim.When.LAST), claim.subject());
        assertEquals(Claim.Place.at("mean", 0), claim.reference());
        assertEquals(.5, claim.margin());
        assertEquals("all", claim.family());
    }

    @Test
    void twoRecipesWithOneChosenRateKeepLabelsOfTheirOwn() throws Exception {
        assertEquals(List.of("mean+hop:rate=7 with rate 2", "mean+hop:rate=2"), choose(List.of("2", "3", "0.5"),
                "mean+hop:rate=7", "mean+hop:rate=2").recipes().stream().map(Recipe::label).toList());
    }

    @Test
    void aChoiceAtTheEdgeSaysSo() throws Exception {
        choose(List.of("2", "3", "4"), "mean+hop");
        assertTrue(choices.get(0).isAtEdge());
    }

    @Test
    void leavesARecipeThatFailsWithEveryRate() throws Exception {
        Experiment chosen = choose(List.of("20", "30"), "mean+hop");
        assertEquals(Optional.empty(), choices.get(0).rate());
        assertEquals(List.of(), choices.get(0).bestByTrial());
        assertEquals("mean+hop", chosen.recipes().get(0).text());
    }

    /** In the second trial another rate is best than over all; one that fails there is never the best. */
    @Test
    void knowsTheBestRateOfEachTrial() {
        Experiment experiment = Fakes.experiment(2, "mean+hop").change().rateSearch(RateSearch.among(List.of("1", "2", "3")))
                .build();
        try (var pins = new psr.launcher.services.Pins(Fakes.all(), Fakes.holds(),
                psr.launcher.services.Selection.CURRENT)) {
            RateChooser chooser = new RateChooser(psr.launcher.trials.BoundExperiment.of(experiment, pins));
            double[][] levels = {{5, 4, 5}, {1, 9, 1}, {0, 0, Double.NaN}};
            List<TrialResult> results = new ArrayList<>();
            for (int trial = 0; trial < RateSearch.TRIALS; trial++) {
                for (int rate = 1; rate <= 3; rate++) {
                    double level = levels[rate - 1][trial];
                    TrialResult.Builder result = TrialResult.of(trial, "mean+hop with rate " + rate);
                    results.add((Double.isNaN(level) ? result.failure(TrialResult.Failure.of("it fell"))
                            : result.curve(List.of(TrialResult.Point.of(0, Map.of("level.mean", level))))).build());
                }
            }
            RateChoice choice = chooser.choose(results).get(0);
            assertEquals(Optional.of("2"), choice.rate());
            assertEquals(List.of("2", "1", "2"), choice.bestByTrial());
        }
    }

    @Test
    void preliminaryTrialsHaveSeedsOfTheirOwn() {
        Experiment experiment = Fakes.experiment(2, "mean+hop").change().rateSearch(RateSearch.among(List.of("1", "2")).in(5))
                .build();
        try (var pins = new psr.launcher.services.Pins(Fakes.all(), Fakes.holds(),
                psr.launcher.services.Selection.CURRENT)) {
            Experiment first = new RateChooser(psr.launcher.trials.BoundExperiment.of(experiment, pins)).preliminary();
            assertFalse(first.seed() == experiment.seed());
            assertEquals(5, first.trials());
        }
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertTrue(failure(List.of("1"), "mean+climb").startsWith(
                "rates are for recipes whose last stage has a setting 'rate'; none of mean+climb"));
        assertEquals("rate must be at most 100; rate=200 (hop)", failure(List.of("200"), "mean+hop"));
        assertEquals("a rate must be a number above 0; found 'x'",
                assertThrows(IllegalArgumentException.class, () -> RateSearch.among(List.of("1", "x"))).getMessage());
        assertEquals("a rate must be a number above 0; found '-1'",
                assertThrows(IllegalArgumentException.class, () -> RateSearch.among(List.of("-1"))).getMessage());
        assertEquals("a rate must be given once; 1e0 stands twice",
                assertThrows(IllegalArgumentException.class, () -> RateSearch.among(List.of("1", "1e0"))).getMessage());
    }

    private String failure(List<String> rates, String recipe) {
        ExecutionException e = assertThrows(ExecutionException.class, () -> choose(rates, recipe));
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
        return e.getCause().getMessage();
    }
}
