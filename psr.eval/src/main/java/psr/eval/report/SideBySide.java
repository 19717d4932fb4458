package psr.eval.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.TrialResult;
import psr.api.report.Comparison;
import psr.api.report.Results;

/** Compares two runs, trial by trial, in one walk along both. */
final class SideBySide {

    private SideBySide() {}

    /**
     * Every recipe and measure that both runs have, in the order of the first. Means are over the trials that both
     * have, so that they differ by the paired difference.
     */
    static List<Comparison> compare(Results left, Results right) {
        Map<String, Map<String, Paired>> pairs = new LinkedHashMap<>();
        Set<String> recipes = common(labels(left), labels(right));
        Set<String> measures = common(left.measures().keySet(), right.measures().keySet());
        for (String recipe : recipes) {
            Map<String, Paired> row = new LinkedHashMap<>();
            measures.forEach(measure -> row.put(measure, new Paired()));
            pairs.put(recipe, row);
        }
        boolean oracle = walk(new Walk(left.trials()), new Walk(right.trials()), pairs);
        if (!oracle) {
            pairs.remove(Experiment.ORACLE);
        }
        List<Comparison> comparisons = new ArrayList<>();
        pairs.forEach((recipe, row) -> row.forEach((measure, pair) -> comparisons
                .add(new Comparison(recipe, measure, pair.subject(), pair.reference(), pair.difference()))));
        return List.copyOf(comparisons);
    }

    /** Returns whether both runs have the true model in some trial of the same number. */
    private static boolean walk(Walk left, Walk right, Map<String, Map<String, Paired>> pairs) {
        boolean oracle = false;
        Walk.Trial a = next(left);
        Walk.Trial b = next(right);
        while (a != null && b != null) {
            if (a.number() < b.number()) {
                a = next(left);
            } else if (a.number() > b.number()) {
                b = next(right);
            } else {
                add(a.results(), b.results(), pairs);
                oracle |= a.results().containsKey(Experiment.ORACLE) && b.results().containsKey(Experiment.ORACLE);
                a = next(left);
                b = next(right);
            }
        }
        return oracle;
    }

    private static void add(Map<String, TrialResult> left, Map<String, TrialResult> right,
            Map<String, Map<String, Paired>> pairs) {
        pairs.forEach((recipe, row) -> row.forEach((measure, pair) -> pair.add(
                Values.last(left.get(recipe), measure), Values.last(right.get(recipe), measure))));
    }

    private static Walk.Trial next(Walk walk) {
        return walk.hasNext() ? walk.next() : null;
    }

    private static Set<String> labels(Results results) {
        Set<String> labels = new LinkedHashSet<>();
        for (Recipe recipe : results.experiment().recipes()) {
            labels.add(recipe.label());
        }
        labels.add(Experiment.ORACLE);
        return labels;
    }

    private static Set<String> common(Set<String> left, Set<String> right) {
        Set<String> common = new LinkedHashSet<>(left);
        common.retainAll(right);
        return common;
    }
}
