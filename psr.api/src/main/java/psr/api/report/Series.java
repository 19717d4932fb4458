package psr.api.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

import psr.api.eval.Measure;
import psr.api.lab.Occurrence;
import psr.api.lab.Recipe;
import psr.api.lab.Results;

/** The results of the same recipes on several problems, one run each, and their averages. Immutable. */
public final class Series {

    /** How the values of several problems are averaged. */
    public enum Average {
        /** The arithmetic mean. */
        ARITHMETIC("mean"),
        /** The geometric mean, for values that differ by powers of ten; smaller values count as 10⁻⁶. */
        GEOMETRIC("geometric mean");

        private static final double LEAST = 1e-6;

        private final String words;

        Average(String words) {
            this.words = words;
        }

        /** The name in tables. */
        public String words() {
            return words;
        }

        /** The average of at least one value. */
        public double of(List<Double> values) {
            double sum = 0;
            for (double value : values) {
                sum += this == GEOMETRIC ? Math.log(Math.max(value, LEAST)) : value;
            }
            double mean = sum / values.size();
            return this == GEOMETRIC ? Math.exp(mean) : mean;
        }
    }

    private record Cell(double value, double seconds) {}

    private final String title;
    private final Average average;
    private final String measure;
    private final Measure meaning;
    private final List<String> labels;
    private final Map<String, Map<String, Cell>> cells = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    private Series(String title, Average average, Map<String, Results> problems) {
        this.title = Objects.requireNonNull(title, "title");
        this.average = Objects.requireNonNull(average, "average");
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("a series must have a problem; found none");
        }
        Results first = problems.values().iterator().next();
        if (first.measures().isEmpty()) {
            throw new IllegalArgumentException("a series must have a measure; the first problem has none");
        }
        measure = first.measures().keySet().iterator().next();
        meaning = first.measures().get(measure);
        labels = first.experiment().recipes().stream().map(Recipe::label).toList();
        problems.forEach(this::add);
    }

    /**
     * Creates a series.
     *
     * @param title a short title
     * @param average how problems are averaged
     * @param problems the run of each by its name, in the order of tables, at least one; the measure is the first of the
     *        first run, the recipes are those of the first run
     */
    public static Series of(String title, Average average, Map<String, Results> problems) {
        return new Series(title, average, problems);
    }

    private void add(String problem, Results results) {
        Map<String, Double> seconds = new HashMap<>();
        results.times().forEach(time -> seconds.merge(time.label(), time.seconds(), Double::sum));
        Map<String, Cell> row = new LinkedHashMap<>();
        Results.last(results.summary()).stream().filter(last -> last.measure().equals(measure))
                .forEach(last -> row.put(last.label(), new Cell(last.mean(), seconds.getOrDefault(last.label(), 0.0))));
        results.occurrences().stream().filter(each -> each.kind() == Occurrence.Kind.FAILED)
                .forEach(each -> failures.add(problem + ", " + each.label() + ": " + each.reason()));
        cells.put(problem, row);
    }

    /** A short title. */
    public String title() {
        return title;
    }

    /** How problems are averaged. */
    public Average average() {
        return average;
    }

    /** The full name of the measure. */
    public String measure() {
        return measure;
    }

    /** The measure. */
    public Measure meaning() {
        return meaning;
    }

    /** The labels of the recipes, in the requested order; not modifiable. */
    public List<String> labels() {
        return labels;
    }

    /** The names of the problems, in the order of tables; not modifiable. */
    public List<String> problems() {
        return List.copyOf(cells.keySet());
    }

    /** The mean over trials of a recipe's last value on a problem; empty if there is none. */
    public OptionalDouble value(String problem, String label) {
        Cell cell = cells.getOrDefault(problem, Map.of()).get(label);
        return cell == null ? OptionalDouble.empty() : OptionalDouble.of(cell.value);
    }

    /** A recipe's average over all problems; empty if one has no value, because the average would not be comparable. */
    public OptionalDouble average(String label) {
        List<Cell> all = column(label);
        return all.size() < cells.size() ? OptionalDouble.empty()
                : OptionalDouble.of(average.of(all.stream().map(Cell::value).toList()));
    }

    /** The mean learning time of a recipe in seconds, over the problems it has a value for; empty if there are none. */
    public OptionalDouble seconds(String label) {
        List<Cell> all = column(label);
        return all.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(Average.ARITHMETIC.of(all.stream().map(Cell::seconds).toList()));
    }

    private List<Cell> column(String label) {
        return cells.values().stream().map(row -> row.get(label)).filter(Objects::nonNull).toList();
    }

    /** Failures, one line for each reason of a recipe and problem; not modifiable. */
    public List<String> failures() {
        return Collections.unmodifiableList(failures);
    }

    @Override
    public String toString() {
        return title + ", " + cells.size() + " problems, " + labels;
    }
}
