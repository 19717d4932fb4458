package psr.shell.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.shell.command.Arguments;
import psr.shell.command.Format;
import psr.shell.text.CsvLine;
import psr.shell.text.JsonText;
import psr.shell.text.Latex;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/** The last iteration of every recipe, best first, in one of the formats of commands. A text is several tables if one would be too wide. */
final class ResultTable {

    /** The maximum width of a table, for half of a screen. */
    private static final int WIDTH = 100;
    private static final int SHORTEST_LABEL = 24;

    private final RankedRows ranked;
    private final FailedRecipes failed;
    private final String trialWord;

    /**
     * @param all whether to show every measure
     * @param trialWord what a trial is called
     */
    ResultTable(Results results, FailedRecipes failed, boolean all, String trialWord) {
        this.ranked = new RankedRows(results, all);
        this.failed = failed;
        this.trialWord = trialWord;
    }

    /** Whether the user named the measures. */
    static boolean all(Arguments arguments) {
        return arguments.has("metrics");
    }

    /** Whether the command fails if one recipe failed. */
    static boolean strict(Arguments arguments) {
        return arguments.has("strict");
    }

    List<String> lines(Format format) {
        return switch (format) {
            case TEXT -> text();
            case CSV -> csv();
            case JSON -> List.of(json());
            case LATEX -> latex();
        };
    }

    private List<String> text() {
        List<String> lines = new ArrayList<>();
        List<List<String>> groups = new ArrayList<>();
        if (width(lines(ranked.measures(), SHORTEST_LABEL)) <= WIDTH) {
            groups.add(ranked.measures());
        } else {
            Map<String, List<String>> byMetric = new LinkedHashMap<>();
            ranked.measures().forEach(measure -> byMetric
                    .computeIfAbsent(measure.substring(0, Math.max(0, measure.lastIndexOf('.'))), metric -> new ArrayList<>())
                    .add(measure));
            byMetric.values().forEach(group -> groups.addAll(parts(group, measures -> lines(measures, SHORTEST_LABEL))));
        }
        for (List<String> group : groups) {
            lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
            lines.addAll(fitted(group));
        }
        ranked.first().filter(measure -> ranked.best(measure).isPresent()).ifPresent(measure -> lines.add("* the best "
                + heading(measure) + ", or within one standard error of it" + (failed.labels().size() > 3
                        ? "; the best of many scores is biased: evaluate … --choose" : "")));
        return lines;
    }

