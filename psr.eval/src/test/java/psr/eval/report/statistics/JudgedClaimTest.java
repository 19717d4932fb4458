package psr.eval.report.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.When;
import psr.api.lab.Difference;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.eval.report.RingLike;
import psr.eval.report.Trials;
import psr.math.statistics.StudentT;

class JudgedClaimTest {

    private static final double EXACT = 1e-12;

    private static Claim claim(Expected expected, double margin) {
        return RingLike.claim("id", "words", Trials.X, "a", When.LAST, "b", When.LAST, expected, margin);
    }

    @Test
    void agreesWithStudentsExample() {
        // Ten patients: mean −1.58, t = −4.0621, p = 0.002833 (Student 1908; R's t.test).
        Difference sleep = new Difference(-1.58, 0.38895871648042, 9, 0, 10);
        assertEquals(0.002833, JudgedClaim.p(claim(Expected.BELOW, 0), sleep), 5e-7);
        assertEquals(0.002833, JudgedClaim.p(claim(Expected.ABOVE, 0), sleep), 5e-7);
        assertEquals(-1.28456, sleep.effectSize(), 5e-6);
    }

    /** With one degree of freedom P(|T| > t) = 1 − 2/π·atan t, so that p = 1/2 at t = 1. */
    @ParameterizedTest
    @CsvSource({"BELOW, 0, -1, 0.5", "BELOW, 1, -2, 0.5", "BELOW, 1, -1, 1", "ABOVE, 1, 2, 0.5", "ABOVE, 1, 0, 0.5",
            "WITHIN, 3, 2, 0.5", "WITHIN, 3, -2, 0.5", "WITHIN, 3, 4, 0.5", "WITHIN, 3, 3, 1", "WITHIN, 1, 0, 0.5"})
    void measuresTheDistanceToTheNearestMargin(Expected expected, double margin, double mean, double p) {
        assertEquals(p, JudgedClaim.p(claim(expected, margin), new Difference(mean, 1, 0, 0, 2)), EXACT);
    }

    @Test
    void decidesAtFivePercentAsTheIntervalDoes() {
        double t = StudentT.quantile(0.95, 9);
        for (Expected expected : Expected.values()) {
            for (double mean = -8; mean <= 8; mean += 0.01) {
                Difference difference = new Difference(mean, 1, 0, 0, 10);
                boolean near = Math.abs(Math.abs(mean - 4) - t) < 1e-6 || Math.abs(Math.abs(mean + 4) - t) < 1e-6;
                boolean decided = ClaimJudge.outcome(claim(expected, 4), difference) != Outcome.UNDECIDED;
                assertEquals(decided || near, JudgedClaim.p(claim(expected, 4), difference) <= 0.05 || near,
                        expected + " at " + mean);
            }
        }
    }

    @Test
    void leavesNoDoubtWhereNothingVariesAndSaysNothingOfOneTrial() {
        assertEquals(0, JudgedClaim.p(claim(Expected.BELOW, 0), new Difference(0, 0, 0, 0, 3)));
        assertEquals(Double.NaN, JudgedClaim.p(claim(Expected.BELOW, 0), new Difference(1, Double.NaN, 0, 1, 1)));
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
        List<JudgedClaim> judged = JudgedClaim.of(verdicts);
        assertEquals(3 * judged.get(1).p(), judged.get(1).correctedP(), EXACT);
        Claim apart = Claim.builder("apart").measure(Trials.X).subject(claims.get(0).subject())
                .reference(claims.get(0).reference()).expected(Expected.BELOW).family("apart").build();
        claims.add(apart);
        Verdict alone = ClaimJudge.judge(trials.results(List.of("clear", "faint", "zero"), claims.toArray(new Claim[0])))
                .get(4);
        assertEquals(Outcome.REPRODUCED, alone.corrected(), "a family of one needs no correction");
    }

    @Test
    void claimsAreCorrectedWithinTheirFamily() {
        Difference sleep = new Difference(-1.58, 0.38895871648042, 9, 0, 10);
        Claim one = claim(Expected.BELOW, 0);
        Claim apart = Claim.builder("apart").measure(Trials.X).subject(one.subject()).reference(one.reference())
                .expected(Expected.BELOW).family("apart").build();
        List<JudgedClaim> judged = JudgedClaim.of(List.of(
                new Verdict(one, Outcome.UNDECIDED, Outcome.UNDECIDED, sleep),
                new Verdict(apart, Outcome.UNDECIDED, Outcome.UNDECIDED, sleep),
                new Verdict(one, Outcome.UNDECIDED, Outcome.UNDECIDED, sleep)));
        assertEquals(List.of(2, 1, 2), judged.stream().map(each -> Math.round(each.correctedP() / each.p())).map(Long::intValue)
                .toList());
        judged.forEach(each -> assertEquals(0.002833, each.p(), 5e-7));
    }
}
