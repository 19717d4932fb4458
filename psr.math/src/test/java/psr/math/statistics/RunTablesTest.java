package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.Occurrence.Kind;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Failure;
import psr.api.lab.TrialResult.Point;
import psr.api.lab.TrialResult.StageTime;

class RunTablesTest {

    private static final double EXACT = 1e-12;

    private static List<SummaryRow> of(List<SummaryRow> rows, String label) {
        return rows.stream().filter(row -> row.label().equals(label)).toList();
    }

    private static List<SummaryRow> differences(Results results, String subject, String reference) {
        return of(results.differences(reference, List.of("x")), subject);
    }

    private static List<Integer> iterations(List<SummaryRow> rows) {
        return rows.stream().map(SummaryRow::iteration).toList();
    }

    private static List<Double> means(List<SummaryRow> rows) {
        return rows.stream().map(SummaryRow::mean).toList();
    }

    private static List<Integer> trials(List<SummaryRow> rows) {
        return rows.stream().map(SummaryRow::trials).toList();
    }

    @Test
    void keepsTheLastValueOfATrialThatStoppedEarly() {
        List<SummaryRow> rows = new MadeResults(1, "a").add(0, "a", 8, 6, 4).add(1, "a", 4).summary();
        assertEquals(List.of(0, 1, 2), iterations(rows));
        assertEquals(List.of(6.0, 5.0, 4.0), means(rows));
        assertEquals(Math.sqrt(8 / 2.0), rows.get(0).stderr().orElseThrow(), EXACT);
    }

    @Test
    void aTrialThatGoesFurtherMeetsTheLastValuesOfThoseBefore() {
        List<SummaryRow> rows = new MadeResults(1, "a").add(0, "a", 8).add(1, "a", 6, 4).add(2, "a", 1, 2, 3, 6).summary();
        assertEquals(List.of((8 + 6 + 1) / 3.0, (8 + 4 + 2) / 3.0, (8 + 4 + 3) / 3.0, (8 + 4 + 6) / 3.0), means(rows));
        assertEquals(2 / Math.sqrt(3), rows.get(3).stderr().orElseThrow(), EXACT);
    }

    @Test
    void hasTheRegularIterationsAndTheVeryLast() {
        MadeResults results = new MadeResults(5, "a");
        int[] stops = {7, 12, 9, 3};
        for (int trial = 0; trial < stops.length; trial++) {
            int stop = stops[trial];
            results.add(trial, "a", IntStream.rangeClosed(0, stop).filter(i -> i % 5 == 0 || i == stop)
                    .mapToObj(i -> MadeResults.point(i, i)).toList());
        }
        assertEquals(List.of(0, 5, 10, 12), iterations(results.summary()));
        assertEquals((7 + 10 + 9 + 3) / 4.0, means(results.summary()).get(2), EXACT);
        assertEquals((7 + 12 + 9 + 3) / 4.0, means(results.summary()).get(3), EXACT);
    }

    @Test
    void aTrialCountsOnlyFromWhereItWasFirstMeasured() {
        List<Point> late = List.of(MadeResults.point(2, 10), MadeResults.point(4, 20));
        List<Point> early = List.of(MadeResults.point(0, 1), MadeResults.point(4, 2));
        for (List<List<Point>> order : List.of(List.of(late, early), List.of(early, late))) {
            List<SummaryRow> rows =
                    new MadeResults(1, "a").add(0, "a", order.get(0)).add(1, "a", order.get(1)).summary();
            assertEquals(List.of(0, 2, 4), iterations(rows));
            assertEquals(List.of(1.0, 5.5, 11.0), means(rows));
        }
    }

    @Test
    void leavesOutValuesThatAreNotThere() {
        List<SummaryRow> rows = new MadeResults(1, "a").add(0, "a", 2, Double.NaN, 4).add(1, "a", 6, 5, 1).summary();
        assertEquals(List.of(2, 1, 2), trials(rows));
        assertEquals(List.of(4.0, 5.0, 2.5), means(rows));
        assertEquals(OptionalDouble.empty(), rows.get(1).stderr());
    }

    @Test
    void recipesComeInTheirOrderAndTheTrueModelLast() {
        List<SummaryRow> rows =
                new MadeResults(1, "a", "b").add(0, Experiment.TRUE_MODEL, 1).add(0, "b", 2).add(0, "a", 3).summary();
        assertEquals(List.of("a", "b", Experiment.TRUE_MODEL), rows.stream().map(SummaryRow::label).toList());
        assertEquals(List.of(false, false, true), rows.stream().map(SummaryRow::isTrueModel).toList());
    }

