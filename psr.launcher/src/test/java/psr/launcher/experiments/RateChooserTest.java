package psr.launcher.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.Claim;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceOffer;
import psr.launcher.trials.BoundExperiment;

@Timeout(60)
class RateChooserTest {

    private final List<RateChoice> choices = new ArrayList<>();

    /** The experiment with the rates that were chosen. */
    private Experiment choose(List<String> rates, String... recipes) throws Exception {
        return choose(Fakes.experiment(2, recipes).change().rateSearch(RateSearch.among(rates)).build());
    }

    private Experiment choose(Experiment experiment) throws Exception {
        try (Submission run = Fakes.lab().submit(experiment, RunOptions.builder().threads(2).build(),
                new Observer() {
                    @Override
                    public void rateChosen(RateChoice choice) {
                        choices.add(choice);
                    }
                })) {
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
                RunOptions.builder().folder(folder.resolve("kept")).build(),
                new Observer() {
                    @Override
                    public void rateChosen(RateChoice choice) {
                        told.add(choice);
                    }
                })) {
            assertTrue(run.await());
        }
        assertEquals(1, told.size());
        assertEquals(told, laboratory.open(folder.resolve("kept")).results().rates());
    }

    @Test
    void aLabelTellsTheRateThatWasChosenAndClaimsFollowIt() throws Exception {
        Experiment experiment = Fakes.experiment(2, "mean+hop:rate=7", "mean").change()
                .rateSearch(RateSearch.among(List.of("2", "3", "0.5")))
                .claims(List.of(Claim.builder("helps").measure("level.mean")
                        .subject(Claim.Place.of("mean+hop:rate=7", Claim.When.LAST)).reference(Claim.Place.at("mean", 0))
                        .expected(Claim.Expected.BELOW).margin(.5).family("all").build()))
                .build();
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

    /** A metric of these measures that is never asked. */
    private record Judging(List<Measure> found) implements Metric<NoSettings> {

        @Override
        public List<Measure> measures(NoSettings settings) {
            return found;
        }

        @Override
        public Evaluation prepare(Dataset data, NoSettings settings) {
            throw new AssertionError("nothing is measured here");
        }
    }

    private static final Judging HIGH = new Judging(List.of(Measure.of("x", Measure.Better.NEITHER, "no direction"),
            Measure.of("hits", Measure.Better.HIGHER, "more is better")));
    private static final Judging PNLL = new Judging(List.of(Measure.of("operators", Measure.Better.LOWER, "the usual")));

    private static Experiment searching(RateSearch search, String... metrics) {
        return Fakes.experiment(2, "mean+hop").change().metrics(Arrays.stream(metrics).map(Stage::of).toList()).rateSearch(search)
                .build();
    }

    private static RateChooser chooser(Experiment experiment) {
        ServiceOffer[] offers = {Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.REFINER, "hop", new Fakes.Hop()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()), Fakes.offer(ServiceKind.METRIC, "pnll", PNLL),
                Fakes.offer(ServiceKind.METRIC, "high", HIGH),
                Fakes.offer(ServiceKind.METRIC, "none", new Judging(HIGH.found().subList(0, 1)))};
        try (PinnedServices pins = new PinnedServices(Fakes.catalogue(offers), Fakes.holds(), Selection.CURRENT)) {
            return new RateChooser(BoundExperiment.of(experiment, pins));
        }
    }

    /** Results of preliminary trials: by rate 1, 2, 3 …, then by trial; NaN is a failure. */
    private static List<TrialResult> results(String measure, double[]... values) {
        List<TrialResult> results = new ArrayList<>();
        for (int trial = 0; trial < values[0].length; trial++) {
            for (int rate = 1; rate <= values.length; rate++) {
                double value = values[rate - 1][trial];
                TrialResult.Builder result = TrialResult.of(trial, "mean+hop with rate " + rate);
                // One that failed may have numbers nevertheless; they are worth nothing.
                results.add((Double.isNaN(value) ? result.failure(TrialResult.Failure.of("it fell")) : result)
                        .curve(List.of(new TrialResult.Point(0, Map.of(measure, Double.isNaN(value) ? -99 : value)))).build());
            }
        }
        return results;
    }

    /** In the second trial another rate is best than over all; one that fails there is never the best. */
    @Test
    void knowsTheBestRateOfEachTrial() {
        RateChoice choice = chooser(searching(RateSearch.among(List.of("1", "2", "3")), "level")).choose(results("level.mean",
                new double[] {5, 4, 5}, new double[] {1, 9, 1}, new double[] {0, 0, Double.NaN})).get(0);
        assertEquals(Optional.of("2"), choice.rate());
        assertEquals(List.of("2", "1", "2"), choice.bestByTrial());
        assertEquals(Map.of("1", 14 / 3., "2", 11 / 3.), choice.means());
    }

    @Test
    void takesTheHighestWhereHigherIsBetter() {
        RateChooser chooser = chooser(searching(RateSearch.among(List.of("1", "2", "3")).in(1), "high"));
        assertEquals(Optional.of("2"),
                chooser.choose(results("high.hits", new double[] {.1}, new double[] {.7}, new double[] {.4}))
                        .get(0).rate());
    }

    @Test
    void takesTheFirstOfEqualRates() {
        RateSearch two = RateSearch.among(List.of("1", "2")).in(1);
        assertEquals(Optional.of("1"),
                chooser(searching(two, "high")).choose(results("high.hits", new double[] {.5}, new double[] {.5}))
                        .get(0).rate());
        assertEquals(Optional.of("1"),
                chooser(searching(two, "level")).choose(results("level.mean", new double[] {.5}, new double[] {.5}))
                        .get(0).rate());
    }

    @Test
    void bothEndsOfWhatWasTriedAreEdges() {
        RateSearch search = RateSearch.among(List.of("2", "3", "1")).in(1);
        List<Boolean> edges = new ArrayList<>();
        for (int best = 0; best < 3; best++) {
            double[][] levels = {{1}, {1}, {1}};
            levels[best][0] = 0;
            edges.add(chooser(searching(search, "level")).choose(results("level.mean", levels)).get(0).isAtEdge());
        }
        assertEquals(List.of(true, false, true), edges, "rates 1, 2 and 3, in whatever order they were asked for");
    }

    @Test
    void judgesByTheUsualMeasureWhereItIsMeasured() {
        RateSearch any = RateSearch.among(List.of("1", "2")).in(1);
        for (String[] metrics : new String[][] {{"level", "pnll", "high"}, {"high", "level"}}) {
            RateChooser chooser = chooser(searching(any, metrics));
            String expected = metrics.length == 3 ? "pnll.operators" : "high.hits";
            assertEquals(expected, chooser.choose(results(expected, new double[] {1}, new double[] {2})).get(0).measure());
            assertEquals(List.of(expected.substring(0, 4)), chooser.preliminary().metrics().stream().map(Stage::name).toList(),
                    "nothing else is measured first");
        }
        RateSearch asked = any.by("level.mean");
        assertEquals("level.mean", chooser(searching(asked, "pnll", "level")).choose(results("level.mean", new double[] {1},
                new double[] {2})).get(0).measure());
    }

    @Test
    void refusesAMeasureWithoutADirection() {
        RateSearch asked = RateSearch.among(List.of("1", "2")).by("high.x");
        assertEquals(
                "rates must be chosen by a measure of the experiment of which lower or higher is better; found 'high.x', measures:"
                        + " high.x, high.hits",
                assertThrows(IllegalArgumentException.class, () -> chooser(searching(asked, "high"))).getMessage());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> chooser(searching(asked, "level"))).getMessage()
                .contains("no measure named 'high.x' in this experiment; measures: level.mean"));
        assertEquals("choosing rates needs a metric of which lower or higher is better, for example pnll; found none.x",
                assertThrows(IllegalArgumentException.class,
                        () -> chooser(searching(RateSearch.among(List.of("1", "2")), "none")))
                        .getMessage());
    }

    @Test
    void preliminaryTrialsHaveSeedsOfTheirOwn() {
        Experiment experiment = searching(RateSearch.among(List.of("1", "2")).in(5), "level");
        Experiment first = chooser(experiment).preliminary();
        assertFalse(first.seed() == experiment.seed());
        assertEquals(5, first.trials());
        assertEquals(DataPart.trainingOnly(.15), chooser(experiment).part(), "test data are not looked at");
    }

    @Test
    void aClaimAboutTheTrueModelStaysOne() {
        Claim claim = Claim.builder("c").measure("level.mean").subject(Claim.Place.of("mean+hop", Claim.When.LAST))
                .reference(Claim.Place.trueModel()).expected(Claim.Expected.ABOVE).build();
        RateChooser chooser =
                chooser(searching(RateSearch.among(List.of("1", "2")).in(1), "level").change().claims(List.of(claim)).build());
        List<RateChoice> choices = chooser.choose(results("level.mean", new double[] {1}, new double[] {2}));
        assertEquals(List.of(claim), chooser.adapted(choices).claims());
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
        assertEquals("a rate must be given only once; 1e0 appears twice",
                assertThrows(IllegalArgumentException.class, () -> RateSearch.among(List.of("1", "1e0"))).getMessage());
    }

    private String failure(List<String> rates, String recipe) {
        ExecutionException e = assertThrows(ExecutionException.class, () -> choose(rates, recipe));
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
        return e.getCause().getMessage();
    }
}
