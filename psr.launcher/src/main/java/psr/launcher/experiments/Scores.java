package psr.launcher.experiments;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Search;
import psr.api.lab.TrialResult;
import psr.math.statistics.RunningMean;

/**
 * Ranks recipes by the mean of one measure, in the order of trials. A recipe that failed in a trial comes after all others. Not thread-safe.
 */
public final class Scores {

    private final String measure;
    private final boolean low;
    private final Map<String, TreeMap<Integer, Double>> values = new LinkedHashMap<>();

    /** Throws an {@link IllegalArgumentException} if no measure can rank. */
    public Scores(Search search, Map<String, Measure> measures) {
        measure = search.measure().orElseGet(() -> measures.entrySet().stream()
                .filter(entry -> entry.getValue().better() != Better.NEITHER).map(Map.Entry::getKey).findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("a selection needs a metric of which lower or higher is better, for"
                                + " example pnll; found " + String.join(", ", measures.keySet()))));
        Measure meaning = measures.get(measure);
        if (meaning == null || meaning.better() == Better.NEITHER) {
            throw new IllegalArgumentException(
                    "a selection must be by a measure of the experiment of which lower or higher is better;"
                            + " found '" + measure + "', measures: " + String.join(", ", measures.keySet()));
        }
        low = meaning.better() == Better.LOWER;
    }

    /** The full name of the measure. */
    public String measure() {
        return measure;
    }

    /** Adds the result of a recipe. */
    public void add(TrialResult result) {
        Double value = result.failure().isPresent() ? null : result.last().get(measure);
        values.computeIfAbsent(result.label(), label -> new TreeMap<>()).put(result.trial(), value == null ? Double.NaN : value);
    }

    /** The mean over the trials of a recipe, and its error; NaN if it failed in one of them or has none. */
    public RunningMean mean(String label) {
        RunningMean mean = new RunningMean();
        values.getOrDefault(label, new TreeMap<>()).values().forEach(mean::add);
        return mean;
    }

    private double rank(String label) {
        double mean = mean(label).mean();
        return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : low ? mean : -mean;
    }

    /** Whether a recipe succeeded in every trial it took part in. */
    public boolean succeeded(String label) {
        return rank(label) < Double.POSITIVE_INFINITY;
    }

    /** The best recipes in the order of the list; of equal ones the first. */
    public List<Recipe> best(List<Recipe> recipes, int number) {
        List<Recipe> best =
                recipes.stream().sorted(Comparator.comparingDouble(recipe -> rank(recipe.label()))).limit(number).toList();
        return recipes.stream().filter(best::contains).toList();
    }

    /** The number of trials before the worse half of the recipes is dropped for the (round + 1)-th time. */
    public static int rungEnd(int round, int trials) {
        return round > 30 ? trials : Math.min(trials, 1 << round);
    }

    /**
     * The recipes that continue in a round of {@link Search#halving}.
     *
     * @param round from 0
     * @param results of all trials of the rounds before; others are ignored
     */
    public static List<Recipe> survivors(Experiment experiment, Map<String, Measure> measures, int round,
            Iterable<TrialResult> results) {
        List<Recipe> left = experiment.recipes();
        for (int before = 0; before < round && left.size() > 1; before++) {
            Scores scores = new Scores(experiment.search(), measures);
            int end = rungEnd(before, experiment.trials());
            results.forEach(result -> {
                if (result.trial() < end && !result.isTrueModel()) {
                    scores.add(result);
                }
            });
            left = scores.best(left, (left.size() + 1) / 2);
        }
        return left;
    }
}
