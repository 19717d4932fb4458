package psr.eval.report.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.When;
import psr.api.lab.Difference;
import psr.api.lab.RateChoice;
import psr.api.lab.TrialResult.Point;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.eval.report.RingLike;
import psr.eval.report.Trials;
import psr.math.statistics.ConfidenceInterval;

class ClaimJudgeTest {

    private static final double EXACT = 1e-12;

    /** Student's own example (1908): additional hours of sleep of ten patients by two drugs. */
    private static final double[] FIRST_DRUG = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
    private static final double[] SECOND_DRUG = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    private static Verdict judge(Trials trials, Claim claim) {
        return ClaimJudge.judge(trials.results(List.of("a", "b"), claim)).get(0);
    }

    private static Claim claim(String measure, When subject, When reference, Expected expected, double margin) {
        return RingLike.claim("id", "words", measure, "a", subject, "b", reference, expected, margin);
    }

    private static Claim last(Expected expected, double margin) {
        return claim(Trials.X, When.LAST, When.LAST, expected, margin);
    }

    private static Trials sleep() {
        Trials trials = new Trials();
        for (int i = 0; i < FIRST_DRUG.length; i++) {
            trials.add(i, "a", FIRST_DRUG[i]).add(i, "b", SECOND_DRUG[i]);
        }
        return trials;
    }

    @Test
    void findsStudentsDifferenceOfSleep() {
        Verdict verdict = judge(sleep(), last(Expected.BELOW, 0));
        Difference found = verdict.difference();
        assertEquals(-1.58, found.mean(), EXACT);
        assertEquals(0.3889587, found.stderr(), 1e-7);
        assertEquals(-4.0621, found.mean() / found.stderr(), 5e-5);
        assertEquals(List.of(9, 0, 10), List.of(found.below(), found.above(), found.trials()));
        ConfidenceInterval interval = ConfidenceInterval.of(found);
        assertEquals(-2.4598858, interval.low(), 1e-7);
        assertEquals(-0.7001142, interval.high(), 1e-7);
        assertEquals(Outcome.REPRODUCED, verdict.outcome());
    }

    @ParameterizedTest
    @CsvSource({"BELOW, 0, REPRODUCED", "BELOW, 0.7, REPRODUCED", "BELOW, 1, UNDECIDED", "BELOW, 2.5, NOT_REPRODUCED",
            "ABOVE, 0, NOT_REPRODUCED", "ABOVE, 3, NOT_REPRODUCED", "WITHIN, 0.5, NOT_REPRODUCED", "WITHIN, 1, UNDECIDED",
            "WITHIN, 2.46, REPRODUCED"})
    void judgesByWhereTheIntervalIs(Expected expected, double margin, Outcome outcome) {
        assertEquals(outcome, judge(sleep(), last(expected, margin)).outcome());
    }

