package psr.eval.report.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.When;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.eval.report.RingLike;
import psr.eval.report.Trials;
import psr.math.statistics.StudentT;

class ClaimSampleTest {

    private static final double EXACT = 1e-12;

    private static Claim claim(Expected expected, double margin) {
        return RingLike.claim("id", "words", Trials.X, "a", When.LAST, "b", When.LAST, expected, margin);
    }

    /** The verdict on differences to a reference of 0. */
    private static Verdict of(Claim claim, double... differences) {
        ClaimSample sample = new ClaimSample(claim);
        for (double difference : differences) {
            sample.add(difference, 0, Double.NaN);
        }
        return sample.verdict();
    }

    @Test
    void agreesWithStudentsExample() {
        // Ten patients: mean −1.58, t = −4.0621, p = 0.002833 (Student 1908; R's t.test).
        double[] sleep = {-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -.8, -4.6, -1.4};
        assertEquals(0.002833, of(claim(Expected.BELOW, 0), sleep).tests().student(), 5e-7);
        assertEquals(0.002833, of(claim(Expected.ABOVE, 0), sleep).tests().student(), 5e-7);
        assertEquals(-1.28456, of(claim(Expected.BELOW, 0), sleep).difference().effectSize(), 5e-6);
        assertEquals(0.00390625, of(claim(Expected.BELOW, 0), sleep).tests().sign(), EXACT);
        assertEquals(0.00390625, of(claim(Expected.BELOW, 0), sleep).tests().signedRank(), EXACT);
        assertEquals(9, of(claim(Expected.BELOW, 0), sleep).tests().agreeing());
    }

    /** With one degree of freedom P(|T| > t) = 1 − 2/π·atan t, so that p = 1/2 at t = 1. */
    @ParameterizedTest
    @CsvSource({"BELOW, 0, -1, 0.5", "BELOW, 1, -2, 0.5", "BELOW, 1, -1, 1", "ABOVE, 1, 2, 0.5", "ABOVE, 1, 0, 0.5",
            "WITHIN, 3, 2, 0.5", "WITHIN, 3, -2, 0.5", "WITHIN, 3, 4, 0.5", "WITHIN, 3, 3, 1", "WITHIN, 1, 0, 0.5"})
    void measuresTheDistanceToTheNearestMargin(Expected expected, double margin, double mean, double p) {
        assertEquals(p, of(claim(expected, margin), mean - 1, mean + 1).tests().student(), EXACT);
    }

    @Test
    void decidesAtFivePercentAsTheIntervalDoes() {
        double t = StudentT.quantile(0.95, 9);
        double spread = 3; // ten values at ±3 have a standard error of 1
        for (Expected expected : Expected.values()) {
            for (double mean = -8; mean <= 8; mean += 0.01) {
                double[] values = new double[10];
                for (int i = 0; i < 10; i++) {
                    values[i] = mean + (i % 2 == 0 ? spread : -spread);
                }
                boolean near = Math.abs(Math.abs(mean - 4) - t) < 1e-6 || Math.abs(Math.abs(mean + 4) - t) < 1e-6;
                Verdict verdict = of(claim(expected, 4), values);
                assertEquals(verdict.outcome() != Outcome.UNDECIDED || near, verdict.tests().student() <= 0.05 || near,
                        expected + " at " + mean);
            }
        }
    }

    @Test
    void leavesNoDoubtWhereNothingVariesAndSaysNothingOfOneTrial() {
        assertEquals(0, of(claim(Expected.BELOW, 0), 0, 0, 0).tests().student());
        assertFalse(of(claim(Expected.BELOW, 0), 0, 0, 0).contested());
        assertEquals(Verdict.Tests.NONE, of(claim(Expected.BELOW, 0), 1).tests());
    }

    @Test
    void aMeanThatAFewTrialsDecideIsContested() {
        double[] heavy = new double[100];
        for (int i = 0; i < 100; i++) {
            heavy[i] = i < 22 ? 50 + i : -1 - i / 100.0;
        }
        Verdict up = of(claim(Expected.ABOVE, 0), heavy);
        assertEquals(Outcome.REPRODUCED, up.outcome());
        assertEquals(22, up.tests().agreeing());
        assertTrue(up.contested());
        assertFalse(of(claim(Expected.ABOVE, 0), 1, 1.1, .9, 1.2, 1, .8, 1).contested());
        // Three trials are too few for the test of ranks, and all agree.
        assertFalse(of(claim(Expected.ABOVE, 0), 1, 1.1, .9).contested());
    }

