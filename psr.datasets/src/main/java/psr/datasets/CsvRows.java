package psr.datasets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;

import psr.api.settings.Spelling;
import psr.math.text.NumberedLines;

/** The rows of a CSV file (RFC 4180), with their line numbers for messages. Empty lines are skipped. */
final class CsvRows implements AutoCloseable {

    private final String name;
    private final CsvReader<CsvRecord> reader;
    private final Iterator<CsvRecord> records;
    private final boolean header;
    /** The headings, or the first row if there are no headings. */
    private CsvRecord first;
    private CsvRecord current;
    private boolean begun;

    private CsvRows(String name, CsvReader<CsvRecord> reader, boolean header) {
        this.name = name;
        this.reader = reader;
        this.records = reader.iterator();
        this.header = header;
    }

    /** Opens a file named by the user and reads its first row. */
    static CsvRows open(Path file, char separator, boolean header) throws IOException {
        // Decodes strictly, skips a byte order mark and explains why a file cannot be read.
        return of(NumberedLines.open(file), separator, header);
    }

    /** The rows of some lines; closing the rows closes the lines, as does a failure to read the first row. */
    static CsvRows of(NumberedLines lines, char separator, boolean header) throws IOException {
        try {
            CsvRows rows = new CsvRows(lines.name(), CsvReader.builder().fieldSeparator(separator).skipEmptyLines(true)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE).allowUnclosedQuote(false)
                    .ofCsvRecord(lines.reader()), header);
            rows.first = rows.record();
            if (rows.first == null) {
                throw new IOException(rows.name + " must have " + (header ? "a row of headings" : "rows")
                        + "; it is empty");
            }
            return rows;
        } catch (IOException | RuntimeException e) {
            lines.close();
            throw e;
        }
    }

    /**
     * The column with a heading, or with a number from 1.
     *
     * @param setting the name of the setting, for messages
     */
    int column(String setting, String typed) throws IOException {
        List<String> headings = first.getFields().stream().map(String::strip).toList();
        int named = header ? headings.indexOf(typed) : -1;
        if (named >= 0) {
            if (headings.lastIndexOf(typed) != named) {
                throw new IOException("line 1 of " + name + ": a column that is used must have a unique heading; '"
                        + typed + "' appears twice: use its number");
            }
            return named;
        }
        if (typed.matches("[0-9]{1,9}") && Integer.parseInt(typed) >= 1
                && Integer.parseInt(typed) <= headings.size()) {
            return Integer.parseInt(typed) - 1;
        }
        throw new IllegalArgumentException(setting + " must be a column of " + name + ", "
                + (header ? "by its heading (" + shown(headings) + ") or " : "which has no headings (header=off), ")
                + "by its number, 1 to " + headings.size() + "; " + setting + "=" + typed
                + (header ? Spelling.nearest(typed, headings).map(near -> "; did you mean '" + near + "'?").orElse("")
                        : "")
                + (headings.size() == 1 ? "; is it the right separator?" : "") + " (csv)");
    }

    private static String shown(List<String> headings) {
        return String.join(", ", headings.size() <= 12 ? headings : headings.subList(0, 12))
                + (headings.size() <= 12 ? "" : ", …");
    }

    /** Advances to the next row; returns whether there is one. */
    boolean next() throws IOException {
        current = begun || header ? record() : first;
        begun = true;
        return current != null;
    }

    private CsvRecord record() throws IOException {
        try {
            return records.hasNext() ? records.next() : null;
        } catch (CsvParseException e) {
            throw wrongQuotes(e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new IOException("after line " + line() + " of " + name + ": the text must be in "
                        + StandardCharsets.UTF_8, e);
            }
            throw e.getCause();
        }
    }

    private IOException wrongQuotes(CsvParseException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new IOException("after line " + line() + " of " + name + ": a field in quotes must be closed, followed by a"
                + " separator or the end of the line; found: " + cause.getMessage(), e);
    }

    /** A field of the current row. */
    String field(int column) throws IOException {
        if (column >= current.getFieldCount()) {
            throw wrong("a row must have at least " + (column + 1) + " fields; found " + current.getFieldCount());
        }
        return current.getField(column);
    }

    /** The line in which the current row begins; 0 before the first. */
    int line() {
        CsvRecord record = current == null ? first : current;
        return record == null ? 0 : (int) record.getStartingLineNumber();
    }

    /** The last part of the path, for messages. */
    String name() {
        return name;
    }

    /** An error in the current row. */
    IOException wrong(String what) {
        return new IOException("line " + line() + " of " + name + ": " + what);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
