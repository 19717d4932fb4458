package psr.shell.console;

import org.apache.felix.gogo.jline.Parser;
import org.jline.reader.ParsedLine;

/** Gogo's parser, except for completion. */
final class ShellParser implements org.jline.reader.Parser {

    private final Parser gogo = new Parser();

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext purpose) {
        return purpose == ParseContext.COMPLETE ? new CompletionLine(line, cursor) : gogo.parse(line, cursor, purpose);
    }
}