    /** A margin of a fifth of gains of 10 and 12, and of losses of the same size. */
    @Test
    void aMarginMayBeAShareOfTheMeasuredGain() {
        Claim.Gain gain = new Claim.Gain(Claim.Place.of("a", When.LAST), Claim.Place.of("a", When.FIRST));
        for (double sign : new double[] {1, -1}) {
            for (double difference : new double[] {1.9, -1.9, 2.6, -2.6, 2.2}) {
                Claim claim = Claim.builder("id").measure(Trials.X).subject(gain.to()).reference(gain.from())
                        .expected(Expected.WITHIN).margin(.2, gain).build();
                ClaimSample sample = new ClaimSample(claim);
                sample.add(difference, 0, sign * 10);
                sample.add(difference, 0, sign * 12);
                sample.add(difference, 0, sign * 11);
                sample.add(difference, 0, Double.NaN);
                Verdict verdict = sample.verdict();
                assertEquals(2.2, verdict.margin(), EXACT);
                assertEquals(3, verdict.difference().trials(), "a trial without the gain is left out");
                // The margin is 2.2 with a standard error of .2/√3; two degrees of freedom: ±.497.
                assertEquals(Outcome.UNDECIDED, verdict.outcome());
                ClaimSample many = new ClaimSample(claim);
                for (int i = 0; i < 30; i++) {
                    many.add(difference, 0, sign * (10 + i % 3));
                }
                assertEquals(difference == 2.2 ? Outcome.UNDECIDED
                        : Math.abs(difference) < 2 ? Outcome.REPRODUCED : Outcome.NOT_REPRODUCED, many.verdict().outcome());
            }
        }
    }

    @Test
    void keepsThePlainOutcomeAndTakesBackWhatIsNotClearEnough() {
        Trials trials = new Trials();
        double[] clear = {-10, -10.5, -11};
        double[] faint = {-1, -1.3, -2};
        for (int trial = 0; trial < 3; trial++) {
            trials.add(trial, "clear", clear[trial]).add(trial, "faint", faint[trial]).add(trial, "zero", 0);
        }
        List<Claim> claims = new ArrayList<>();
        for (String label : List.of("faint", "clear", "faint", "missing")) {
            claims.add(RingLike.claim("c" + claims.size(), "w", Trials.X, label, When.LAST, "zero", When.LAST,
                    Expected.BELOW, 0));
        }
        List<Verdict> verdicts = ClaimJudge.judge(trials.results(List.of("clear", "faint", "zero"),
                claims.toArray(new Claim[0])));
        assertEquals(List.of(Outcome.REPRODUCED, Outcome.REPRODUCED, Outcome.REPRODUCED, Outcome.UNDECIDED),
                verdicts.stream().map(Verdict::outcome).toList());
        assertEquals(List.of(Outcome.UNDECIDED, Outcome.REPRODUCED, Outcome.UNDECIDED, Outcome.UNDECIDED),
                verdicts.stream().map(Verdict::corrected).toList());
        assertEquals(3 * verdicts.get(1).tests().student(), verdicts.get(1).tests().corrected(), EXACT);
        Claim apart = Claim.builder("apart").measure(Trials.X).subject(claims.get(0).subject())
                .reference(claims.get(0).reference()).expected(Expected.BELOW).family("apart").build();
        claims.add(apart);
        Verdict alone = ClaimJudge.judge(trials.results(List.of("clear", "faint", "zero"), claims.toArray(new Claim[0])))
                .get(4);
        assertEquals(Outcome.REPRODUCED, alone.corrected(), "a family of one needs no correction");
    }

    @Test
    void claimsAreCorrectedWithinTheirFamily() {
        Trials trials = new Trials();
        for (int trial = 0; trial < 3; trial++) {
            trials.add(trial, "a", 1 + .1 * trial).add(trial, "b", 0);
        }
        Claim one = claim(Expected.ABOVE, 0);
        Claim apart = Claim.builder("apart").measure(Trials.X).subject(one.subject()).reference(one.reference())
                .expected(Expected.ABOVE).family("apart").build();
        List<Verdict> judged = ClaimJudge.judge(trials.results(List.of("a", "b"), one, apart,
                RingLike.claim("more", "words", Trials.X, "a", When.LAST, "b", When.LAST, Expected.ABOVE, 0)));
        assertEquals(List.of(2L, 1L, 2L), judged.stream()
                .map(each -> Math.round(each.tests().corrected() / each.tests().student())).toList());
    }
}
