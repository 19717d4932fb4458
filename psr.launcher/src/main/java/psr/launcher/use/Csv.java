package psr.launcher.use;

import java.util.StringJoiner;

/** Lines of CSV as in RFC 4180, one at a time so that each can be flushed. */
final class Csv {

    private Csv() {}

    /** One line without its end; a field with a separator, a quote or a line end is put in quotes. */
    static String line(Object... fields) {
        StringJoiner line = new StringJoiner(",");
        for (Object field : fields) {
            String text = String.valueOf(field);
            boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                    && text.equals(text.strip());
            line.add(plain ? text : '"' + text.replace("\"", "\"\"") + '"');
        }
        return line.toString();
    }
}
