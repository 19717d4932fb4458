package psr.shell.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.shell.text.CsvLine;
import psr.shell.text.JsonText;
import psr.shell.text.Latex;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/**
 * Rows with the same fields, printed in the format that the user chose. Not thread-safe.
 *
 * <p>Numbers of a text table are rounded; those of CSV and JSON are exact.
 */
public final class Records {

    private final List<String> fields;
    private final List<List<Object>> rows = new ArrayList<>();

    public Records(List<String> fields) {
        this.fields = List.copyOf(fields);
    }

    /** Adds a row: texts, numbers or null, as many as there are fields. */
    public void add(List<?> row) {
        if (row.size() != fields.size()) {
            throw new IllegalArgumentException("a row must have " + fields.size() + " values; found " + row.size());
        }
        rows.add(new ArrayList<>(row));
    }

    /** The lines in a format; JSON is one object with the rows. */
    public List<String> lines(Format format) {
        List<String> lines = new ArrayList<>();
        switch (format) {
            case TEXT -> {
                Table table = new Table(true, fields);
                rows.forEach(row -> table.add(row.stream().map(Records::text).toList()));
                lines.addAll(table.lines());
            }
            case CSV -> {
                lines.add(CsvLine.of(fields.toArray()));
                rows.forEach(row -> lines.add(CsvLine.of(row.stream().map(Records::exact).toArray())));
            }
            case JSON -> lines.add(JsonText.of(Map.of("rows", rows.stream().map(row -> object(fields, row)).toList())));
            case LATEX -> lines.addAll(Latex.table(fields.stream().map(Latex::text).toList(),
                    rows.stream().map(row -> row.stream().map(Records::latex).toList()).toList()));
        }
        return lines;
    }

    /** A row as the fields of a JSON object. */
    public static Map<String, Object> object(List<String> fields, List<?> row) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            object.put(fields.get(i), row.get(i));
        }
        return object;
    }

    private static Object exact(Object value) {
        return value instanceof Double number && !Double.isFinite(number) ? null : value;
    }

    private static String text(Object value) {
        return value instanceof Double number ? Numbers.text(number) : value == null ? "–" : value.toString();
    }

    static String latex(Object value) {
        return value instanceof Double number ? Latex.number(number, Double.NaN, false) : value == null ? "--"
                : Latex.text(value.toString());
    }
}
