package psr.shell.command;

import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;
import org.jline.terminal.Terminal;

import psr.shell.text.VisibleText;

/**
 * Where a command prints: results on one stream, progress and remarks on the other. Control characters are escaped, whatever
 * their origin.
 *
 * @param out for results
 * @param err for progress and remarks
 * @param terminal whether err is a terminal, where a line can be overwritten
 * @param screen flushed to show what was printed
 * @param alone whether the command is the whole process, not one of many in a shell
 */
public record Output(PrintStream out, PrintStream err, boolean terminal, Flushable screen, boolean alone) {

    /** The system property that is true for a one-shot command whose error stream is a terminal. */
    static final String TERMINAL = "psr.terminal";
    /** Returns to the start of the line and clears it. */
    private static final String CLEAR = "\r\u001b[K";
    /** Maximum length of a progress line. */
    private static final int WIDTH = 79;

    /** The output of a command of this session. */
    public static Output of(CommandSession session) {
        Process process = Process.Utils.current();
        PrintStream out = process == null ? session.getConsole() : process.out();
        // Without a Gogo process the main thread itself called the command and owns the streams of the process.
        PrintStream err = process == null ? System.err : process.err();
        if (session.get(Shell.VAR_TERMINAL) instanceof Terminal terminal) {
            return new Output(out, err, !terminal.getType().startsWith(Terminal.TYPE_DUMB), terminal,
                    process == null);
        }
        return new Output(out, err, process == null && Boolean.getBoolean(TERMINAL), err, process == null);
    }

    /** The same output with results in UTF-8, whatever the locale, for other programs. */
    public Output utf8() {
        return new Output(new PrintStream(out, false, StandardCharsets.UTF_8), err, terminal, screen, alone);
    }

    /** The same output without progress and remarks. */
    Output quiet() {
        return new Output(out, new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), false, screen,
                alone);
    }

    /** Prints lines of the result. */
    public void print(Iterable<String> lines) {
        lines.forEach(line -> out.println(VisibleText.of(line)));
        out.flush();
    }

    /** Prints a line of the result. */
    public void print(String line) {
        out.println(VisibleText.of(line));
    }

    /**
     * Flushes what was printed.
     *
     * @throws ReaderGoneException if the reader has closed the stream, or it cannot be written
     */
    public void flush() {
        if (out.checkError()) {
            throw new ReaderGoneException();
        }
        show(screen);
    }

    /** Prints a line on the error stream. */
    public void remark(String line) {
        err.println(VisibleText.of(line));
        err.flush();
        show(screen);
    }

    /** Replaces the progress line; only on a terminal. */
    public void progress(String line) {
        if (terminal) {
            String visible = VisibleText.of(line);
            err.print(CLEAR + (visible.length() > WIDTH ? visible.substring(0, WIDTH - 1) + "…" : visible));
            err.flush();
            show(screen);
        }
    }

    /** Gogo's streams do not pass a flush on to the terminal. */
    private static void show(Flushable screen) {
        try {
            screen.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
