package psr.shell.command;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;

/** Reads lines from a terminal, in UTF-8. Ctrl-D ends the input, Ctrl-C stops the command. */
final class TerminalInput extends InputStream {

    private final LineReader reader;
    private byte[] line = new byte[0];
    private int next;
    private boolean ended;

    TerminalInput(Terminal terminal) {
        // Every character is literal: no quotes, no escapes, no history with exclamation marks.
        reader = LineReaderBuilder.builder().terminal(terminal)
                .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true).build();
        reader.setOpt(LineReader.Option.INSERT_TAB); // a tab separates symbols
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (length == 0) {
            return 0;
        }
        if (next == line.length && !ended) {
            try {
                line = (reader.readLine("") + "\n").getBytes(StandardCharsets.UTF_8);
                next = 0;
            } catch (EndOfFileException e) {
                ended = true;
            } catch (UserInterruptException e) {
                throw new StoppedException("stopped", false);
            }
        }
        if (next == line.length) {
            return -1;
        }
        int count = Math.min(length, line.length - next);
        System.arraycopy(line, next, into, from, count);
        next += count;
        return count;
    }

    @Override
    public int available() {
        return line.length - next;
    }
}
