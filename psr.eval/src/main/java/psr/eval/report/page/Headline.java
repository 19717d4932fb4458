package psr.eval.report.page;

import java.util.ArrayList;
import java.util.List;

import psr.api.eval.Measure.Better;
import psr.api.lab.SummaryRow;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.statistics.Contender;
import psr.eval.report.statistics.Digest;

/** Summarizes the outcome in a few sentences. */
final class Headline {

    private Headline() {}

    static String text(Digest digest) {
        List<String> sentences = new ArrayList<>();
        sentences.add(claims(digest));
        int named = 0;
        for (String measure : MeasureTitle.main(digest)) {
            if (named < 2 && !digest.best(measure).isEmpty()) {
                sentences.add(best(digest, measure));
                named++;
            }
        }
        int failures = digest.contenders().stream().flatMap(contender -> contender.failures().values().stream())
                .mapToInt(Integer::intValue).sum();
        if (failures > 0) {
            sentences.add(failures + (failures == 1 ? " result" : " results") + " failed.");
        }
        return String.join(" ", sentences);
    }

    /** For example: 7 of 20 claims were reproduced, 9 were not, 4 are undecided (10 trials); for each family. */
    private static String claims(Digest digest) {
        int planned = digest.results().experiment().trials();
        String trials = (digest.trials() == planned ? "" : digest.trials() + " of ") + planned
                + (planned == 1 ? " trial" : " trials");
        if (digest.claims().isEmpty()) {
            int recipes = digest.results().experiment().recipes().size();
            return recipes + (recipes == 1 ? " recipe" : " recipes") + " on " + digest.results().experiment().dataset()
                    + " (" + trials + ").";
        }
        List<String> sentences = new ArrayList<>();
        digest.families()
                .forEach((family, claims) -> sentences.add((family.isEmpty() ? "" : family + ": ") + counted(claims, trials)));
        return String.join(" ", sentences);
    }

    private static String counted(List<Verdict> verdicts, String trials) {
        if (verdicts.size() == 1) {
            return "1 claim, " + ClaimsTable.word(verdicts.get(0).outcome()) + " (" + trials + ").";
        }
        return count(verdicts, Outcome.REPRODUCED) + " of " + verdicts.size() + " claims reproduced, "
                + count(verdicts, Outcome.NOT_REPRODUCED) + " not, " + count(verdicts, Outcome.UNDECIDED) + " undecided ("
                + trials + "); " + verdicts.stream().filter(verdict -> verdict.corrected() != Outcome.UNDECIDED).count()
                + " of these verdicts remain after correction for their number.";
    }

    private static long count(List<Verdict> verdicts, Outcome outcome) {
        return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
    }

    private static String best(Digest digest, String measure) {
        Contender best = digest.best(measure).iterator().next();
        SummaryRow last = best.last(measure).orElseThrow();
        double stderr = last.stderr().orElse(Double.NaN);
        boolean low = digest.measures().get(measure).better() == Better.LOWER;
        int decimals = NumberText.decimals(last.mean(), stderr);
        String bound = digest.oracle().flatMap(oracle -> oracle.last(measure))
                .map(mean -> "; the true model has " + NumberText.fixed(mean.mean(), decimals)).orElse("");
        return (low ? "Lowest " : "Highest ") + MeasureTitle.of(measure, digest.measures().get(measure)).title() + ": "
                + best.label() + ", " + NumberText.plusMinus(last.mean(), stderr, decimals) + bound + ".";
    }
}
