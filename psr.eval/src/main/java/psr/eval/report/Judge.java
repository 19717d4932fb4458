package psr.eval.report;

import java.util.ArrayList;
import java.util.List;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.report.Difference;
import psr.api.report.Verdict;
import psr.api.report.Verdict.Outcome;

/** Judges claims from trials that come one by one. */
final class Judge {

    private final List<Claim> claims;
    private final List<Paired> found = new ArrayList<>();

    Judge(List<Claim> claims) {
        this.claims = claims;
        claims.forEach(claim -> found.add(new Paired()));
    }

    void add(Walk.Trial trial) {
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            Place subject = claim.subject();
            Place reference = claim.reference();
            found.get(i).add(Values.at(trial.results().get(subject.recipe()), claim.measure(), subject.when()),
                    Values.at(trial.results().get(reference.recipe()), claim.measure(), reference.when()));
        }
    }

    /** One for each claim, in order. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            Difference difference = found.get(i).difference();
            verdicts.add(new Verdict(claims.get(i), outcome(claims.get(i), difference), difference));
        }
        return List.copyOf(verdicts);
    }

    static Outcome outcome(Claim claim, Difference difference) {
        if (difference.trials() < 2) {
            return Outcome.UNDECIDED;
        }
        Interval interval = Interval.of(difference);
        double low = interval.low();
        double high = interval.high();
        double margin = claim.margin();
        boolean inside = switch (claim.expected()) {
            case BELOW -> high < -margin;
            case ABOVE -> low > margin;
            case WITHIN -> low >= -margin && high <= margin;
        };
        boolean outside = switch (claim.expected()) {
            case BELOW -> low >= -margin;
            case ABOVE -> high <= margin;
            case WITHIN -> high < -margin || low > margin;
        };
        return inside ? Outcome.REPRODUCED : outside ? Outcome.NOT_REPRODUCED : Outcome.UNDECIDED;
    }
}
