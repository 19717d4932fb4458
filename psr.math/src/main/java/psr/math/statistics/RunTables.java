package psr.math.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.StageTime;

/**
 * The tables of a run: means over trials, times, and what happened. Their size does not depend on the number of trials. The
 * last bits of a mean depend on the order of trials, so results must come in it. Immutable.
 *
 * <p>A trial whose recipe stopped early keeps the value of its last model for the iterations after, so that every mean is over
 * the same trials. Failed results are left out, and so are values that do not exist (a metric with nothing to measure). Means
 * are at the regular iterations, those that {@code every} divides, and at the very last; where a single trial stopped early
 * does not matter to the rest.
 */
public final class RunTables {

    private final List<SummaryRow> summary;
    private final List<TimeRow> times;
    private final List<Occurrence> occurrences;

    /** A cell for each place on a curve and each measure. */
    private record Grid<T>(int[] places, List<String> measures, List<T> cells) {

        static <T> Grid<T> of(SortedSet<Integer> iterations, int every, List<String> measures, Supplier<T> cell) {
            int[] places = iterations.stream().mapToInt(Integer::intValue)
                    .filter(each -> each % every == 0 || each == iterations.last()).toArray();
            return new Grid<>(places, measures, Stream.generate(cell).limit((long) places.length * measures.size()).toList());
        }

        T cell(int place, int measure) {
            return cells.get(place * measures.size() + measure);
        }

        void writeTo(List<SummaryRow> rows, String label, Function<T, RunningMean> means) {
            for (int i = 0; i < cells.size(); i++) {
                RunningMean mean = means.apply(cells.get(i));
                int iteration = places[i / measures.size()];
                String measure = measures.get(i % measures.size());
                if (mean.count() > 0) {
                    rows.add(label.equals(Experiment.TRUE_MODEL)
                            ? SummaryRow.ofTrueModel(iteration, measure, mean.mean(), error(mean), mean.count())
                            : SummaryRow.of(label, iteration, measure, mean.mean(), error(mean), mean.count()));
                }
            }
        }
    }

    /** What one stage of a recipe took so far. */
    private record Stage(String text, RunningMean seconds) {}

    private RunTables(List<SummaryRow> summary, List<TimeRow> times, List<Occurrence> occurrences) {
        this.summary = Collections.unmodifiableList(summary);
        this.times = List.copyOf(times);
        this.occurrences = occurrences;
    }

    /** The tables of results, whose trials are read twice. */
    public static RunTables of(Results results) {
        Map<String, SortedSet<Integer>> iterations = new LinkedHashMap<>();
        Map<String, List<Stage>> stages = new LinkedHashMap<>();
        Occurrences occurrences = new Occurrences();
        labels(results).forEach(label -> iterations.put(label, new TreeSet<>()));
        results.experiment().recipes().forEach(recipe -> stages.put(recipe.label(), new ArrayList<>()));
        for (TrialResult result : results.trials()) {
            occurrences.add(result);
            if (result.failure().isEmpty()) {
                result.curve().forEach(point -> iterations.get(result.label()).add(point.iteration()));
                if (!result.isTrueModel()) {
                    addTimes(result.stages(), stages.get(result.label()));
                }
            }
        }
        return new RunTables(summary(results, iterations), times(stages), occurrences.list());
    }

    private static List<SummaryRow> summary(Results results, Map<String, SortedSet<Integer>> iterations) {
        List<String> measures = List.copyOf(results.measures().keySet());
        Map<String, Grid<RunningMean>> grids = new LinkedHashMap<>();
        iterations.forEach((label, all) -> grids.put(label,
                Grid.of(all, results.experiment().every(), measures, RunningMean::new)));
        for (TrialResult result : results.trials()) {
            if (result.failure().isEmpty()) {
                add(new StepCurve(result.curve()), grids.get(result.label()));
            }
        }
        List<SummaryRow> rows = new ArrayList<>();
        grids.forEach((label, grid) -> grid.writeTo(rows, label, mean -> mean));
        return rows;
    }

