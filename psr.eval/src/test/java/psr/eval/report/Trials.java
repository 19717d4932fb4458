package psr.eval.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Failure;
import psr.api.lab.TrialResult.Point;
import psr.api.lab.TrialResult.StageTime;

/**
 * Results for tests: one measure, {@code m.x}, lower is better, plus whatever a test adds.
 */
public final class Trials implements Iterable<TrialResult> {

    /** The measure. */
    public static final String X = "m.x";

    private final List<TrialResult> results = new ArrayList<>();

    /** A curve at iterations 0, 1, 2 …; NaN omits a value. */
    public Trials add(int trial, String recipe, double... curve) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < curve.length; i++) {
            points.add(new Point(i, Double.isNaN(curve[i]) ? Map.of() : Map.of(X, curve[i])));
        }
        return add(trial, recipe, points);
    }

    /** A curve and the seconds of stages, with the last stage last. */
    public Trials add(int trial, String recipe, List<Point> points, double... seconds) {
        List<StageTime> stages = new ArrayList<>();
        for (double time : seconds) {
            stages.add(new StageTime("stage", time));
        }
        return add(begin(trial, recipe).curve(points).stages(stages).build());
    }

    /** Any result. */
    public Trials add(TrialResult result) {
        results.add(result);
        return this;
    }

    /** A failed result that has some numbers nevertheless. */
    public Trials fail(int trial, String recipe, String reason) {
        return add(begin(trial, recipe).curve(List.of(new Point(0, Map.of(X, 1e9)))).counts(Map.of("counted", 3L))
                .failure(Failure.of(reason)).build());
    }

    private static TrialResult.Builder begin(int trial, String recipe) {
        return recipe.equals(Experiment.TRUE_MODEL) ? TrialResult.ofTrueModel(trial) : TrialResult.of(trial, recipe);
    }

    @Override
    public Iterator<TrialResult> iterator() {
        return results.iterator();
    }

    /** With these recipes, labeled with their text. */
    public Results results(List<String> recipes, Claim... claims) {
        return results(recipes, 1, claims);
    }

    /** The same, measured at every n-th iteration. */
    public Results results(List<String> recipes, int every, Claim... claims) {
        return results(recipes, every, List.of(), claims);
    }

    /** The same, with chosen rates. */
    public Results results(List<String> recipes, List<RateChoice> rates, Claim... claims) {
        return results(recipes, 1, rates, claims);
    }

    private Results results(List<String> recipes, int every, List<RateChoice> rates, Claim... claims) {
        List<Recipe> labelled = new ArrayList<>();
        for (int i = 0; i < recipes.size(); i++) {
            labelled.add(Recipe.parse("learner:number=" + i).labelled(recipes.get(i)));
        }
        int trials = Math.max(1, results.stream().mapToInt(result -> result.trial() + 1).max().orElse(1));
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(X, Measure.of("x", Better.LOWER, "made up"));
        results.forEach(result -> result.curve().forEach(point -> point.values().keySet()
                .forEach(name -> measures.putIfAbsent(name, Measure.of(name, Better.NEITHER, "")))));
        Experiment experiment = Experiment.builder("made up", Stage.parse("data")).recipes(labelled)
                .metric(Stage.parse("m")).trials(trials).seed(7).every(every).claims(List.of(claims)).build();
        int finished = (int) results.stream().mapToInt(TrialResult::trial).distinct().count();
        return new MadeResults(experiment, measures, Map.of(), finished, this, rates);
    }
}
