package psr.shell.experiments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/** A table of the last iteration of every recipe, or one table per metric if one would be too wide. */
final class ResultTable {

    /** Longer lines wrap in a terminal of 120 columns. */
    private static final int WIDTH = 120;

    private final List<String> columns;
    private final Map<String, Map<String, SummaryRow>> rows = new LinkedHashMap<>();
    private final FailedRecipes failed;

    ResultTable(Results results, FailedRecipes failed) {
        this.columns = List.copyOf(results.measures().keySet());
        for (SummaryRow row : Results.last(results.summary())) {
            rows.computeIfAbsent(row.label(), label -> new LinkedHashMap<>()).put(row.measure(), row);
        }
        this.failed = failed;
    }

    List<String> lines() {
        List<String> whole = lines(columns);
        if (whole.stream().allMatch(line -> Table.width(line) <= WIDTH)) {
            return whole;
        }
        Map<String, List<String>> groups = new LinkedHashMap<>();
        columns.forEach(column -> groups.computeIfAbsent(column.substring(0, Math.max(0, column.lastIndexOf('.'))),
                metric -> new ArrayList<>()).add(column));
        List<String> lines = new ArrayList<>();
        groups.values().forEach(group -> {
            lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
            lines.addAll(lines(group));
        });
        return lines;
    }

    private List<String> lines(List<String> shown) {
        List<String> headings = Table.row("recipe", Table.row("iteration", shown), "trials");
        Table table = new Table(true, headings);
        for (String label : failed.labels()) {
            Map<String, SummaryRow> cells = rows.get(label);
            if (cells == null) {
                if (failed.failed().containsKey(label)) {
                    table.add(Table.row(label, Table.row("failed", Collections.nCopies(shown.size() + 1, ""))));
                }
                continue;
            }
            SummaryRow any = cells.values().iterator().next();
            List<String> means = shown.stream().map(column -> cells.containsKey(column)
                    ? Numbers.text(cells.get(column).mean(), cells.get(column).stderr().orElse(Double.NaN)) : "–").toList();
            table.add(Table.row(label, Table.row(Integer.toString(any.iteration()), means), Integer.toString(any.trials())));
        }
        return table.lines();
    }
}