    private static void add(StepCurve curve, Grid<RunningMean> means) {
        for (int place = 0; place < means.places.length; place++) {
            Map<String, Double> values = curve.at(means.places[place]);
            for (int i = 0; i < means.measures.size(); i++) {
                Double value = values.get(means.measures.get(i));
                if (value != null && Double.isFinite(value)) {
                    means.cell(place, i).add(value);
                }
            }
        }
    }

    private static void addTimes(List<StageTime> times, List<Stage> stages) {
        for (int i = 0; i < times.size(); i++) {
            if (i == stages.size()) {
                stages.add(new Stage(times.get(i).stage(), new RunningMean()));
            }
            stages.get(i).seconds.add(times.get(i).seconds());
        }
    }

    private static List<TimeRow> times(Map<String, List<Stage>> stages) {
        List<TimeRow> rows = new ArrayList<>();
        stages.forEach((label, own) -> {
            for (int i = 0; i < own.size(); i++) {
                RunningMean seconds = own.get(i).seconds;
                rows.add(new TimeRow(label, i + 1, own.get(i).text, seconds.mean(), error(seconds), seconds.count()));
            }
        });
        return rows;
    }

    /**
     * Means of paired differences, as {@link Results#differences} has them. Reads the trials once, in time that grows with the
     * number of points and not with that of points times rows.
     *
     * @param results with a summary
     */
    public static List<SummaryRow> differences(Results results, String reference, Collection<String> measures) {
        List<String> labels = labels(results);
        if (!labels.contains(reference)) {
            throw new IllegalArgumentException(
                    "reference must be one of " + String.join(", ", labels) + "; reference=" + reference);
        }
        Map<String, SortedSet<Integer>> iterations = new LinkedHashMap<>();
        results.summary().forEach(row -> iterations.computeIfAbsent(row.label(), any -> new TreeSet<>()).add(row.iteration()));
        SortedSet<Integer> compared = iterations.getOrDefault(reference, new TreeSet<>());
        iterations.remove(reference);
        Map<String, Grid<PairedDifference>> grids = new LinkedHashMap<>();
        iterations.forEach((label, own) -> {
            own.addAll(compared);
            grids.put(label, Grid.of(own, results.experiment().every(), List.copyOf(measures), PairedDifference::new));
        });
        for (TrialGroups trials = new TrialGroups(results.trials()); trials.hasNext();) {
            Map<String, TrialResult> trial = trials.next().results();
            TrialResult other = trial.remove(reference);
            if (other != null && other.failure().isEmpty()) {
                trial.values().stream().filter(result -> result.failure().isEmpty() && grids.containsKey(result.label()))
                        .forEach(result -> add(new StepCurve(result.curve()), new StepCurve(other.curve()),
                                grids.get(result.label())));
            }
        }
        List<SummaryRow> rows = new ArrayList<>();
        grids.forEach((label, grid) -> grid.writeTo(rows, label, PairedDifference::differences));
        return Collections.unmodifiableList(rows);
    }

    private static void add(StepCurve subject, StepCurve reference, Grid<PairedDifference> pairs) {
        for (int place = 0; place < pairs.places.length; place++) {
            Map<String, Double> values = subject.at(pairs.places[place]);
            Map<String, Double> others = reference.at(pairs.places[place]);
            for (int i = 0; i < pairs.measures.size(); i++) {
                String measure = pairs.measures.get(i);
                pairs.cell(place, i).add(values.getOrDefault(measure, Double.NaN), others.getOrDefault(measure, Double.NaN));
            }
        }
    }

    private static List<String> labels(Results results) {
        return Stream.concat(results.experiment().recipes().stream().map(recipe -> recipe.label()),
                Stream.of(Experiment.TRUE_MODEL)).toList();
    }

    private static OptionalDouble error(RunningMean mean) {
        return mean.count() < 2 ? OptionalDouble.empty() : OptionalDouble.of(mean.standardError());
    }

    /** Means over trials, as {@link Results#summary} has them. */
    public List<SummaryRow> summary() {
        return summary;
    }

    /** How long stages took, as {@link Results#times} has it. */
    public List<TimeRow> times() {
        return times;
    }

    /** What happened, as {@link Results#occurrences} has it. */
    public List<Occurrence> occurrences() {
        return occurrences;
    }
}