    @Test
    void aFailedTrialIsInNoMeanAndNoTime() {
        Results results = new MadeResults(1, "a")
                .add(TrialResult.of(0, "a").curve(List.of(MadeResults.point(0, 1))).stages(List.of(new StageTime("s", 2)))
                        .build())
                .fail(1, "a", Failure.of("it fell"));
        assertEquals(List.of(SummaryRow.of("a", 0, "x", 1, OptionalDouble.empty(), 1)), results.summary());
        assertEquals(List.of(new TimeRow("a", 1, "s", 2, OptionalDouble.empty(), 1)), results.times());
    }

    @Test
    void readsTheTrialsTwiceHoweverMany() {
        MadeResults results = new MadeResults(1, "a");
        IntStream.range(0, 500).forEach(trial -> results.add(trial, "a", trial % 2, 1));
        assertEquals(.5, RunTables.of(results).summary().get(0).mean(), EXACT);
        assertEquals(2, results.walks);
    }

    @Test
    void pairsDifferencesTrialByTrial() {
        Results results = new MadeResults(1, "a", "b").add(0, "a", 10).add(0, "b", 11, 13).add(1, "a", 20)
                .add(1, "b", 25, 26).fail(2, "a", Failure.of("no")).add(2, "b", 1000).add(3, "a", 7)
                .fail(3, "b", Failure.of("no"));
        List<SummaryRow> rows = differences(results, "b", "a");
        assertEquals(List.of(0, 1), iterations(rows));
        // 11 − 10 and 25 − 20; 13 − 10 and 26 − 20.
        assertEquals(List.of(3.0, 4.5), means(rows));
        assertEquals(2, rows.get(0).stderr().orElseThrow(), EXACT);
        assertEquals(1.5, rows.get(1).stderr().orElseThrow(), EXACT);
        assertEquals(List.of(2, 2), trials(rows));
        assertEquals(rows, results.differences("a", List.of("x", "y")), "nothing of the reference, nothing of y");
    }

    @Test
    void aDifferenceIsTakenWhereverEitherSideChanges() {
        Results results = new MadeResults(2, "a", "b").add(0, "a", 10, 8, 7, 5).add(0, "b", 9, 9);
        assertEquals(List.of(0, 2, 3), iterations(differences(results, "b", "a")));
        assertEquals(List.of(-1.0, 2.0, 4.0), means(differences(results, "b", "a")));
        assertEquals(List.of(1.0, -2.0, -4.0), means(differences(results, "a", "b")));
    }

    @Test
    void thereIsNoDifferenceBeforeBothSidesWereMeasured() {
        MadeResults results = new MadeResults(1, "a", "b");
        for (int trial = 0; trial < 2; trial++) {
            results.add(trial, "a", List.of(MadeResults.point(1, 10))).add(trial, "b", 9, 8, 7);
        }
        assertEquals(List.of(1, 2), iterations(differences(results, "b", "a")));
        assertEquals(List.of(-2.0, -3.0), means(differences(results, "b", "a")));
    }

    @Test
    void differencesAreSumsInTheOrderOfTrialsToTheLastBit() {
        SplittableRandom random = new SplittableRandom(5);
        MadeResults results = new MadeResults(1, "a", "b");
        double sum = 0;
        int trials = 97;
        for (int trial = 0; trial < trials; trial++) {
            double a = random.nextDouble();
            double b = random.nextGaussian();
            results.add(trial, "a", a).add(trial, "b", b);
            sum += b - a;
        }
        assertEquals(Double.doubleToLongBits(sum / trials),
                Double.doubleToLongBits(differences(results, "b", "a").get(0).mean()));
    }

    @Test
    void theReferenceMustBeARecipeOrTheTrueModel() {
        Results results = new MadeResults(1, "a", "b").add(0, "a", 3).add(0, "b", 4).add(0, Experiment.TRUE_MODEL, 1);
        assertEquals(List.of(2.0, 3.0), means(results.differences(Experiment.TRUE_MODEL, List.of("x"))));
        assertEquals("reference must be one of a, b, oracle; reference=c",
                assertThrows(IllegalArgumentException.class, () -> results.differences("c", List.of("x"))).getMessage());
    }

