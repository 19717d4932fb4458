package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Difference;
import psr.api.lab.Verdict;
import psr.api.report.ClaimComparison;
import psr.api.report.ClaimComparison.Larger;
import psr.math.statistics.ConfidenceInterval;
import psr.math.statistics.HolmCorrection;
import psr.math.statistics.StudentT;

/**
 * Whether an effect is larger in one run than in another: the paired differences of two independent runs, compared by
 * Welch's test. Claims that something stays within a margin have no direction and are left out.
 */
public final class ClaimsAcrossRuns {

    private ClaimsAcrossRuns() {}

    /** A claim of both runs, with what each found. */
    private record Shared(Claim claim, Difference left, Difference right) {

        double mean() {
            return (claim.expected() == Expected.ABOVE ? 1 : -1) * (left.mean() - right.mean());
        }

        double stderr() {
            return Math.hypot(left.stderr(), right.stderr());
        }

        /** Welch and Satterthwaite's, rounded down. */
        int degrees() {
            double a = left.stderr() * left.stderr();
            double b = right.stderr() * right.stderr();
            double degrees = (a + b) * (a + b) / (a * a / (left.trials() - 1) + b * b / (right.trials() - 1));
            return Math.max(1, (int) degrees);
        }

        /** The level at which the interval of the mean would just touch zero; NaN where a single trial has no standard error. */
        double p() {
            if (stderr() == 0) {
                return mean() == 0 ? 1 : 0;
            }
            return Math.max(0, 1 - StudentT.within(Math.abs(mean()) / stderr(), degrees()));
        }

        Larger larger(double p) {
            return !(p <= 1 - ConfidenceInterval.CONFIDENCE) ? Larger.UNDECIDED : mean() > 0 ? Larger.FIRST : Larger.SECOND;
        }
    }

    /** Every claim about the same places and measure that both have, in the order of the first. */
    public static List<ClaimComparison> compare(List<Verdict> left, List<Verdict> right) {
        List<Shared> shared = new ArrayList<>();
        for (Verdict one : left) {
            shared(one.claim(), right).ifPresent(other -> shared.add(new Shared(one.claim(), one.difference(),
                    other.difference())));
        }
        double[] p = shared.stream().mapToDouble(Shared::p).toArray();
        double[] corrected = HolmCorrection.corrected(p, shared.stream().map(each -> each.claim.family()).toList());
        List<ClaimComparison> compared = new ArrayList<>();
        for (int i = 0; i < p.length; i++) {
            Shared each = shared.get(i);
            compared.add(new ClaimComparison(each.claim, each.left, each.right, each.mean(), each.stderr(), each.larger(p[i]),
                    each.larger(corrected[i])));
        }
        return List.copyOf(compared);
    }

    private static Optional<Verdict> shared(Claim claim, List<Verdict> others) {
        return claim.expected() == Expected.WITHIN ? Optional.empty() : others.stream().filter(other -> {
            Claim that = other.claim();
            return that.id().equals(claim.id()) && that.measure().equals(claim.measure())
                    && that.subject().equals(claim.subject()) && that.reference().equals(claim.reference())
                    && that.expected() == claim.expected();
        }).findFirst();
    }
}
