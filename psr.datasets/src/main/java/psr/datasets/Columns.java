package psr.datasets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import psr.api.data.Channels;
import psr.math.csv.CsvRows;
import psr.math.csv.Heading;

/** Finds the columns that the settings name. */
final class Columns {

    private static final String ALL = "all";
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");

    private Columns() {}

    /** One column. */
    static int one(CsvRows rows, String setting, String typed) throws IOException {
        try {
            return rows.column(setting, typed);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + " (csv)", e);
        }
    }

    /**
     * Columns that are written {@code a:b}, {@code 2-5} or {@code all}.
     *
     * @param used columns with another use
     */
    static int[] several(CsvRows rows, String setting, String typed, Set<Integer> used) throws IOException {
        int width = rows.headings().size();
        Set<Integer> found = new LinkedHashSet<>();
        if (typed.equals(ALL) && rows.headings().stream().noneMatch(heading -> heading.name().equals(ALL))) {
            for (int c = 0; c < width; c++) {
                if (!used.contains(c)) {
                    found.add(c);
                }
            }
        } else {
            // A heading may itself contain a colon.
            for (String part : typed.indexOf(':') >= 0 && isHeading(rows, typed) ? List.of(typed) : List.of(typed.split(":"))) {
                for (int column : range(rows, setting, part)) {
                    if (!found.add(column)) {
                        throw new IllegalArgumentException(setting + " must name each column once; '"
                                + rows.headings().get(column).name() + "' is named twice; " + setting + "=" + typed + " (csv)");
                    }
                }
            }
        }
        for (int column : found) {
            if (used.contains(column)) {
                throw new IllegalArgumentException("a column must have one use; '" + rows.headings().get(column).name()
                        + "' of " + rows.name() + " has two, one in " + setting + "=" + typed + " (csv)");
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(setting + " must name at least one column; " + setting + "=" + typed + " (csv)");
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private static boolean isHeading(CsvRows rows, String typed) {
        return rows.headings().stream().anyMatch(heading -> heading.name().equals(typed) || heading.toString().equals(typed));
    }

    private static List<Integer> range(CsvRows rows, String setting, String part) throws IOException {
        Matcher matcher = RANGE.matcher(part);
        if (!matcher.matches() || isHeading(rows, part)) {
            return List.of(one(rows, setting, part));
        }
        int width = rows.headings().size();
        int from = Integer.parseInt(matcher.group(1));
        int to = Integer.parseInt(matcher.group(2));
        if (from < 1 || from > to || to > width) {
            throw new IllegalArgumentException(setting + " must be columns of " + rows.name() + ", from 1 to " + width + "; "
                    + setting + "=" + part + " (csv)");
        }
        List<Integer> columns = new ArrayList<>();
        for (int c = from; c <= to; c++) {
            columns.add(c - 1);
        }
        return columns;
    }

    /** The names and units of some columns. */
    static Channels channels(CsvRows rows, int[] columns) throws IOException {
        List<Heading> headings = rows.headings();
        String[] names = new String[columns.length];
        String[] units = new String[columns.length];
        for (int k = 0; k < columns.length; k++) {
            names[k] = headings.get(columns[k]).name();
            units[k] = headings.get(columns[k]).unit();
        }
        try {
            return Channels.of(names).withUnits(units);
        } catch (IllegalArgumentException e) {
            throw new IOException("line 1 of " + rows.name() + ": " + e.getMessage(), e);
        }
    }
}
