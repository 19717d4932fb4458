package psr.eval.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;
import psr.api.report.Results;

/**
 * Results by hand: one measure, {@code m.x}, lower is better, and whatever else a test adds. Counts how often it is
 * read.
 */
final class Trials implements Iterable<TrialResult> {

    static final String X = "m.x";

    private final List<TrialResult> results = new ArrayList<>();
    private int walks;

    /** A curve at iterations 0, 1, 2 …; NaN leaves the value out. */
    Trials add(int trial, String recipe, double... curve) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < curve.length; i++) {
            points.add(new Point(i, Double.isNaN(curve[i]) ? Map.of() : Map.of(X, curve[i])));
        }
        return add(trial, recipe, points, Map.of());
    }

    Trials add(int trial, String recipe, List<Point> points, Map<String, Double> seconds) {
        results.add(new TrialResult(trial, recipe, points, Map.of(), seconds, Optional.empty()));
        return this;
    }

    Trials fail(int trial, String recipe, String reason) {
        results.add(new TrialResult(trial, recipe, List.of(new Point(0, Map.of(X, 1e9))), Map.of("counted", 3L),
                Map.of(),
                Optional.of(reason)));
        return this;
    }

    @Override
    public Iterator<TrialResult> iterator() {
        walks++;
        return results.iterator();
    }

    int walks() {
        return walks;
    }

    /** With these recipes, each its own label. */
    Results results(List<String> recipes, Claim... claims) {
        return results(recipes, 1, claims);
    }

    Results results(List<String> recipes, int every, Claim... claims) {
        List<Recipe> labelled = new ArrayList<>();
        for (int i = 0; i < recipes.size(); i++) {
            labelled.add(Recipe.parse("learner:number=" + i).labelled(recipes.get(i)));
        }
        int trials = Math.max(1, results.stream().mapToInt(result -> result.trial() + 1).max().orElse(1));
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(X, Measure.of("x", Better.LOWER, "made up"));
        return new Results(new Experiment("made up", Stage.parse("data"), labelled, List.of(Stage.parse("m")), trials,
                7, every),
                "", List.of(claims), measures, Map.of(), this);
    }
}
