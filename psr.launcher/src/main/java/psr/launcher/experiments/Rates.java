package psr.launcher.experiments;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import psr.api.data.Seeds;
import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Prepared;
import psr.launcher.lab.Running;
import psr.launcher.lab.Scope;
import psr.launcher.lab.TrialObserver;

/**
 * Chooses the rate of each recipe by cross-validation, as the paper did: preliminary trials learn from a part of the
 * training data and are judged on the rest of them. Test data are not looked at, and the trials of the experiment have
 * other seeds.
 */
public final class Rates {

    /** How much of the training data judges. */
    public static final double HELD_OUT = .15;
    /** How many preliminary trials. */
    public static final int TRIALS = 3;
    /** What judges, where the experiment measures it. */
    public static final String MEASURE = "pnll.operators";

    private static final String SETTING = "rate";

    /**
     * What was chosen for one recipe.
     *
     * @param label the recipe
     * @param rate as typed; null if the recipe failed with every rate and is left as it is
     * @param means the measure with each rate, by rate as typed; a rate with which a trial failed is absent
     */
    public record Choice(String label, String rate, Map<String, Double> means) {}

    /**
     * What came out.
     *
     * @param experiment with the chosen rates
     * @param measure what judged
     * @param choices one for each recipe whose last stage has a rate, in order
     */
    public record Chosen(Experiment experiment, String measure, List<Choice> choices) {}

    private final Lab lab;
    private final Optional<Duration> limit;

    /**
     * Chooses with the services of a laboratory.
     *
     * @param limit how long a stage may take
     */
    public Rates(Lab lab, Optional<Duration> limit) {
        this.lab = lab;
        this.limit = limit;
    }

