package psr.shell.text;

import java.util.StringJoiner;

/** Lines of CSV as in RFC 4180, one at a time so that each can be flushed. */
public final class CsvLine {

    private CsvLine() {}

    /**
     * One line without its end. A field with a separator or a quote, and text that a spreadsheet would take for a formula, is
     * put in quotes; a control character is written as an escape, so that a line stays one line.
     */
    public static String of(Object... fields) {
        StringJoiner line = new StringJoiner(",");
        for (Object field : fields) {
            String text = VisibleText.of(String.valueOf(field));
            boolean formula = field instanceof String && !text.isEmpty() && "=+-@".indexOf(text.charAt(0)) >= 0
                    && text.length() > 1;
            boolean plain = !text.isEmpty() && text.indexOf(',') < 0 && text.indexOf('"') < 0 && text.equals(text.strip())
                    && !formula;
            line.add(plain ? text : '"' + text.replace("\"", "\"\"") + '"');
        }
        return line.toString();
    }
}
