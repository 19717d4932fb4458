package psr.math.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;

/** Stores the fields of one row, in the form in which they are needed. The row is this object, overwritten each time. */
final class RowHandler extends CsvCallbackHandler<RowHandler> {

    /** A longer text is cut in a message. */
    private static final int SHOWN = 40;

    /** For each column 0 if it is not needed, a negative number for words, a positive one for numbers; null while all columns are words. */
    private int[] roles;
    private String[] words = new String[16];
    private double[] numbers = new double[0];
    private int count;
    private long line;
    private long before;
    private boolean ended = true;
    private boolean empty;
    /** The first column whose field is no finite number; −1 if there is none. */
    private int wrong = -1;
    private String wrongText;

    /** Which columns are needed; their number is that of the first row. */
    void choose(int[] newRoles) {
        roles = newRoles;
        words = new String[newRoles.length];
        numbers = new double[newRoles.length];
    }

    /** The fields of a row that was read as words. */
    List<String> all() {
        return new ArrayList<>(Arrays.asList(words).subList(0, count));
    }

    /** Reads the first row again. */
    void repeat(List<String> fields) {
        long at = line;
        beginRecord(at);
        fields.forEach(field -> addField(field.toCharArray(), 0, field.length(), false));
    }

    @Override
    protected void beginRecord(long startingLine) {
        before = line;
        line = startingLine;
        count = 0;
        wrong = -1;
        empty = false;
        ended = false;
    }

    @Override
    protected void addField(char[] text, int from, int length, boolean quoted) {
        int column = count++;
        if (roles == null) {
            if (column == words.length) {
                words = Arrays.copyOf(words, 2 * column);
            }
            words[column] = new String(text, from, length);
        } else if (column < roles.length && roles[column] < 0) {
            words[column] = new String(text, from, length);
        } else if (column < roles.length && roles[column] > 0) {
            number(column, text, from, length);
        }
    }

    private void number(int column, char[] text, int from, int length) {
        try {
            numbers[column] = DecimalText.parse(text, from, length);
            if (!Double.isInfinite(numbers[column]) || wrong >= 0) {
                return;
            }
        } catch (NumberFormatException e) {
            if (wrong >= 0) {
                return;
            }
        }
        wrong = column;
        wrongText = new String(text, from, Math.min(length, SHOWN)) + (length > SHOWN ? "…" : "");
    }

    @Override
    protected void setComment(char[] text, int from, int length) {
        throw new IllegalStateException("comments are not read");
    }

    @Override
    protected void setEmpty() {
        empty = true;
    }

    @Override
    protected RecordType getRecordType() {
        return empty ? RecordType.EMPTY : RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
        return count;
    }

    @Override
    protected RowHandler buildRecord() {
        ended = true;
        return this;
    }

    /** The number of fields. */
    int count() {
        return count;
    }

    /** The line in which the row begins. */
    long line() {
        return line;
    }

    /** The line in which the last complete row begins. */
    long before() {
        return ended ? line : before;
    }

    String word(int column) {
        return words[column];
    }

    double number(int column) {
        return numbers[column];
    }

    int wrong() {
        return wrong;
    }

    String wrongText() {
        return wrongText;
    }
}
