package psr.shell.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import psr.shell.text.CsvLine;
import psr.shell.text.JsonText;
import psr.shell.text.Latex;

/** Prints rows one at a time, as CSV, as JSON, one object with the rows, or as a LaTeX table. Closing it prints the end. Not thread-safe. */
public final class RowPrinter implements AutoCloseable {

    private final Output output;
    private final Format format;
    private final List<String> fields;
    private final List<String> latex;
    private boolean begun;

    public RowPrinter(Output output, Format format, String... fields) {
        this.output = output;
        this.format = format;
        this.fields = List.of(fields);
        this.latex = new ArrayList<>(
                Latex.table(this.fields.stream().map(Latex::text).toList(), List.of(Collections.nCopies(fields.length, ""))));
        switch (format) {
            case JSON -> output.print("{\"rows\": [");
            case LATEX -> output.print(latex.subList(0, latex.size() - 3));
            default -> output.print(CsvLine.of((Object[]) fields));
        }
    }

    /** Prints a row: texts, numbers or null, as many as there are fields. */
    public void print(Object... row) {
        List<Object> values = new ArrayList<>();
        Collections.addAll(values, row);
        switch (format) {
            case JSON -> output.print((begun ? ", " : "") + JsonText.of(Records.object(fields, values)));
            case LATEX -> output.print(String.join(" & ", values.stream().map(Records::latex).toList()) + " \\\\");
            default -> output.print(CsvLine.of(row));
        }
        begun = true;
    }

    @Override
    public void close() {
        switch (format) {
            case JSON -> output.print("]}");
            case LATEX -> output.print(latex.subList(latex.size() - 2, latex.size()));
            default -> {
            }
        }
        output.flush();
    }
}
