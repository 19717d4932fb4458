package psr.eval.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;
import psr.api.report.Results;
import psr.api.report.Verdict;

/**
 * Everything the page says, from two walks over the results: one for what there is, one for the numbers. Its size
 * depends on recipes, measures and iterations, not on trials.
 */
final class Digest {

    private final Results results;
    private final Map<String, Contender> contenders = new LinkedHashMap<>();
    private final Map<String, Measure> measures = new LinkedHashMap<>();
    private final String baseline;
    private final List<Verdict> verdicts;
    private int trials;

    Digest(Results results) {
        this.results = results;
        this.baseline = baseline(results.experiment().recipes());
        outline();
        Judge judge = new Judge(results.claims());
        for (Walk walk = new Walk(results.trials()); walk.hasNext();) {
            Walk.Trial trial = walk.next();
            trials++;
            judge.add(trial);
            trial.results().forEach((label, result) -> contenders.get(label)
                    .add(result, trial.results().get(baseline), measures.keySet()));
        }
        this.verdicts = judge.verdicts();
    }

    private void outline() {
        Experiment experiment = results.experiment();
        experiment.recipes().forEach(recipe -> contenders.put(recipe.label(), new Contender(recipe.label(), false)));
        Set<String> seen = new LinkedHashSet<>();
        for (TrialResult result : results.trials()) {
            contenders.computeIfAbsent(result.recipe(), label -> new Contender(label, label.equals(Experiment.ORACLE)))
                    .outline(result, experiment.every());
            for (Point point : result.failure().isPresent() ? List.<Point>of() : result.curve()) {
                point.values().forEach((name, value) -> {
                    if (Double.isFinite(value)) {
                        seen.add(name);
                    }
                });
            }
        }
        Contender oracle = contenders.remove(Experiment.ORACLE);
        if (oracle != null) {
            contenders.put(Experiment.ORACLE, oracle);
        }
        results.measures().forEach((name, measure) -> {
            if (seen.contains(name)) {
                measures.put(name, measure);
            }
        });
        seen.forEach(name -> measures.putIfAbsent(name, Measure.of(name, Better.NEITHER, "")));
    }

    /** The recipe called 2SR, from which the paper's methods start; without one, the first. */
    private static String baseline(List<Recipe> recipes) {
        return recipes.stream().map(Recipe::label).filter(label -> label.equalsIgnoreCase("2SR")).findFirst()
                .orElse(recipes.get(0).label());
    }

    Results results() {
        return results;
    }

    /** In the order of the experiment, the true model last. */
    List<Contender> contenders() {
        return List.copyOf(contenders.values());
    }

    Optional<Contender> oracle() {
        return Optional.ofNullable(contenders.get(Experiment.ORACLE));
    }

    /** The label of the recipe that the others are compared with. */
    String baseline() {
        return baseline;
    }

    /** Measures that have a value somewhere, by full name, in the order of tables. */
    Map<String, Measure> measures() {
        return measures;
    }

    /** One for each claim, in order. */
    List<Verdict> verdicts() {
        return verdicts;
    }

    /** How many trials left a result. */
    int trials() {
        return trials;
    }

    /**
     * The best recipes by their mean at the last iteration, the true model apart; none where no direction is better.
     */
    List<Contender> best(String measure) {
        Better better = measures.get(measure).better();
        double sign = better == Better.LOWER ? 1 : -1;
        double best = Double.POSITIVE_INFINITY;
        List<Contender> winners = new ArrayList<>();
        for (Contender contender : contenders.values()) {
            double value = sign * contender.last(measure).mean();
            if (better == Better.NEITHER || contender.oracle() || !(value <= best)) {
                continue;
            }
            if (value < best) {
                winners.clear();
            }
            best = value;
            winners.add(contender);
        }
        return winners;
    }
}
