package psr.eval.report.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.When;
import psr.api.lab.Difference;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.api.report.ClaimComparison;
import psr.api.report.ClaimComparison.Larger;
import psr.eval.report.RingLike;
import psr.eval.report.RunReport;
import psr.eval.report.Trials;
import psr.math.statistics.StudentT;

class ClaimsAcrossRunsTest {

    private static final double EXACT = 1e-12;

    private static Claim claim(String id, Expected expected) {
        return RingLike.claim(id, "words", Trials.X, "a", When.LAST, "b", When.LAST, expected, 0);
    }

    private static Verdict verdict(String id, Expected expected, double mean, double stderr, int trials) {
        return new Verdict(claim(id, expected), Outcome.UNDECIDED, Outcome.UNDECIDED,
                new Difference(mean, stderr, 0, 0, trials), 0, Verdict.Tests.NONE);
    }

    private static ClaimComparison compare(Verdict left, Verdict right) {
        return ClaimsAcrossRuns.compare(List.of(left), List.of(right)).get(0);
    }

    /** Standard errors .3 and .4 make .5; Welch's degrees of freedom with 10 and 20 trials are 27.81. */
    @Test
    void comparesByWelchsTest() {
        double t = StudentT.quantile(.95, 27);
        ClaimComparison over = compare(verdict("c", Expected.ABOVE, 1 + .5 * t + 1e-9, .3, 10),
                verdict("c", Expected.ABOVE, 1, .4, 20));
        assertEquals(.5, over.stderr(), EXACT);
        assertEquals(.5 * t, over.mean(), 1e-8);
        assertEquals(Larger.FIRST, over.larger());
        assertEquals(Larger.UNDECIDED, compare(verdict("c", Expected.ABOVE, 1 + .5 * t - 1e-9, .3, 10),
                verdict("c", Expected.ABOVE, 1, .4, 20)).larger());
        assertEquals(Larger.SECOND, compare(verdict("c", Expected.ABOVE, -1, .3, 10),
                verdict("c", Expected.ABOVE, 1, .4, 20)).larger());
    }

    /** A difference that is claimed to be below zero is larger the further down it is. */
    @Test
    void countsInTheClaimedDirection() {
        ClaimComparison lower = compare(verdict("c", Expected.BELOW, -5, .3, 10), verdict("c", Expected.BELOW, -1, .4, 20));
        assertEquals(4, lower.mean(), EXACT);
        assertEquals(Larger.FIRST, lower.larger());
    }

    @Test
    void saysNothingOfSingleTrialsAndCorrectsForTheNumber() {
        assertEquals(Larger.UNDECIDED, compare(verdict("c", Expected.ABOVE, 9, Double.NaN, 1),
                verdict("c", Expected.ABOVE, 1, .4, 20)).larger());
        double faint = 1 + .5 * StudentT.quantile(.96, 27);
        List<ClaimComparison> two = ClaimsAcrossRuns.compare(
                List.of(verdict("c", Expected.ABOVE, faint, .3, 10), verdict("d", Expected.ABOVE, faint, .3, 10)),
                List.of(verdict("c", Expected.ABOVE, 1, .4, 20), verdict("d", Expected.ABOVE, 1, .4, 20)));
        assertEquals(List.of(Larger.FIRST, Larger.FIRST), two.stream().map(ClaimComparison::larger).toList());
        assertEquals(List.of(Larger.UNDECIDED, Larger.UNDECIDED), two.stream().map(ClaimComparison::corrected).toList());
    }

    @Test
    void correctsEachFamilyForItsOwnNumber() {
        double faint = 1 + .5 * StudentT.quantile(.96, 27);
        Claim apart = Claim.builder("d").measure(Trials.X).subject(claim("d", Expected.ABOVE).subject())
                .reference(claim("d", Expected.ABOVE).reference()).expected(Expected.ABOVE).family("apart").build();
        List<ClaimComparison> two = ClaimsAcrossRuns.compare(
                List.of(verdict("c", Expected.ABOVE, faint, .3, 10),
                        new Verdict(apart, Outcome.UNDECIDED, Outcome.UNDECIDED, new Difference(faint, .3, 0, 0, 10), 0,
                                Verdict.Tests.NONE)),
                List.of(verdict("c", Expected.ABOVE, 1, .4, 20),
                        new Verdict(apart, Outcome.UNDECIDED, Outcome.UNDECIDED, new Difference(1, .4, 0, 0, 20), 0,
                                Verdict.Tests.NONE)));
        assertEquals(List.of(Larger.FIRST, Larger.FIRST), two.stream().map(ClaimComparison::corrected).toList());
    }

    @Test
    void effectsWithoutAnyErrorAreEqualOrDiffer() {
        assertEquals(Larger.UNDECIDED,
                compare(verdict("c", Expected.ABOVE, 2, 0, 3), verdict("c", Expected.ABOVE, 2, 0, 3)).larger());
        assertEquals(Larger.FIRST,
                compare(verdict("c", Expected.ABOVE, 2.1, 0, 3), verdict("c", Expected.ABOVE, 2, 0, 3)).larger());
        assertEquals(Larger.SECOND,
                compare(verdict("c", Expected.ABOVE, 2, 0, 3), verdict("c", Expected.ABOVE, 2.1, 0, 3)).larger());
    }

    /** Two effects that are equal without any error are a test too: the other claim must be clear enough for two. */
    @Test
    void equalEffectsCountAmongTheTests() {
        double faint = 1 + .5 * StudentT.quantile(.96, 27);
        List<ClaimComparison> two = ClaimsAcrossRuns.compare(
                List.of(verdict("c", Expected.ABOVE, faint, .3, 10), verdict("d", Expected.ABOVE, 2, 0, 3)),
                List.of(verdict("c", Expected.ABOVE, 1, .4, 20), verdict("d", Expected.ABOVE, 2, 0, 3)));
        assertEquals(Larger.FIRST, two.get(0).larger());
        assertEquals(Larger.UNDECIDED, two.get(0).corrected());
    }

    @Test
    void comparesWhatBothRunsClaimOfTheSamePlaces() {
        Trials left = new Trials().add(0, "a", 5).add(0, "b", 1).add(1, "a", 6).add(1, "b", 1);
        Trials right = new Trials().add(0, "a", 2).add(0, "b", 1).add(1, "a", 2).add(1, "b", 1.5);
        Claim moved = RingLike.claim("moved", "w", Trials.X, "b", When.LAST, "a", When.LAST, Expected.ABOVE, 0);
        List<ClaimComparison> found = new RunReport().compareClaims(
                left.results(List.of("a", "b"), claim("moved", Expected.ABOVE), claim("same", Expected.ABOVE),
                        claim("still", Expected.WITHIN), claim("only", Expected.ABOVE)),
                right.results(List.of("a", "b"), moved, claim("still", Expected.WITHIN), claim("same", Expected.ABOVE)));
        assertEquals(List.of("same"), found.stream().map(each -> each.claim().id()).toList());
        assertEquals(4.5, found.get(0).left().mean(), EXACT);
        assertEquals(.75, found.get(0).right().mean(), EXACT);
        assertEquals(3.75, found.get(0).mean(), EXACT);
    }
}
