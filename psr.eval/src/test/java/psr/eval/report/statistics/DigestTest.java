package psr.eval.report.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;
import psr.api.lab.Verdict;
import psr.api.report.Comparison;
import psr.eval.report.RingLike;
import psr.eval.report.Trials;

class DigestTest {

    private static final double EXACT = 1e-12;

    private static Contender contender(Digest digest, String label) {
        return digest.contenders().stream().filter(any -> any.label().equals(label)).findFirst().orElseThrow();
    }

    private static Digest digest(Results results) {
        return new Digest(results, List.of());
    }

    private static List<Integer> iterations(MeanCurve curve) {
        return curve.places().stream().map(MeanCurve.MeanPoint::iteration).toList();
    }

    private static List<Double> means(MeanCurve curve) {
        return curve.places().stream().map(place -> place.mean().mean()).toList();
    }

    @Test
    void keepsTheLastValueOfATrialThatStoppedEarly() {
        Trials trials = new Trials().add(0, "a", 8, 6, 4).add(1, "a", 4);
        MeanCurve curve = contender(digest(trials.results(List.of("a"))), "a").curve(Trials.X);
        assertEquals(List.of(0, 1, 2), iterations(curve));
        assertEquals(List.of(6.0, 5.0, 4.0), means(curve));
        assertEquals(Math.sqrt(8 / 2.0), curve.places().get(0).mean().standardError(), EXACT);
    }

    @Test
    void drawsNoPointWhereOnlySingleTrialsStopped() {
        Trials trials = new Trials();
        int[] stops = {7, 12, 9, 3};
        for (int trial = 0; trial < stops.length; trial++) {
            int stop = stops[trial];
            List<Point> points = IntStream.rangeClosed(0, stop).filter(i -> i % 5 == 0 || i == stop)
                    .mapToObj(i -> Point.of(i, Map.of(Trials.X, (double) i))).toList();
            trials.add(trial, "a", points);
        }
        MeanCurve curve = contender(digest(trials.results(List.of("a"), 5)), "a").curve(Trials.X);
        assertEquals(List.of(0, 5, 10, 12), iterations(curve));
        assertEquals((7 + 10 + 9 + 3) / 4.0, means(curve).get(2), EXACT);
        assertEquals((7 + 12 + 9 + 3) / 4.0, means(curve).get(3), EXACT);
    }

