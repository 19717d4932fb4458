package psr.shell.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Text in columns, each as wide as its widest entry. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();
    private final boolean numbers;

    /**
     * A table.
     *
     * @param numbers whether the columns after the first are right-aligned
     * @param headings of the columns
     */
    public Table(boolean numbers, List<String> headings) {
        this.numbers = numbers;
        rows.add(List.copyOf(headings));
    }

    /** Adds a row with as many entries as there are headings. */
    public void add(List<String> row) {
        if (row.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("a row must have " + rows.get(0).size() + " entries; found "
                    + row.size());
        }
        rows.add(row.stream().map(VisibleText::of).toList());
    }

    public void add(String... row) {
        add(List.of(row));
    }

    /** The words of a heading or of a row: one, then some, then one. */
    public static List<String> row(String first, Collection<String> some, String... last) {
        return Stream.of(List.of(first), some, List.of(last)).flatMap(Collection::stream).toList();
    }

    /** The lines, without trailing blanks. */
    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < columns; c++) {
                widths[c] = Math.max(widths[c], width(row.get(c)));
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                String blank = " ".repeat(widths[c] - width(row.get(c)));
                line.append(c == 0 ? "" : "  ").append(numbers && c > 0 ? blank + row.get(c) : row.get(c) + blank);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** The width of a text in columns. */
    public static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
