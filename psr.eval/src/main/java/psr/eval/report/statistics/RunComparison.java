package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.api.report.Comparison;
import psr.math.statistics.PairedDifference;
import psr.math.statistics.TrialGroups;

/** Compares two runs, trial by trial, reading each once. */
public final class RunComparison {

    private RunComparison() {}

    /**
     * Every recipe and measure that both runs have, in the order of the first. Means are over the trials that both
     * have, so that they differ by the paired difference.
     */
    public static List<Comparison> compare(Results left, Results right) {
        Map<String, Map<String, PairedDifference>> pairs = new LinkedHashMap<>();
        Set<String> recipes = common(labels(left), labels(right));
        Set<String> measures = common(left.measures().keySet(), right.measures().keySet());
        for (String recipe : recipes) {
            Map<String, PairedDifference> row = new LinkedHashMap<>();
            measures.forEach(measure -> row.put(measure, new PairedDifference()));
            pairs.put(recipe, row);
        }
        boolean oracle = walk(new TrialGroups(left.trials()), new TrialGroups(right.trials()), pairs);
        if (!oracle) {
            pairs.remove(Experiment.TRUE_MODEL);
        }
        List<Comparison> comparisons = new ArrayList<>();
        pairs.forEach((recipe, row) -> row.forEach((measure, pair) -> comparisons
                .add(new Comparison(recipe, measure, pair.subject(), pair.reference(), pair.difference()))));
        return List.copyOf(comparisons);
    }

    /** Returns whether both runs have the true model in some trial of the same number. */
    private static boolean walk(TrialGroups left, TrialGroups right, Map<String, Map<String, PairedDifference>> pairs) {
        boolean oracle = false;
        TrialGroups.ResultsOfTrial a = next(left);
        TrialGroups.ResultsOfTrial b = next(right);
        while (a != null && b != null) {
            if (a.number() < b.number()) {
                a = next(left);
            } else if (a.number() > b.number()) {
                b = next(right);
            } else {
                add(a.results(), b.results(), pairs);
                oracle |= a.results().containsKey(Experiment.TRUE_MODEL) && b.results().containsKey(Experiment.TRUE_MODEL);
                a = next(left);
                b = next(right);
            }
        }
        return oracle;
    }

    private static void add(Map<String, TrialResult> left, Map<String, TrialResult> right,
            Map<String, Map<String, PairedDifference>> pairs) {
        pairs.forEach((recipe, row) -> row.forEach((measure, pair) -> pair.add(
                TrialValues.last(left.get(recipe), measure).orElse(Double.NaN),
                TrialValues.last(right.get(recipe), measure).orElse(Double.NaN))));
    }

    private static TrialGroups.ResultsOfTrial next(TrialGroups walk) {
        return walk.hasNext() ? walk.next() : null;
    }

    private static Set<String> labels(Results results) {
        Set<String> labels = new LinkedHashSet<>();
        results.experiment().recipes().forEach(recipe -> labels.add(recipe.label()));
        labels.add(Experiment.TRUE_MODEL);
        return labels;
    }

    private static Set<String> common(Set<String> left, Set<String> right) {
        Set<String> common = new LinkedHashSet<>(left);
        common.retainAll(right);
        return common;
    }
}
