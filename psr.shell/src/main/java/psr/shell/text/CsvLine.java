package psr.shell.text;

import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Lines of CSV as in RFC 4180, one at a time so that each can be flushed. */
public final class CsvLine {

    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+([.][0-9]*)?([eE][+-]?[0-9]+)?");

    private CsvLine() {}

    /**
     * One line without its end. A field with a separator or a quote is quoted; control characters are escaped, so that a
     * line stays one line. Text that a spreadsheet would take for a formula (it begins with = + - or @ and is not a
     * number) gets an apostrophe before it because quotes alone do not prevent evaluation. A null value is an empty
     * field.
     */
    public static String of(Object... fields) {
        StringJoiner line = new StringJoiner(",");
        for (Object field : fields) {
            if (field == null) {
                line.add("");
                continue;
            }
            String text = VisibleText.of(String.valueOf(field));
            boolean formula = field instanceof String && text.length() > 1 && "=+-@".indexOf(text.charAt(0)) >= 0
                    && !NUMBER.matcher(text).matches();
            String safe = formula ? "'" + text : text;
            boolean plain = !safe.isEmpty() && safe.indexOf(',') < 0 && safe.indexOf('"') < 0 && safe.equals(safe.strip());
            line.add(plain ? safe : '"' + safe.replace("\"", "\"\"") + '"');
        }
        return line.toString();
    }
}