    @ParameterizedTest
    @CsvSource({"BELOW, 0, NOT_REPRODUCED", "ABOVE, 0, NOT_REPRODUCED", "WITHIN, 0, REPRODUCED"})
    void judgesEqualCurvesWithoutAnyError(Expected expected, double margin, Outcome outcome) {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 1).add(1, "a", 2).add(1, "b", 2);
        assertEquals(outcome, judge(trials, last(expected, margin)).outcome());
    }

    /** Both ends of an interval as margins: one that is only touched is not passed. */
    @Test
    void anIntervalThatTouchesAMarginHasNotPassedIt() {
        Difference up = new Difference(3, .5, 0, 5, 5);
        double near = ConfidenceInterval.of(up).low();
        double far = ConfidenceInterval.of(up).high();
        assertTrue(near > 0);
        assertEquals(Outcome.UNDECIDED, outcome(Expected.ABOVE, near, 3));
        assertEquals(Outcome.NOT_REPRODUCED, outcome(Expected.ABOVE, far, 3));
        assertEquals(Outcome.UNDECIDED, outcome(Expected.BELOW, near, -3));
        assertEquals(Outcome.NOT_REPRODUCED, outcome(Expected.BELOW, far, -3));
        for (double mean : new double[] {3, -3}) {
            assertEquals(Outcome.UNDECIDED, outcome(Expected.WITHIN, near, mean));
            assertEquals(Outcome.REPRODUCED, outcome(Expected.WITHIN, far, mean));
        }
    }

    private static Outcome outcome(Expected expected, double margin, double mean) {
        return ClaimSample.outcome(expected, new Difference(margin + mean, .5, 0, 5, 5),
                new Difference(margin - mean, .5, 0, 5, 5));
    }

    @Test
    void leavesASingleTrialUndecided() {
        Verdict verdict = judge(new Trials().add(0, "a", 1).add(0, "b", 9), last(Expected.BELOW, 0));
        assertEquals(Outcome.UNDECIDED, verdict.outcome());
        assertEquals(-8, verdict.difference().mean(), EXACT);
        assertTrue(Double.isNaN(verdict.difference().stderr()));
    }

    @Test
    void leavesAClaimAboutAnUnknownRecipeUndecided() {
        Trials trials = new Trials().add(0, "a", 1).add(1, "a", 1);
        Verdict verdict = judge(trials, last(Expected.WITHIN, 1));
        assertEquals(Outcome.UNDECIDED, verdict.outcome());
        assertEquals(0, verdict.difference().trials());
        assertTrue(Double.isNaN(verdict.difference().mean()));
    }

    @Test
    void leavesOutFailedTrialsAndMissingValues() {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 3).add(1, "a", 1).fail(1, "b", "no model")
                .add(2, "a", Double.NaN).add(2, "b", 3).add(3, "a", 2).add(3, "b", 3);
        Difference found = judge(trials, last(Expected.BELOW, 0)).difference();
        assertEquals(2, found.trials());
        assertEquals(-1.5, found.mean(), EXACT);
    }

    @Test
    void takesPlacesFromTheCurveOfEachTrial() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "a", 1, 2, 4, 8, 16).add(trial, "b", 100);
        }
        assertEquals(-99, judge(trials, claim(Trials.X, When.FIRST, When.LAST, Expected.BELOW, 0)).difference().mean());
        assertEquals(-96, judge(trials, claim(Trials.X, When.MIDDLE, When.MIDDLE, Expected.BELOW, 0)).difference()
                .mean());
        assertEquals(-84, judge(trials, claim(Trials.X, When.LAST, When.FIRST, Expected.BELOW, 0)).difference().mean());
    }

    @Test
    void takesTheEarlierOfTwoPointsEquallyNearTheMiddle() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "a", List.of(point(0, 1), point(4, 2), point(6, 4), point(10, 8)));
            trials.add(trial, "b", 0);
        }
        assertEquals(2, judge(trials, claim(Trials.X, When.MIDDLE, When.LAST, Expected.ABOVE, 0)).difference().mean());
    }

    @Test
    void hasNoFirstPlaceWhereIterationZeroWasNotMeasured() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "a", List.of(point(1, 1))).add(trial, "b", 0);
        }
        assertEquals(0, judge(trials, claim(Trials.X, When.FIRST, When.LAST, Expected.ABOVE, 0)).difference().trials());
    }

    @Test
    void comparesTheLogarithmsOfTheLastStagesSeconds() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 3; trial++) {
            trials.add(trial, "a", List.of(), 1000, 0.01);
            trials.add(trial, "b", List.of(), 1, trial == 2 ? 0 : 10);
        }
        Difference found = judge(trials, claim(Claim.SECONDS, When.LAST, When.LAST, Expected.BELOW, 2)).difference();
        assertEquals(3, found.trials());
        assertEquals((-3 - 3 + 7) / 3.0, found.mean(), EXACT);
    }

    @Test
    void aDifferenceBeyondAllNumbersIsLeftOut() {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 3).add(1, "a", Double.MAX_VALUE).add(1, "b", -Double.MAX_VALUE);
        Difference found = judge(trials, last(Expected.BELOW, 0)).difference();
        assertEquals(List.of(1, 1, 0), List.of(found.trials(), found.below(), found.above()));
    }

    @Test
    void aTrialWithoutTimesOrMeasurementsIsLeftOut() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "a", List.of()).add(trial, "b", List.of(point(0, 1)), 2);
        }
        assertEquals(0, judge(trials, claim(Claim.SECONDS, When.LAST, When.LAST, Expected.BELOW, 0)).difference().trials());
        assertEquals(0, judge(trials, last(Expected.BELOW, 0)).difference().trials());
        assertEquals(0,
                RunComparison.compare(trials.results(List.of("a")), trials.results(List.of("a"))).get(0).difference().trials());
    }

    @Test
    void takesTheLastValueMeasuredByAnIteration() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "a", List.of(point(2, 1), point(4, 2), point(8, 4))).add(trial, "b", 0);
        }
        for (int[] expected : new int[][] {{2, 1}, {3, 1}, {4, 2}, {7, 2}, {8, 4}, {99, 4}}) {
            Claim claim = Claim.builder("id").measure(Trials.X).subject(Claim.Place.at("a", expected[0]))
                    .reference(Claim.Place.of("b", When.LAST)).expected(Expected.ABOVE).build();
            assertEquals(expected[1], judge(trials, claim).difference().mean(), "at " + expected[0]);
        }
        Claim early = Claim.builder("id").measure(Trials.X).subject(Claim.Place.at("a", 1))
                .reference(Claim.Place.of("b", When.LAST)).expected(Expected.ABOVE).build();
        assertEquals(0, judge(trials, early).difference().trials());
    }

    /** Best rates 1e-3, 1e-2, 1e-1 against 1e-2 in each preliminary trial: −1, 0, 1. */
    @Test
    void comparesTheRatesThatWereBestInEachPreliminaryTrial() {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 2);
        Claim similar = claim(Claim.RATE, When.LAST, When.LAST, Expected.WITHIN, .53);
        List<RateChoice> rates = List.of(
                new RateChoice("b", Optional.of("1e-2"), Trials.X, Map.of(), false, List.of("1e-2", "1e-2", "1e-2")),
                new RateChoice("a", Optional.of("1e-2"), Trials.X, Map.of(), false, List.of("1e-3", "1e-2", "1e-1")));
        Verdict verdict = ClaimJudge.judge(trials.results(List.of("a", "b"), rates, similar)).get(0);
        assertEquals(0, verdict.difference().mean(), EXACT);
        assertEquals(1 / Math.sqrt(3), verdict.difference().stderr(), EXACT);
        assertEquals(List.of(1, 1, 3), List.of(verdict.difference().below(), verdict.difference().above(),
                verdict.difference().trials()));
        assertEquals(Outcome.UNDECIDED, verdict.outcome());
        assertEquals(0, judge(trials, similar).difference().trials(), "no rates were chosen");
    }

    @Test
    void aMeasureThatIsCalledRateIsNoChosenRate() {
        Trials trials = new Trials();
        for (String recipe : List.of("a", "b")) {
            trials.add(0, recipe, List.of(new Point(0, Map.of(Claim.RATE, 5.0))));
        }
        assertEquals(0, judge(trials, claim(Claim.RATE, When.LAST, When.LAST, Expected.WITHIN, 1)).difference().trials());
    }

    @Test
    void refusesTrialsThatAreNotInOrder() {
        Trials trials = new Trials().add(1, "a", 1).add(0, "a", 1);
        String message = assertThrows(IllegalArgumentException.class, () -> judge(trials, last(Expected.BELOW, 0)))
                .getMessage();
        assertTrue(message.contains("trial 0 ('a') comes after trial 1"), message);
    }

    private static Point point(int iteration, double value) {
        return new Point(iteration, Map.of(Trials.X, value));
    }
}
