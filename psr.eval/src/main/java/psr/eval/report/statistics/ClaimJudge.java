package psr.eval.report.statistics;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.math.statistics.ConfidenceInterval;
import psr.math.statistics.HolmCorrection;
import psr.math.statistics.TrialGroups;

/** Judges claims from trials that are read once, one by one. */
public final class ClaimJudge {

    private static final double LEVEL = 1 - ConfidenceInterval.CONFIDENCE;

    private final List<Claim> claims;
    private final List<ClaimSample> found;

    private ClaimJudge(List<Claim> claims) {
        this.claims = claims;
        this.found = claims.stream().map(ClaimSample::new).toList();
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
            double gain = claim.gain().map(each -> value(claim, each.to(), trial) - value(claim, each.from(), trial))
                    .orElse(Double.NaN);
            found.get(i).add(value(claim, claim.subject(), trial), value(claim, claim.reference(), trial), gain);
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
                    found.get(i).add(logarithm(subject.get(trial)), logarithm(reference.get(trial)), Double.NaN);
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
        List<Verdict> alone = found.stream().map(ClaimSample::verdict).toList();
        double[] corrected = HolmCorrection.corrected(alone.stream().mapToDouble(each -> each.tests().student()).toArray(),
                claims.stream().map(Claim::family).toList());
        return IntStream.range(0, alone.size()).mapToObj(i -> corrected(alone.get(i), corrected[i])).toList();
    }

    private static Verdict corrected(Verdict alone, double p) {
        Verdict.Tests tests = alone.tests();
        return new Verdict(alone.claim(), alone.outcome(), p <= LEVEL ? alone.outcome() : Outcome.UNDECIDED,
                alone.difference(), alone.margin(),
                new Verdict.Tests(tests.student(), p, tests.sign(), tests.signedRank(), tests.agreeing()));
    }
}