    /**
     * Divides measures, in their order, into as few tables as fit the width; a single measure is never divided.
     *
     * @param table the lines of the table of some measures
     */
    static List<List<String>> parts(List<String> measures, Function<List<String>, List<String>> table) {
        List<List<String>> parts = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= measures.size(); to++) {
            if (to == measures.size() || width(table.apply(measures.subList(from, to + 1))) > WIDTH) {
                parts.add(measures.subList(from, to));
                from = to;
            }
        }
        return parts;
    }

    private static int width(List<String> lines) {
        return lines.stream().mapToInt(Table::width).max().orElse(0);
    }

    /** The table with labels as long as the width allows. */
    private List<String> fitted(List<String> measures) {
        List<String> whole = lines(measures, Integer.MAX_VALUE);
        int longest = ranked.labels().stream().mapToInt(Table::width).max().orElse(0);
        return width(whole) <= WIDTH ? whole : lines(measures, Math.max(SHORTEST_LABEL, longest - (width(whole) - WIDTH)));
    }

    private List<String> lines(List<String> measures, int label) {
        boolean iterates = ranked.labels().stream().anyMatch(each -> ranked.any(each).iteration() > 0);
        boolean marked = ranked.first().filter(measure -> ranked.best(measure).isPresent()).isPresent();
        List<String> headings = new ArrayList<>(List.of("recipe"));
        if (marked) {
            headings.add("");
        }
        if (iterates) {
            headings.add("iteration");
        }
        measures.forEach(measure -> headings.add(heading(measure)));
        headings.add(trialWord + "s");
        Table table = new Table(true, headings);
        for (String each : ranked.labels()) {
            List<String> cells = new ArrayList<>(List.of(shortened(each, label)));
            if (marked) {
                cells.add(ranked.isNearBest(each, ranked.first().orElseThrow()) ? "*" : "");
            }
            if (iterates) {
                cells.add(Integer.toString(ranked.any(each).iteration()));
            }
            measures.forEach(measure -> cells.add(ranked.row(each, measure)
                    .map(row -> Numbers.text(row.mean(), row.stderr().orElse(Double.NaN))).orElse("–")));
            cells.add(Integer.toString(ranked.any(each).trials()));
            table.add(cells);
        }
        List<String> lines = new ArrayList<>(table.lines());
        failed.failed().forEach((name, reason) -> lines.add(cut(shortened(name, label) + "  failed: " + reason)));
        return lines;
    }

    private static String cut(String line) {
        return Table.width(line) <= WIDTH ? line : line.substring(0, line.offsetByCodePoints(0, WIDTH - 1)) + "…";
    }

    /** Keeps both ends of a label: recipes that share their first stages differ at the end. */
    private static String shortened(String label, int most) {
        int width = Table.width(label);
        if (width <= most) {
            return label;
        }
        int before = most / 3;
        return label.substring(0, label.offsetByCodePoints(0, before)) + "…"
                + label.substring(label.offsetByCodePoints(label.length(), -(most - 1 - before)));
    }

    /** The metric alone if it has one column. */
    private String heading(String measure) {
        String metric = measure.substring(0, Math.max(0, measure.lastIndexOf('.')));
        boolean alone = ranked.measures().stream().filter(other -> other.startsWith(metric + ".")).count() == 1;
        return alone && measure.endsWith(".operators") ? metric : measure;
    }

    private List<SummaryRow> rows() {
        return ranked.labels().stream().flatMap(label -> ranked.measures().stream()
                .flatMap(measure -> ranked.row(label, measure).stream())).toList();
    }

    private List<String> csv() {
        List<String> lines = new ArrayList<>(List.of(CsvLine.of("recipe", "iteration", "measure", "mean", "stderr", "trials")));
        rows().forEach(row -> lines.add(CsvLine.of(row.label(), row.iteration(), row.measure(), row.mean(),
                row.stderr().isPresent() ? (Object) row.stderr().getAsDouble() : null, row.trials())));
        return lines;
    }

    /** The fields of {@code GET /runs/ID/summary}, with failures. */
    private String json() {
        List<Object> rows = new ArrayList<>();
        for (SummaryRow row : rows()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("recipe", row.label());
            fields.put("true-model", row.isTrueModel());
            fields.put("iteration", row.iteration());
            fields.put("measure", row.measure());
            fields.put("mean", row.mean());
            fields.put("stderr", row.stderr());
            fields.put("trials", row.trials());
            rows.add(fields);
        }
        List<Object> failures = new ArrayList<>();
        failed.failed().forEach((label, reason) -> failures.add(Map.of("recipe", label, "reason", reason)));
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("trials", failed.finished());
        whole.put("rows", rows);
        whole.put("failures", failures);
        whole.put("dataset", ranked.dataset());
        return JsonText.of(whole);
    }

    private List<String> latex() {
        List<String> headings = new ArrayList<>(List.of("recipe"));
        ranked.measures().forEach(measure -> headings.add(Latex.text(heading(measure))));
        List<List<String>> rows = new ArrayList<>();
        for (String label : ranked.labels()) {
            List<String> cells = new ArrayList<>(List.of(Latex.text(label.equals(Experiment.TRUE_MODEL) ? "true model" : label)));
            for (String measure : ranked.measures()) {
                Optional<SummaryRow> row = ranked.row(label, measure);
                cells.add(Latex.number(row.map(SummaryRow::mean).orElse(Double.NaN),
                        row.map(each -> each.stderr().orElse(Double.NaN)).orElse(Double.NaN),
                        row.isPresent() && row.equals(ranked.best(measure))));
            }
            rows.add(cells);
        }
        failed.failed().keySet().forEach(label -> {
            List<String> cells = new ArrayList<>(List.of(Latex.text(label), "failed"));
            cells.addAll(ranked.measures().stream().skip(1).map(measure -> "").toList());
            rows.add(cells);
        });
        return Latex.table(headings, rows);
    }
}
