package psr.launcher.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Measure;
import psr.api.lab.Claim;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.learn.SeededRun;
import psr.launcher.trials.BoundExperiment;
import psr.math.statistics.RunningMean;

/**
 * Chooses the rate of each recipe by cross-validation, as the paper did: preliminary trials learn from a part of the
 * training data and are judged on the rest of them. Test data are not looked at, and the trials of the experiment have
 * other seeds.
 */
public final class RateChooser {

    /** The share of the training data on which preliminary trials are measured. */
    public static final double HELD_OUT = .15;
    /** The measure that rates are compared by, unless the experiment names or lacks it. */
    public static final String MEASURE = "pnll.operators";

    private static final String SETTING = "rate";

    private final Experiment experiment;
    private final String measure;
    private final boolean low;
    private final int trials;
    /** Label of each candidate by recipe and rate. */
    private final Map<String, Map<String, String>> candidates = new LinkedHashMap<>();
    private final List<Recipe> tried = new ArrayList<>();
    /** What each recipe is called once its rate is chosen, by its label. */
    private final Map<String, String> newLabels = new LinkedHashMap<>();

    /** Throws an {@link IllegalArgumentException} if no recipe has a rate, or nothing can judge. */
    public RateChooser(BoundExperiment bound) {
        experiment = bound.experiment();
        RateSearch search = experiment.rateSearch();
        measure = measure(search, bound.measures());
        trials = search.trials();
        low = bound.measures().get(measure).better() == Measure.Better.LOWER;
        experiment.recipes().forEach(recipe -> newLabels.put(recipe.label(), recipe.label()));
        for (Recipe recipe : experiment.recipes()) {
            List<Stage> stages = bound.resolvedRecipes().get(recipe.label());
            if (stages.get(stages.size() - 1).settings().containsKey(SETTING)) {
                Map<String, String> byRate = new LinkedHashMap<>();
                for (String rate : search.rates()) {
                    String label = recipe.label() + " with rate " + rate;
                    byRate.put(rate, label);
                    tried.add(with(recipe, rate).labelled(label));
                }
                candidates.put(recipe.label(), byRate);
            }
        }
        if (tried.isEmpty()) {
            throw new IllegalArgumentException("rates are for recipes whose last stage has a setting 'rate'; none of "
                    + String.join(", ", experiment.recipes().stream().map(Recipe::text).toList()) + " has one");
        }
    }