    /**
     * Checks rates as typed.
     *
     * @throws IllegalArgumentException if one is no positive number or stands twice
     */
    public static List<String> check(List<String> rates) {
        Map<Double, String> seen = new LinkedHashMap<>();
        for (String rate : rates) {
            double value;
            try {
                value = Double.parseDouble(rate);
            } catch (NumberFormatException e) {
                value = Double.NaN;
            }
            if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a rate must be a number above 0; found '" + rate + "'");
            }
            if (seen.put(value, rate) != null) {
                throw new IllegalArgumentException("a rate must be given once; " + rate + " stands twice");
            }
        }
        return rates;
    }

    /**
     * Tries every rate with every recipe whose last stage has one.
     *
     * @param threads how many trials may run at once; changes no result
     * @throws IllegalArgumentException if no recipe has a rate, a rate is out of its range, or nothing can judge
     * @throws InterruptedException if the calling thread is interrupted; nothing runs any more
     * @throws ExecutionException if the data cannot be had
     */
    public Chosen choose(Experiment experiment, List<String> rates, int threads, Observer progress)
            throws InterruptedException, ExecutionException {
        Map<String, Map<String, String>> candidates = new LinkedHashMap<>();
        List<Recipe> tried = new ArrayList<>();
        String measure;
        boolean low;
        try (Prepared prepared = lab.prepare(experiment)) {
            measure = measure(prepared.measures());
            low = prepared.measures().get(measure).better() == Measure.Better.LOWER;
            for (Recipe recipe : experiment.recipes()) {
                List<Stage> stages = prepared.recipes().get(recipe.label());
                if (stages.get(stages.size() - 1).settings().containsKey(SETTING)) {
                    Map<String, String> labels = new LinkedHashMap<>();
                    for (String rate : rates) {
                        String label = recipe.label() + " with rate " + rate;
                        labels.put(rate, label);
                        tried.add(with(recipe, rate).labelled(label));
                    }
                    candidates.put(recipe.label(), labels);
                }
            }
        }
        if (tried.isEmpty()) {
            throw new IllegalArgumentException("rates are for recipes whose last stage has a setting 'rate'; none of "
                    + String.join(", ", experiment.recipes().stream().map(Recipe::text).toList()) + " has one");
        }
        Map<String, Mean> means = run(preliminary(experiment, tried, measure), measure, threads, progress);
        List<Choice> choices = new ArrayList<>();
        candidates.forEach((label, labels) -> choices.add(choice(label, labels, means, low)));
        return new Chosen(adapted(experiment, choices), measure, List.copyOf(choices));
    }

    private static String measure(Map<String, Measure> measures) {
        return measures.containsKey(MEASURE) ? MEASURE : measures.entrySet().stream()
                .filter(entry -> entry.getValue().better() != Measure.Better.NEITHER).map(Map.Entry::getKey).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("choosing rates needs a metric of which lower or higher"
                        + " is better, for example pnll; found " + String.join(", ", measures.keySet())));
    }

    /** Only what judges is measured, and only in the end. */
    private static Experiment preliminary(Experiment experiment, List<Recipe> tried, String measure) {
        List<Stage> metrics = experiment.metrics().stream().filter(metric -> measure.startsWith(metric.name() + ".")
                || measure.startsWith(metric.name() + ":")).toList();
        return new Experiment(experiment.name(), experiment.dataset(), tried, metrics, TRIALS,
                Seeds.derive(experiment.seed(), "rates"), Integer.MAX_VALUE);
    }

    /** The mean over trials; absent where one failed. */
    private static final class Mean {
        private final double[] values = new double[TRIALS];
        private int count;

        double value() {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            return sum / TRIALS;
        }
    }

    private Map<String, Mean> run(Experiment preliminary, String measure, int threads, Observer progress)
            throws InterruptedException, ExecutionException {
        Map<String, Mean> means = new LinkedHashMap<>();
        preliminary.recipes().forEach(recipe -> means.put(recipe.label(), new Mean()));
        TrialObserver gathering = TrialObserver.of(new Observer() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                progress.finished(result, done, total);
                List<TrialResult.Point> curve = result.curve();
                Double value = result.failure().isPresent() || curve.isEmpty() ? null
                        : curve.get(curve.size() - 1).values().get(measure);
                if (value != null) {
                    Mean mean = means.get(result.recipe());
                    mean.values[result.trial()] = value;
                    mean.count++;
                }
            }

            @Override
            public void iterated(int trial, String recipe, int iteration) {
                progress.iterated(trial, recipe, iteration);
            }
        });
        Running running = lab.prepare(preliminary).start(threads, gathering, Scope.training(HELD_OUT).within(limit));
        try {
            if (!running.await()) {
                throw new InterruptedException("the laboratory stops");
            }
        } catch (InterruptedException e) {
            running.cancel();
            throw e;
        }
        means.values().removeIf(mean -> mean.count < TRIALS);
        return means;
    }

    private static Choice choice(String label, Map<String, String> labels, Map<String, Mean> means, boolean low) {
        String best = null;
        Map<String, Double> found = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : labels.entrySet()) {
            Mean mean = means.get(entry.getValue());
            if (mean == null) {
                continue;
            }
            double value = mean.value();
            if (best == null || (low ? value < found.get(best) : value > found.get(best))) {
                best = entry.getKey();
            }
            found.put(entry.getKey(), value);
        }
        return new Choice(label, best, found);
    }

    /** The experiment with what was chosen. */
    private static Experiment adapted(Experiment experiment, List<Choice> choices) {
        Map<String, String> rates = new LinkedHashMap<>();
        choices.stream().filter(choice -> choice.rate() != null)
                .forEach(choice -> rates.put(choice.label(), choice.rate()));
        List<Recipe> recipes = experiment.recipes().stream().map(recipe -> rates.containsKey(recipe.label())
                ? with(recipe, rates.get(recipe.label())) : recipe).toList();
        return new Experiment(experiment.name(), experiment.dataset(), recipes, experiment.metrics(),
                experiment.trials(), experiment.seed(), experiment.every());
    }

    /** The recipe with another rate in its last stage. */
    private static Recipe with(Recipe recipe, String rate) {
        List<Stage> stages = new ArrayList<>(recipe.stages());
        Stage last = stages.remove(stages.size() - 1);
        Map<String, String> settings = new LinkedHashMap<>(last.settings());
        settings.put(SETTING, rate);
        stages.add(new Stage(last.name(), settings));
        return new Recipe(recipe.label(), stages);
    }
}
