package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.List;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Verdict;
import psr.math.statistics.HolmCorrection;
import psr.math.statistics.StudentT;

/**
 * A verdict and how much weight it bears, alone and among all the others.
 *
 * @param verdict what came of the claim
 * @param p the level at which the interval of the difference would just touch a margin, so that a claim is decided by its
 *        interval of 95 % where this is 5 % or less; 0 where all trials have the same difference, as nothing is left to
 *        doubt; NaN for fewer than two trials
 * @param correctedP the same, corrected for the number of claims of its family (Holm 1979)
 */
public record JudgedClaim(Verdict verdict, double p, double correctedP) {

    /** All claims of an experiment, in order. */
    public static List<JudgedClaim> of(List<Verdict> verdicts) {
        double[] p = verdicts.stream().mapToDouble(verdict -> p(verdict.claim(), verdict.difference())).toArray();
        double[] corrected = HolmCorrection.corrected(p,
                verdicts.stream().map(verdict -> verdict.claim().family()).toList());
        List<JudgedClaim> judged = new ArrayList<>();
        for (int i = 0; i < p.length; i++) {
            judged.add(new JudgedClaim(verdicts.get(i), p[i], corrected[i]));
        }
        return List.copyOf(judged);
    }

    static double p(Claim claim, Difference difference) {
        if (difference.trials() < 2) {
            return Double.NaN;
        }
        if (difference.stderr() == 0) {
            return 0;
        }
        // In standard errors: how far the difference is below the upper margin, and above the lower one.
        double under = (claim.margin() - difference.mean()) / difference.stderr();
        double over = (claim.margin() + difference.mean()) / difference.stderr();
        double nearest = switch (claim.expected()) {
            case BELOW -> over;
            case ABOVE -> under;
            case WITHIN -> Math.min(under, over);
        };
        return Math.max(0, 1 - StudentT.within(Math.abs(nearest), difference.trials() - 1));
    }
}
