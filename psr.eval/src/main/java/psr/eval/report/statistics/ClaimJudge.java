package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.math.statistics.ConfidenceInterval;
import psr.math.statistics.PairedDifference;
import psr.math.statistics.TrialGroups;

/** Judges claims from trials that are read once, one by one. */
public final class ClaimJudge {

    private static final double LEVEL = 1 - ConfidenceInterval.CONFIDENCE;

    private final List<Claim> claims;
    private final List<PairedDifference> found = new ArrayList<>();

    private ClaimJudge(List<Claim> claims) {
        this.claims = claims;
        claims.forEach(claim -> found.add(new PairedDifference()));
    }

    /**
     * Every claim with its verdict, in order.
     *
     * @throws IllegalArgumentException if results do not come in the order of trials
     */
    public static List<Verdict> judge(Results results) {
        ClaimJudge judge = new ClaimJudge(results.experiment().claims());
        for (TrialGroups reader = new TrialGroups(results.trials()); reader.hasNext();) {
            judge.add(reader.next());
        }
        judge.addRates(results.rates());
        return judge.verdicts();
    }

    private void add(TrialGroups.ResultsOfTrial trial) {
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            if (claim.measure().equals(Claim.RATE)) {
                continue;
            }
            found.get(i).add(value(claim, claim.subject(), trial), value(claim, claim.reference(), trial));
        }
    }

    private static double value(Claim claim, Place place, TrialGroups.ResultsOfTrial trial) {
        TrialResult result = trial.results().get(place.recipe().orElse(Experiment.TRUE_MODEL));
        return TrialValues.at(result, claim.measure(), place).orElse(Double.NaN);
    }

    /** Pairs the rates that were best in each preliminary trial. */
    private void addRates(List<RateChoice> rates) {
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            if (claim.measure().equals(Claim.RATE)) {
                List<String> subject = bestByTrial(claim.subject(), rates);
                List<String> reference = bestByTrial(claim.reference(), rates);
                for (int trial = 0; trial < Math.min(subject.size(), reference.size()); trial++) {
                    found.get(i).add(logarithm(subject.get(trial)), logarithm(reference.get(trial)));
                }
            }
        }
    }

    private static List<String> bestByTrial(Place place, List<RateChoice> rates) {
        return rates.stream().filter(choice -> place.recipe().equals(Optional.of(choice.label()))).findFirst()
                .map(RateChoice::bestByTrial).orElse(List.of());
    }

    private static double logarithm(String rate) {
        return Math.log10(Double.parseDouble(rate));
    }

    private List<Verdict> verdicts() {
        List<Verdict> alone = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            Difference difference = found.get(i).difference();
            Outcome outcome = outcome(claims.get(i), difference);
            alone.add(new Verdict(claims.get(i), outcome, outcome, difference));
        }
        return JudgedClaim.of(alone).stream().map(judged -> judged.correctedP() <= LEVEL ? judged.verdict()
                : new Verdict(judged.verdict().claim(), judged.verdict().outcome(), Outcome.UNDECIDED,
                        judged.verdict().difference()))
                .toList();
    }

    /** By where the interval of the difference is; that of a single trial is everywhere, and decides nothing. */
    static Outcome outcome(Claim claim, Difference difference) {
        ConfidenceInterval interval = ConfidenceInterval.of(difference);
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