    @Test
    void readsTheResultsOnceHoweverManyTrials() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 500; trial++) {
            trials.add(trial, "a", trial % 2, 1).add(trial, Experiment.TRUE_MODEL, 0);
        }
        Digest digest = digest(trials.results(List.of("a")));
        assertEquals(1, trials.walks());
        assertEquals(500, digest.trials());
        assertEquals(0.5, means(contender(digest, "a").curve(Trials.X)).get(0), EXACT);
    }

    @Test
    void aTrialThatGoesOnFurtherFindsTheLastValuesOfThoseBefore() {
        Trials trials = new Trials().add(0, "a", 8).add(1, "a", 6, 4).add(2, "a", 1, 2, 3, 6);
        MeanCurve curve = contender(digest(trials.results(List.of("a"))), "a").curve(Trials.X);
        assertEquals(List.of(0, 1, 2, 3), iterations(curve));
        assertEquals(List.of((8 + 6 + 1) / 3.0, (8 + 4 + 2) / 3.0, (8 + 4 + 3) / 3.0, (8 + 4 + 6) / 3.0), means(curve));
        assertEquals(2, curve.places().get(3).mean().standardDeviation(), EXACT);
    }

    @Test
    void theOrderOfTrialsDoesNotMoveACurve() {
        double[][] curves = {{8}, {6, 4, 3}, {1, 2}, {0, 5, 1, 7}, {2, Double.NaN, 4}};
        List<MeanCurve> all = new ArrayList<>();
        for (int shift = 0; shift < curves.length; shift++) {
            Trials trials = new Trials();
            for (int trial = 0; trial < curves.length; trial++) {
                trials.add(trial, "a", curves[(trial + shift) % curves.length]);
            }
            all.add(contender(digest(trials.results(List.of("a"))), "a").curve(Trials.X));
        }
        for (MeanCurve curve : all) {
            assertEquals(iterations(all.get(0)), iterations(curve));
            for (int i = 0; i < 4; i++) {
                assertEquals(means(all.get(0)).get(i), means(curve).get(i), EXACT);
                assertEquals(i == 1 ? 4 : 5, curve.places().get(i).mean().count());
            }
        }
    }

    @Test
    void aTrialCountsOnlyFromWhereItWasFirstMeasured() {
        List<Point> late = List.of(Point.of(2, Map.of(Trials.X, 10.0)), Point.of(4, Map.of(Trials.X, 20.0)));
        List<Point> early = List.of(Point.of(0, Map.of(Trials.X, 1.0)), Point.of(4, Map.of(Trials.X, 2.0)));
        for (List<List<Point>> order : List.of(List.of(late, early), List.of(early, late))) {
            Trials trials = new Trials().add(0, "a", order.get(0)).add(1, "a", order.get(1));
            MeanCurve curve = contender(digest(trials.results(List.of("a"))), "a").curve(Trials.X);
            assertEquals(List.of(0, 2, 4), iterations(curve));
            assertEquals(List.of(1.0, 5.5, 11.0), means(curve));
        }
    }

    @Test
    void whatTheBaselineWasNotMeasuredByHasNoDifference() {
        Trials trials = new Trials().add(0, "2sr", List.of(Point.of(0, Map.of("m.y", 1.0)))).add(0, "a", 3, 4);
        assertEquals(List.of(), contender(digest(trials.results(List.of("2sr", "a"))), "a").differences(Trials.X).places());
    }

    @Test
    void claimsStandByFamilyTheMainOnesFirst() {
        Trials trials = new Trials().add(0, "a", 3).add(0, "b", 4);
        List<Verdict> verdicts = new ArrayList<>();
        for (String family : List.of("more", "", "more")) {
            Claim claim = Claim.builder("c" + verdicts.size()).measure(Trials.X).subject(Claim.Place.of("a", Claim.When.LAST))
                    .reference(Claim.Place.of("b", Claim.When.LAST)).expected(Claim.Expected.BELOW).family(family).build();
            verdicts.add(Verdict.of(claim, Verdict.Outcome.UNDECIDED, Verdict.Outcome.UNDECIDED,
                    Difference.of(-1, .5, 2, 0, 2)));
        }
        Results results = trials.results(List.of("a", "b"));
        Digest digest = new Digest(results, verdicts);
        assertSame(results, digest.results());
        assertEquals(verdicts, digest.claims().stream().map(JudgedClaim::verdict).toList());
        assertEquals(List.of("", "more"), List.copyOf(digest.families().keySet()));
        assertEquals(List.of("c0", "c2"),
                digest.families().get("more").stream().map(each -> each.verdict().claim().id()).toList());
        assertEquals(List.of("more"), List.copyOf(new Digest(results, verdicts.subList(0, 1)).families().keySet()));
    }

    @Test
    void pairsDifferencesTrialByTrial() {
        Trials trials = new Trials().add(0, "2sr", 10).add(0, "a", 10, 9).add(1, "2sr", 50).add(1, "a", 50, 48, 47)
                .fail(2, "2sr", "x").add(2, "a", 1000);
        Digest digest = digest(trials.results(List.of("2sr", "a")));
        MeanCurve differences = contender(digest, "a").differences(Trials.X);
        assertEquals(List.of(0, 1, 2), iterations(differences));
        assertEquals(List.of(0.0, -1.5, -2.0), means(differences));
        assertEquals(2, differences.places().get(2).mean().count());
        assertEquals(List.of(0.0), means(contender(digest, "2sr").differences(Trials.X)));
    }

    @Test
    void aDifferenceChangesWhereEitherSideDoes() {
        Trials trials = new Trials().add(0, "2sr", 10, 8, 7).add(0, "a", 9).add(1, "2sr", 10, 8, 7).add(1, "a", 9);
        MeanCurve differences = contender(digest(trials.results(List.of("2sr", "a"))), "a").differences(Trials.X);
        assertEquals(List.of(-1.0, 1.0, 2.0), means(differences));
    }

    @Test
    void thereIsNoDifferenceBeforeBothSidesWereMeasured() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "2sr", List.of(Point.of(1, Map.of(Trials.X, 10.0)))).add(trial, "a", 9, 8, 7);
        }
        MeanCurve differences = contender(digest(trials.results(List.of("2sr", "a"))), "a").differences(Trials.X);
        assertEquals(List.of(0, 2, 2), differences.places().stream().map(place -> place.mean().count()).toList());
        assertEquals(List.of(-2.0, -3.0), means(differences).subList(1, 3));
    }

    @Test
    void knowsWhatStartsLikeTheBaseline() {
        Trials trials = new Trials().add(0, "a", 1).add(0, Experiment.TRUE_MODEL, 1);
        Digest digest = digest(trials.results(List.of("a")));
        assertTrue(digest.startsLikeBaseline(contender(digest, "a")));
        assertFalse(digest.startsLikeBaseline(contender(digest, Experiment.TRUE_MODEL)));
        assertFalse(digest(RingLike.results(1)).startsLikeBaseline(contender(digest(RingLike.results(1)), "PSIM")));
        assertTrue(digest(RingLike.results(1)).startsLikeBaseline(contender(digest(RingLike.results(1)), "BPTT (ours)")));
    }

    @Test
    void looksForTheBestOfAMeasureOnce() {
        Digest digest = digest(RingLike.results(2));
        assertSame(digest.best("pnll.operators"), digest.best("pnll.operators"));
    }

    @Test
    void countsFailuresByReasonAndNothingElseOfThem() {
        Trials trials = new Trials().fail(0, "a", "x").fail(1, "a", "y").fail(2, "a", "x").add(3, "a", 2);
        for (int trial = 4; trial < 20; trial++) {
            trials.fail(trial, "a", "after " + trial + " seconds");
        }
        Contender contender = contender(digest(trials.results(List.of("a"))), "a");
        assertEquals(2, contender.failures().reasons().get("x"));
        assertEquals(6, contender.failures().reasons().size());
        assertEquals(19, contender.failures().count());
        assertEquals(19, contender.failures().reasons().values().stream().mapToInt(Integer::intValue).sum());
        assertEquals(1, contender.successes());
        assertEquals(2, contender.last(Trials.X).mean(), EXACT);
        assertEquals(Map.of(), contender.counters());
    }

    @Test
    void findsTheBestApartFromTheTrueModel() {
        Trials trials = new Trials().add(0, "a", 3).add(0, "b", 9, 2).add(0, "c", 2).fail(0, "d", "x")
                .add(0, Experiment.TRUE_MODEL, 1);
        Digest digest = digest(trials.results(List.of("a", "b", "c", "d")));
        assertEquals(List.of("b", "c"), digest.best(Trials.X).stream().map(Contender::label).toList());
        assertEquals(Experiment.TRUE_MODEL, digest.contenders().get(4).label());
        assertSame(digest.contenders().get(4), digest.oracle().orElseThrow());
    }

    @Test
    void comparesWithTwoStageRegressionOrElseTheFirst() {
        Trials trials = new Trials().add(0, "a", 3).add(0, "2sr", 1);
        assertEquals("2sr", digest(trials.results(List.of("a", "2sr"))).baseline());
        assertEquals("a", digest(trials.results(List.of("a", "b"))).baseline());
        assertEquals(2, contender(digest(trials.results(List.of("a", "2sr"))), "a").difference(Trials.X)
                .difference()
                .mean(), EXACT);
    }

    @Test
    void setsTrialsOfTheSameNumberRunComparison() {
        Trials left = new Trials().add(0, "a", 1).add(0, "b", 1).add(2, "a", 5).add(2, "b", 5).add(3, "a", 100)
                .add(5, "a", 3);
        Trials right = new Trials().add(0, "b", 2).add(0, "a", 4).add(1, "a", -9).add(2, "a", 6).fail(2, "b", "x")
                .add(5, "a", 5);
        List<Comparison> rows = RunComparison.compare(left.results(List.of("a", "b", "only left")),
                right.results(List.of("b", "a")));
        assertEquals(List.of("a", "b"), rows.stream().map(Comparison::label).toList());
        Comparison a = rows.get(0);
        assertEquals(List.of(3.0, 5.0, -2.0), List.of(a.left(), a.right(), a.difference().mean()));
        assertEquals(List.of(3, 3, 0), List.of(a.difference().trials(), a.difference().below(), a.difference()
                .above()));
        assertEquals(1, rows.get(1).difference().trials());
        assertTrue(Double.isNaN(rows.get(1).difference().stderr()));
    }

    @Test
    void comparesTheTrueModelWhereBothRunsHaveIt() {
        Trials left = new Trials().add(0, "a", 1).add(0, Experiment.TRUE_MODEL, 1);
        Trials right = new Trials().add(0, "a", 4).add(0, Experiment.TRUE_MODEL, 3);
        List<Comparison> rows = RunComparison.compare(left.results(List.of("a")), right.results(List.of("a")));
        assertEquals(List.of("a", Experiment.TRUE_MODEL), rows.stream().map(Comparison::label).toList());
        assertEquals(-2, rows.get(1).difference().mean(), EXACT);
    }

    @Test
    void addsUpCountersTimesAndIterations() {
        Trials trials = new Trials();
        long[] counts = {3, 0, 5};
        for (int trial = 0; trial < 3; trial++) {
            trials.add(TrialResult.of(trial, "a").curve(List.of(Point.of(0, Map.of(Trials.X, 1.0)),
                    Point.of(2 * trial + 1, Map.of(Trials.X, 2.0)))).counts(Map.of("skipped", counts[trial]))
                    .stages(List.of(TrialResult.StageTime.of("2sr", 10 + trial), TrialResult.StageTime.of("ig", trial)))
                    .unmeasured(trial == 1 ? Map.of("ospa", "no symbols") : Map.of()).build());
        }
        trials.add(TrialResult.of(3, "a").build());
        Contender contender = contender(digest(trials.results(List.of("a"))), "a");
        assertEquals(8, contender.counters().get("skipped").total());
        assertEquals(2, contender.counters().get("skipped").trials());
        assertEquals(12, contender.wholeSeconds().mean(), EXACT);
        assertEquals(1, contender.lastSeconds().mean(), EXACT);
        assertEquals(3, contender.lastSeconds().count());
        assertEquals(3, contender.lastIterations().mean(), EXACT);
        assertEquals(Map.of("no symbols", 1), contender.unmeasured().get("ospa").reasons());
        assertEquals(4, contender.successes());
        assertFalse(contender.oracle());
        assertEquals(List.of(), contender.curve("m.y").places());
    }

    @Test
    void aMeasureOfNoDirectionHasNoBest() {
        Trials trials = new Trials();
        for (String recipe : List.of("a", "b")) {
            trials.add(0, recipe, List.of(Point.of(0, Map.of(Trials.X, recipe.equals("a") ? 1.0 : 2.0, "m.y", 1.0))));
        }
        Digest digest = digest(trials.results(List.of("a", "b")));
        assertEquals(List.of(Trials.X, "m.y"), List.copyOf(digest.measures().keySet()));
        assertEquals(0, digest.best("m.y").size());
        assertEquals(List.of("a"), digest.best(Trials.X).stream().map(Contender::label).toList());
        assertTrue(digest.oracle().isEmpty());
        Digest higher = digest(RingLike.results(2));
        assertEquals(higher.contenders().stream().filter(each -> !each.oracle())
                .mapToDouble(each -> each.last("ospa.features").mean()).filter(Double::isFinite).max().orElseThrow(),
                higher.best("ospa.features").iterator().next().last("ospa.features").mean());
    }

    @Test
    void refusesTrialsOutOfOrder() {
        Trials trials = new Trials().add(1, "a", 1).add(0, "a", 1);
        assertEquals("results must come in the order of trials; trial 0 ('a') comes after trial 1",
                assertThrows(IllegalArgumentException.class, () -> digest(trials.results(List.of("a")))).getMessage());
        TrialReader reader = new TrialReader(new Trials());
        assertFalse(reader.hasNext());
        assertThrows(NoSuchElementException.class, reader::next);
    }

    @Test
    void comparesTheTrueModelOnlyWhereBothHaveItInOneTrial() {
        Trials left = new Trials().add(0, "a", 1).add(0, Experiment.TRUE_MODEL, 1).add(1, "a", 2);
        Trials right = new Trials().add(0, "a", 4).add(1, "a", 4).add(1, Experiment.TRUE_MODEL, 3);
        assertEquals(List.of("a"), RunComparison.compare(left.results(List.of("a")), right.results(List.of("a"))).stream()
                .map(Comparison::label).toList());
    }
}