    @Test
    void addsUpTimesByStage() {
        MadeResults results = new MadeResults(1, "a", "b");
        for (int trial = 0; trial < 3; trial++) {
            results.add(TrialResult.of(trial, "a").stages(List.of(new StageTime("2sr", 10 + trial), new StageTime("ig", trial)))
                    .build());
        }
        List<TimeRow> rows = results.times();
        assertEquals(List.of("2sr", "ig"), rows.stream().map(TimeRow::stage).toList());
        assertEquals(List.of(1, 2), rows.stream().map(TimeRow::position).toList());
        assertEquals(List.of(11.0, 1.0), rows.stream().map(TimeRow::seconds).toList());
        assertEquals(1 / Math.sqrt(3), rows.get(1).stderr().orElseThrow(), EXACT);
        assertEquals(3, rows.get(1).trials());
    }

    @Test
    void addsUpWhatHappenedInTheOrderOfItsFirstTime() {
        Results results = new MadeResults(1, "a", "b").fail(0, "b", Failure.refused("too few data"))
                .add(TrialResult.of(0, "a").counts(Map.of("skipped", 0L)).build())
                .add(TrialResult.of(1, "a").counts(Map.of("skipped", 5L)).unmeasured(Map.of("y", "no data")).build())
                .fail(1, "b", Failure.refused("too few data")).fail(2, "b", Failure.of("it fell"))
                .add(TrialResult.of(2, "a").counts(Map.of("skipped", 3L)).unmeasured(Map.of("y", "no data")).build());
        assertEquals(List.of(new Occurrence("b", Kind.FAILED, "", "too few data", 2, 2, true),
                new Occurrence("a", Kind.COUNTED, "skipped", "", 8, 2, false),
                new Occurrence("a", Kind.NOT_MEASURED, "y", "no data", 2, 2, false),
                new Occurrence("b", Kind.FAILED, "", "it fell", 1, 1, false)), results.occurrences());
    }

    @Test
    void aReasonIsARefusalOnlyIfItWasOneEveryTime() {
        Results results = new MadeResults(1, "a").fail(0, "a", Failure.refused("no")).fail(1, "a", Failure.of("no"));
        assertFalse(results.occurrences().get(0).refusal());
    }

    @Test
    void keepsSomeReasonsOnly() {
        MadeResults results = new MadeResults(1, "a", "b");
        for (int trial = 0; trial < 200; trial++) {
            results.fail(trial, "a", Failure.of("after " + trial % 100 + " seconds")).fail(trial, "b", Failure.of("always"));
        }
        List<Occurrence> all = results.occurrences();
        List<Occurrence> a = all.stream().filter(each -> each.label().equals("a")).toList();
        assertEquals(Occurrences.REASONS + 1, a.size());
        assertEquals(Occurrences.OTHERS, a.get(Occurrences.REASONS).reason());
        assertEquals(200, a.stream().mapToLong(Occurrence::count).sum());
        assertEquals(200, all.get(1).trials());
    }

    @Test
    void withoutARecipeTheRestStaysAsItIs() {
        MadeResults whole = new MadeResults(1, "a", "b", "c").add(0, "a", 1).add(0, "b", 2).fail(0, "c", Failure.of("no"));
        Results part = whole.without(Set.of("b"));
        assertEquals(of(whole.summary(), "a"), part.summary());
        assertEquals(whole.occurrences(), part.occurrences());
        assertEquals(List.of(), part.times());
        assertEquals(List.of(), part.differences("a", List.of("x")));
        assertThrows(IllegalArgumentException.class, () -> part.differences("b", List.of("x")));
    }

    @Test
    void theLastRowsAreThoseOfTheLastIterations() {
        List<SummaryRow> rows = new MadeResults(1, "a", "b").add(0, "a", 3, 2, 1).add(0, "b", 7).summary();
        assertEquals(List.of(1.0, 7.0), means(Results.last(rows)));
    }

    @Test
    void refusesTrialsOutOfOrder() {
        Results results = new MadeResults(1, "a").add(1, "a", 1).add(0, "a", 1);
        assertEquals("results must come in the order of trials; trial 0 ('a') comes after trial 1",
                assertThrows(IllegalArgumentException.class, () -> results.differences("a", List.of("x"))).getMessage());
        TrialGroups none = new TrialGroups(new ArrayList<>());
        assertFalse(none.hasNext());
        assertThrows(NoSuchElementException.class, none::next);
    }
}
