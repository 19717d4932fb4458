package psr.math.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Failure;
import psr.api.lab.TrialResult.Point;

/** Results by hand, of recipes that are called like their learners and measured by {@code x} and {@code y}. */
final class MadeResults implements Results {

    private final List<TrialResult> results = new ArrayList<>();
    private final int every;
    private final List<String> recipes;
    int walks;

    MadeResults(int every, String... recipes) {
        this.every = every;
        this.recipes = List.of(recipes);
    }

    /** A curve of x at iterations 0, 1, 2 …; NaN leaves the value out. */
    MadeResults add(int trial, String recipe, double... curve) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < curve.length; i++) {
            points.add(Double.isNaN(curve[i]) ? new Point(i, Map.of()) : point(i, curve[i]));
        }
        return add(trial, recipe, points);
    }

    MadeResults add(int trial, String recipe, List<Point> points) {
        return add(begin(trial, recipe).curve(points).build());
    }

    MadeResults add(TrialResult result) {
        results.add(result);
        return this;
    }

    /** A failed result that has some numbers nevertheless. */
    MadeResults fail(int trial, String recipe, Failure failure) {
        return add(begin(trial, recipe).curve(List.of(point(0, 1e9))).counts(Map.of("counted", 3L))
                .stages(List.of(new TrialResult.StageTime("s", 1e9))).unmeasured(Map.of("y", "no data")).failure(failure)
                .build());
    }

    static Point point(int iteration, double x) {
        return new Point(iteration, Map.of("x", x));
    }

    static TrialResult.Builder begin(int trial, String recipe) {
        return recipe.equals(Experiment.TRUE_MODEL) ? TrialResult.ofTrueModel(trial) : TrialResult.of(trial, recipe);
    }

    @Override
    public Experiment experiment() {
        return Experiment.builder("made", Stage.of("data")).recipes(recipes.stream().map(Recipe::parse).toList())
                .metric(Stage.of("x")).trials(1000).every(every).build();
    }

    @Override
    public Map<String, Measure> measures() {
        Map<String, Measure> measures = new LinkedHashMap<>();
        List.of("x", "y").forEach(name -> measures.put(name, Measure.of(name, Measure.Better.LOWER, "")));
        return measures;
    }

    @Override
    public Map<String, String> provenance() {
        return Map.of();
    }

    @Override
    public List<RateChoice> rates() {
        return List.of();
    }

    @Override
    public int finishedTrials() {
        return (int) results.stream().mapToInt(TrialResult::trial).distinct().count();
    }

    @Override
    public Iterable<TrialResult> trials() {
        return () -> {
            walks++;
            return results.iterator();
        };
    }

    @Override
    public List<SummaryRow> summary() {
        return RunTables.of(this).summary();
    }

    @Override
    public List<SummaryRow> differences(String reference, Collection<String> measures) {
        return RunTables.differences(this, reference, measures);
    }

    @Override
    public List<TimeRow> times() {
        return RunTables.of(this).times();
    }

    @Override
    public List<Occurrence> occurrences() {
        return RunTables.of(this).occurrences();
    }
}
