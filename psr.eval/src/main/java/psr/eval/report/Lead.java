package psr.eval.report;

import java.util.ArrayList;
import java.util.List;

import psr.api.eval.Measure.Better;
import psr.api.report.Verdict;
import psr.api.report.Verdict.Outcome;

/** The outcome in a few sentences. */
final class Lead {

    private Lead() {}

    static String text(Digest digest) {
        List<String> sentences = new ArrayList<>();
        sentences.add(claims(digest));
        int named = 0;
        for (String measure : Topic.main(List.copyOf(digest.measures().keySet()))) {
            if (named < 2 && !digest.best(measure).isEmpty()) {
                sentences.add(best(digest, measure));
                named++;
            }
        }
        int failures = digest.contenders().stream().mapToInt(contender -> contender.failures().count()).sum();
        if (failures > 0) {
            sentences.add(failures + (failures == 1 ? " result" : " results") + " failed.");
        }
        return String.join(" ", sentences);
    }

    /** For example: 7 of 20 claims were reproduced, 9 were not, 4 are undecided (10 trials). */
    private static String claims(Digest digest) {
        int asked = digest.results().experiment().trials();
        String trials = (digest.trials() == asked ? "" : digest.trials() + " of ") + asked
                + (asked == 1 ? " trial" : " trials");
        List<Verdict> verdicts = digest.verdicts();
        if (verdicts.isEmpty()) {
            int recipes = digest.results().experiment().recipes().size();
            return recipes + (recipes == 1 ? " recipe" : " recipes") + " on " + digest.results().experiment().dataset()
                    + " (" + trials + ").";
        }
        long undecided = count(verdicts, Outcome.UNDECIDED);
        return count(verdicts, Outcome.REPRODUCED) + " of " + verdicts.size()
                + (verdicts.size() == 1 ? " claim" : " claims") + " reproduced, "
                + count(verdicts, Outcome.NOT_REPRODUCED) + " not, " + undecided + " undecided (" + trials + ").";
    }

    private static long count(List<Verdict> verdicts, Outcome outcome) {
        return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
    }

    private static String best(Digest digest, String measure) {
        Contender best = digest.best(measure).get(0);
        Tally last = best.last(measure);
        boolean low = digest.measures().get(measure).better() == Better.LOWER;
        int decimals = Numbers.decimals(last.mean(), last.stderr());
        String bound = digest.oracle().map(oracle -> oracle.last(measure)).filter(tally -> tally.count() > 0)
                .map(tally -> "; the true model has " + Numbers.fixed(tally.mean(), decimals)).orElse("");
        return (low ? "Lowest " : "Highest ") + Topic.of(measure, digest.measures().get(measure)).title() + ": "
                + best.label() + ", " + Numbers.plusMinus(last.mean(), last.stderr(), decimals) + bound + ".";
    }
}
