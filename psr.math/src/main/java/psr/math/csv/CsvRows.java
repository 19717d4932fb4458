package psr.math.csv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;

import psr.api.settings.Spelling;
import psr.math.text.NumberedLines;

/**
 * The rows of a CSV file (RFC 4180), with their line numbers for messages. Empty lines are skipped. Columns are chosen once
 * ({@link #choose}); all others are skipped. Not thread-safe.
 */
public final class CsvRows implements AutoCloseable {

    /** How many headings a message shows. */
    private static final int SHOWN = 12;

    private final String name;
    private final CsvReader<RowHandler> reader;
    private final Iterator<RowHandler> records;
    private final boolean header;
    private final RowHandler row = new RowHandler();
    /** The headings, or the fields of the first row if there are no headings. */
    private final List<String> first;
    private boolean begun;

    private CsvRows(NumberedLines lines, char separator, boolean header) throws IOException {
        name = lines.name();
        reader = CsvReader.builder().fieldSeparator(separator).skipEmptyLines(true).allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(row, lines.reader());
        records = reader.iterator();
        this.header = header;
        if (!record()) {
            throw new IOException(name + " must have " + (header ? "a row of headings" : "rows") + "; it is empty");
        }
        first = row.all().stream().map(String::strip).toList();
        choose(new int[0], new int[0]);
    }

    /**
     * Opens a file named by the user and reads its first row.
     *
     * @throws IOException if it cannot be read; the message has the reason
     */
    public static CsvRows open(Path file, char separator, boolean header) throws IOException {
        // Decodes strictly, skips a byte order mark and explains why a file cannot be read.
        return of(NumberedLines.open(file), separator, header);
    }

    /** The rows of some lines; closing the rows closes the lines, as does a failure to read the first row. */
    public static CsvRows of(NumberedLines lines, char separator, boolean header) throws IOException {
        try {
            return new CsvRows(lines, separator, header);
        } catch (IOException | RuntimeException e) {
            lines.close();
            throw e;
        }
    }

    /** The headings; of a file without headings, the numbers of the columns from 1. */
    public List<Heading> headings() {
        return IntStream.range(0, first.size()).mapToObj(c -> {
            Heading heading = header ? Heading.of(first.get(c)) : Heading.of("");
            return heading.name().isEmpty() ? new Heading(Integer.toString(c + 1), heading.unit()) : heading;
        }).toList();
    }

    /**
     * The column with a heading, with or without its unit, or with a number from 1.
     *
     * @param setting the name of the setting, for messages
     * @throws IllegalArgumentException if there is none
     * @throws IOException if there are several
     */
    public int column(String setting, String typed) throws IOException {
        int[] named = header ? IntStream.range(0, first.size()).filter(c -> first.get(c).equals(typed)).toArray() : new int[0];
        if (named.length == 0 && header) {
            List<Heading> headings = headings();
            named = IntStream.range(0, first.size()).filter(c -> !first.get(c).isEmpty() && headings.get(c).name().equals(typed))
                    .toArray();
        }
        if (named.length > 1) {
            throw new IOException("line 1 of " + name + ": a column that is used must have a unique heading; '" + typed
                    + "' appears twice: use its number");
        }
        if (named.length == 1) {
            return named[0];
        }
        if (typed.matches("[0-9]{1,9}") && Integer.parseInt(typed) >= 1 && Integer.parseInt(typed) <= first.size()) {
            return Integer.parseInt(typed) - 1;
        }
        throw new IllegalArgumentException(setting + " must be a column of " + name + ", "
                + (header ? "by its heading (" + shown() + ") or " : "which has no headings (header=off), ")
                + "by its number, 1 to " + first.size() + "; " + setting + "=" + typed
                + (header ? Spelling.nearest(typed, headings().stream().map(Heading::name).toList())
                        .map(near -> "; did you mean '" + near + "'?").orElse("") : "")
                + (first.size() == 1 ? "; is it the right separator?" : ""));
    }

    private String shown() {
        return String.join(", ", first.size() <= SHOWN ? first : first.subList(0, SHOWN)) + (first.size() <= SHOWN ? "" : ", …");
    }

    /** Chooses the columns to read, before the first row: some as words, others as numbers. */
    public void choose(int[] words, int[] numbers) {
        int[] roles = new int[first.size()];
        for (int k = 0; k < words.length; k++) {
            roles[words[k]] = -1;
        }
        for (int k = 0; k < numbers.length; k++) {
            roles[numbers[k]] = 1;
        }
        row.choose(roles);
    }

    /** Advances to the next row; returns whether there is one. */
    public boolean next() throws IOException {
        if (begun || header) {
            begun = true;
            return record();
        }
        begun = true;
        row.repeat(first);
        return true;
    }

    private boolean record() throws IOException {
        try {
            return records.hasNext() && records.next() != null;
        } catch (CsvParseException e) {
            throw wrongQuotes(e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new IOException("after line " + row.before() + " of " + name + ": the text must be in "
                        + StandardCharsets.UTF_8, e);
            }
            throw e.getCause();
        }
    }

    private IOException wrongQuotes(CsvParseException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new IOException("after line " + row.before() + " of " + name
                + ": a field in quotes must be closed, followed by a separator or the end of the line; found: "
                + cause.getMessage(), e);
    }

    /** A field of the current row in a column that was chosen as words. */
    public String word(int column) throws IOException {
        if (column >= row.count()) {
            throw wrong("a row must have at least " + (column + 1) + " fields; found " + row.count());
        }
        return row.word(column);
    }

    /**
     * Copies the current row's fields in the columns that were chosen as numbers.
     *
     * @param columns the columns
     * @param into overwritten from {@code at}; NaN where a value is missing
     * @throws IOException if a field is no number, or infinite, or the row has another number of fields than the first
     */
    public void numbers(int[] columns, double[] into, int at) throws IOException {
        if (row.count() != first.size()) {
            throw wrong("a row must have as many fields as the first row, " + first.size() + "; found " + row.count());
        }
        if (row.wrong() >= 0) {
            String text = row.wrongText();
            throw wrong("column " + (row.wrong() + 1) + (header ? " (" + first.get(row.wrong()) + ")" : "")
                    + " must have finite numbers, or nothing where a value is missing; found '" + text + "'"
                    + (text.matches("[+-]?[0-9]+,[0-9]+") ? "; decimals need a point, not a comma" : ""));
        }
        for (int k = 0; k < columns.length; k++) {
            into[at + k] = row.number(columns[k]);
        }
    }

    /** The line in which the current row begins; 0 before the first. */
    public int line() {
        return (int) row.line();
    }

    /** The last part of the path, for messages. */
    public String name() {
        return name;
    }

    /** An error in the current row. */
    public IOException wrong(String what) {
        return new IOException("line " + line() + " of " + name + ": " + what);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
