package psr.eval.report.statistics;

import java.util.Arrays;
import java.util.stream.DoubleStream;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.math.statistics.ConfidenceInterval;
import psr.math.statistics.PairedDifference;
import psr.math.statistics.SignTest;
import psr.math.statistics.SignedRankTest;
import psr.math.statistics.StudentT;

/** The results of the trials for one claim. Not thread-safe. */
final class ClaimSample {

    private final Claim claim;
    private final PairedDifference paired = new PairedDifference();
    private final DoubleStream.Builder differences = DoubleStream.builder();
    private final DoubleStream.Builder gains = DoubleStream.builder();

    ClaimSample(Claim claim) {
        this.claim = claim;
    }

    /** Adds a trial, unless one of its values is NaN because it is missing. The gain is used only if the claim has one. */
    void add(double subject, double reference, double gain) {
        double difference = subject - reference;
        if (!Double.isFinite(difference) || claim.gain().isPresent() && !Double.isFinite(gain)) {
            return;
        }
        paired.add(subject, reference);
        differences.add(difference);
        gains.add(gain);
    }

    /** The verdict on this claim alone: its corrected outcome is not known yet. */
    Verdict verdict() {
        double[] d = differences.build().toArray();
        double[] margins = margins(gains.build().toArray());
        double margin = claim.gain().isEmpty() ? claim.margin() : Arrays.stream(margins).average().orElse(Double.NaN);
        // How far the difference is above −margin and below margin.
        double[] over = new double[d.length];
        double[] under = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            over[i] = margins[i] + d[i];
            under[i] = margins[i] - d[i];
        }
        Outcome outcome = outcome(claim.expected(), of(over), of(under));
        Difference found = paired.difference();
        return new Verdict(claim, outcome, outcome, found, margin, d.length < 2 ? Verdict.Tests.NONE
                : tests(nearest(claim.expected(), over, under)));
    }

    /** In the direction of the mean gain, so that a trial whose gain has the other sign has a negative margin. */
    private double[] margins(double[] of) {
        if (claim.gain().isEmpty()) {
            Arrays.fill(of, claim.margin());
            return of;
        }
        double sign = Math.signum(Arrays.stream(of).sum());
        return Arrays.stream(of).map(gain -> claim.margin() * sign * gain).toArray();
    }

    private static Difference of(double[] values) {
        PairedDifference all = new PairedDifference();
        for (double value : values) {
            all.add(value, 0);
        }
        return all.difference();
    }

    /** Decides by the confidence intervals; a single trial has an infinite interval, which decides nothing. */
    static Outcome outcome(Claim.Expected expected, Difference over, Difference under) {
        ConfidenceInterval above = ConfidenceInterval.of(over);
        ConfidenceInterval below = ConfidenceInterval.of(under);
        boolean inside = switch (expected) {
            case BELOW -> above.high() < 0;
            case ABOVE -> below.high() < 0;
            case WITHIN -> above.low() >= 0 && below.low() >= 0;
        };
        boolean outside = switch (expected) {
            case BELOW -> above.low() >= 0;
            case ABOVE -> below.low() >= 0;
            case WITHIN -> above.high() < 0 || below.high() < 0;
        };
        return inside ? Outcome.REPRODUCED : outside ? Outcome.NOT_REPRODUCED : Outcome.UNDECIDED;
    }

    /** The distances to the margin that decides. */
    private static double[] nearest(Claim.Expected expected, double[] over, double[] under) {
        return switch (expected) {
            case BELOW -> over;
            case ABOVE -> under;
            case WITHIN -> inErrors(of(over)) < inErrors(of(under)) ? over : under;
        };
    }

    private static double inErrors(Difference distance) {
        return distance.stderr() == 0 ? Math.signum(distance.mean()) * Double.MAX_VALUE : distance.mean() / distance.stderr();
    }

    private static Verdict.Tests tests(double[] distances) {
        Difference all = of(distances);
        double student = all.stderr() == 0 ? 0
                : Math.max(0, 1 - StudentT.within(Math.abs(all.mean() / all.stderr()), all.trials() - 1));
        return new Verdict.Tests(student, Double.NaN, SignTest.p(distances), SignedRankTest.p(distances),
                all.mean() < 0 ? all.below() : all.above());
    }
}