    private static String measure(RateSearch search, Map<String, Measure> measures) {
        if (search.measure().isPresent()) {
            String asked = search.measure().get();
            if (measures.get(asked).better() == Measure.Better.NEITHER) {
                throw new IllegalArgumentException("rates must be chosen by a measure of the experiment of which lower or"
                        + " higher is better; found '" + asked + "', measures: " + String.join(", ", measures.keySet()));
            }
            return asked;
        }
        return measures.containsKey(MEASURE) ? MEASURE : measures.entrySet().stream()
                .filter(entry -> entry.getValue().better() != Measure.Better.NEITHER).map(Map.Entry::getKey).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("choosing rates needs a metric of which lower or higher"
                        + " is better, for example pnll; found " + String.join(", ", measures.keySet())));
    }

    /** What is to be run first: only what judges is measured, and only in the end. */
    public Experiment preliminary() {
        List<Stage> metrics = experiment.metrics().stream().filter(metric -> measure.startsWith(metric.name() + ".")
                || measure.startsWith(metric.name() + ":")).toList();
        return experiment.change().recipes(tried).metrics(metrics).trials(trials)
                .seed(SeededRun.derive(experiment.seed(), "rates")).every(Integer.MAX_VALUE).rateSearch(RateSearch.none())
                .claims(List.of()).build();
    }

    public DataPart part() {
        return DataPart.trainingOnly(HELD_OUT);
    }

    /** Chooses by the results of every preliminary trial; a rate with which one failed is out. */
    public List<RateChoice> choose(List<TrialResult> results) {
        Map<String, double[]> values = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (TrialResult result : results) {
            Double value = result.failure().isPresent() ? null : result.last().get(measure);
            if (value != null) {
                values.computeIfAbsent(result.label(), label -> new double[trials])[result.trial()] = value;
                counts.merge(result.label(), 1, Integer::sum);
            }
        }
        Map<String, Double> means = new LinkedHashMap<>();
        values.forEach((label, all) -> {
            if (counts.get(label) == trials) {
                RunningMean mean = new RunningMean();
                Arrays.stream(all).forEach(mean::add);
                means.put(label, mean.mean());
            }
        });
        List<RateChoice> choices = new ArrayList<>();
        candidates.forEach((label, byRate) -> choices.add(choice(label, byRate, means, values)));
        return choices;
    }

    private RateChoice choice(String label, Map<String, String> byRate, Map<String, Double> means,
            Map<String, double[]> values) {
        Map<String, Double> found = new LinkedHashMap<>();
        byRate.forEach((rate, candidate) -> {
            if (means.containsKey(candidate)) {
                found.put(rate, means.get(candidate));
            }
        });
        if (found.isEmpty()) {
            return new RateChoice(label, Optional.empty(), measure, found, false, List.of());
        }
        List<String> byTrial = new ArrayList<>();
        for (int trial = 0; trial < trials; trial++) {
            Map<String, Double> once = new LinkedHashMap<>();
            for (String rate : found.keySet()) {
                once.put(rate, values.get(byRate.get(rate))[trial]);
            }
            byTrial.add(best(once));
        }
        String best = best(found);
        experiment.recipes().stream().filter(recipe -> recipe.label().equals(label)).findFirst()
                .ifPresent(recipe -> newLabels.put(label, called(recipe, best)));
        return new RateChoice(newLabels.get(label), Optional.of(best), measure, found, atEdge(best), byTrial);
    }

    /** The rate with the best value; of equal ones the first. */
    private String best(Map<String, Double> byRate) {
        String best = null;
        for (Map.Entry<String, Double> entry : byRate.entrySet()) {
            if (best == null || (low ? entry.getValue() < byRate.get(best) : entry.getValue() > byRate.get(best))) {
                best = entry.getKey();
            }
        }
        return best;
    }

    private boolean atEdge(String rate) {
        double value = Double.parseDouble(rate);
        double[] all = experiment.rateSearch().rates().stream().mapToDouble(Double::parseDouble).sorted().toArray();
        return value == all[0] || value == all[all.length - 1];
    }

    public Experiment adapted(List<RateChoice> choices) {
        Map<String, String> rates = new LinkedHashMap<>();
        choices.forEach(choice -> choice.rate().ifPresent(rate -> rates.put(choice.label(), rate)));
        List<Recipe> recipes = experiment.recipes().stream().map(recipe -> {
            String label = newLabels.get(recipe.label());
            return rates.containsKey(label) ? with(recipe, rates.get(label)).labelled(label) : recipe;
        }).toList();
        return experiment.change().recipes(recipes).rateSearch(RateSearch.none())
                .claims(experiment.claims().stream().map(claim -> claim.withPlaces(this::renamed)).toList()).build();
    }

    /** A label that was the recipe as typed, with a rate, tells the rate that was chosen. */
    private String called(Recipe recipe, String rate) {
        if (!recipe.label().equals(recipe.text()) || !recipe.last().settings().containsKey(SETTING)) {
            return recipe.label();
        }
        String text = with(recipe, rate).text();
        boolean taken = !text.equals(recipe.label()) && (newLabels.containsKey(text) || newLabels.containsValue(text));
        return taken ? recipe.label() + " with rate " + rate : text;
    }

    private Claim.Place renamed(Claim.Place place) {
        if (place.recipe().isEmpty()) {
            return place;
        }
        String label = newLabels.getOrDefault(place.recipe().get(), place.recipe().get());
        return place.iteration().isPresent() ? Claim.Place.at(label, place.iteration().getAsInt())
                : Claim.Place.of(label, place.when());
    }

    /** The recipe with another rate in its last stage. */
    private static Recipe with(Recipe recipe, String rate) {
        return recipe.endingWith(recipe.last().with(SETTING, rate));
    }
}
