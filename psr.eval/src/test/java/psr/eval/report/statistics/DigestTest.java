package psr.eval.report.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
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

    @Test
    void claimsStandByFamilyTheMainOnesFirst() {
        Trials trials = new Trials().add(0, "a", 3).add(0, "b", 4);
        List<Verdict> verdicts = new ArrayList<>();
        for (String family : List.of("more", "", "more")) {
            Claim claim = Claim.builder("c" + verdicts.size()).measure(Trials.X).subject(Claim.Place.of("a", Claim.When.LAST))
                    .reference(Claim.Place.of("b", Claim.When.LAST)).expected(Claim.Expected.BELOW).family(family).build();
            verdicts.add(new Verdict(claim, Verdict.Outcome.UNDECIDED, Verdict.Outcome.UNDECIDED,
                    new Difference(-1, .5, 2, 0, 2), 0, Verdict.Tests.NONE));
        }
        Results results = trials.results(List.of("a", "b"));
        Digest digest = new Digest(results, verdicts);
        assertSame(results, digest.results());
        assertEquals(verdicts, digest.claims());
        assertEquals(List.of("", "more"), List.copyOf(digest.families().keySet()));
        assertEquals(List.of("c0", "c2"),
                digest.families().get("more").stream().map(each -> each.claim().id()).toList());
        assertEquals(List.of("more"), List.copyOf(new Digest(results, verdicts.subList(0, 1)).families().keySet()));
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
        assertEquals(2, contender.failures().get("x"));
        assertEquals(6, contender.failures().size());
        assertEquals(19, contender.failures().values().stream().mapToInt(Integer::intValue).sum());
        assertEquals(1, contender.successes());
        assertEquals(2, contender.last(Trials.X).orElseThrow().mean(), EXACT);
        assertEquals(List.of(), contender.counters());
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
        assertEquals("a", digest(new Trials().add(0, "a", 3).results(List.of("a", "b"))).baseline());
        assertEquals(2, contender(digest(trials.results(List.of("a", "2sr"))), "a").difference(Trials.X).orElseThrow().mean(),
                EXACT);
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
            trials.add(TrialResult.of(trial, "a").curve(List.of(new Point(0, Map.of(Trials.X, 1.0)),
                    new Point(2 * trial + 1, Map.of(Trials.X, 2.0)))).counts(Map.of("skipped", counts[trial]))
                    .stages(List.of(new TrialResult.StageTime("2sr", 10 + trial), new TrialResult.StageTime("ig", trial)))
                    .unmeasured(trial == 1 ? Map.of("ospa", "no symbols") : Map.of()).build());
        }
        trials.add(TrialResult.of(3, "a").build());
        Contender contender = contender(digest(trials.results(List.of("a"))), "a");
        assertEquals(8, contender.counters().get(0).count());
        assertEquals(2, contender.counters().get(0).trials());
        assertEquals(12, contender.wholeSeconds().mean(), EXACT);
        assertEquals(1, contender.lastSeconds().orElseThrow().seconds(), EXACT);
        assertEquals(3, contender.lastSeconds().orElseThrow().trials());
        assertEquals(3, contender.lastIterations().mean(), EXACT);
        assertEquals(Map.of("no symbols", 1), contender.unmeasured().get("ospa"));
        assertEquals(4, contender.successes());
        assertFalse(contender.oracle());
        assertEquals(List.of(), contender.curve("m.y"));
    }

    @Test
    void aMeasureOfNoDirectionHasNoBest() {
        Trials trials = new Trials();
        for (String recipe : List.of("a", "b")) {
            trials.add(0, recipe, List.of(new Point(0, Map.of(Trials.X, recipe.equals("a") ? 1.0 : 2.0, "m.y", 1.0))));
        }
        Digest digest = digest(trials.results(List.of("a", "b")));
        assertEquals(List.of(Trials.X, "m.y"), List.copyOf(digest.measures().keySet()));
        assertEquals(0, digest.best("m.y").size());
        assertEquals(List.of("a"), digest.best(Trials.X).stream().map(Contender::label).toList());
        assertTrue(digest.oracle().isEmpty());
        Digest higher = digest(RingLike.results(2));
        assertEquals(higher.contenders().stream().filter(each -> !each.oracle())
                .mapToDouble(each -> each.last("ospa.features").map(SummaryRow::mean).orElse(Double.NaN)).filter(Double::isFinite)
                .max().orElseThrow(),
                higher.best("ospa.features").iterator().next().last("ospa.features").orElseThrow().mean());
    }

    @Test
    void refusesTrialsOutOfOrder() {
        Trials trials = new Trials().add(1, "a", 1).add(0, "a", 1);
        assertEquals("results must come in the order of trials; trial 0 ('a') comes after trial 1",
                assertThrows(IllegalArgumentException.class, () -> digest(trials.results(List.of("a")))).getMessage());
    }

    @Test
    void comparesTheTrueModelOnlyWhereBothHaveItInOneTrial() {
        Trials left = new Trials().add(0, "a", 1).add(0, Experiment.TRUE_MODEL, 1).add(1, "a", 2);
        Trials right = new Trials().add(0, "a", 4).add(1, "a", 4).add(1, Experiment.TRUE_MODEL, 3);
        assertEquals(List.of("a"), RunComparison.compare(left.results(List.of("a")), right.results(List.of("a"))).stream()
                .map(Comparison::label).toList());
    }
}
