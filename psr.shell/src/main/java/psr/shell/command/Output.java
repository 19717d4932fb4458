package psr.shell.command;

import java.io.Flushable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;
import org.jline.terminal.Terminal;

import psr.shell.text.VisibleText;

/**
 * Where a command prints: the result on one stream, progress on the other. Control characters are written as escapes, whoever
 * they come from.
 *
 * @param out the result
 * @param err progress and remarks
 * @param terminal whether a person looks at err, on a screen where a line can be written over
 * @param screen what shows the streams, where it keeps back what is written until it is told
 * @param alone whether the command is the whole process, not one of many in a shell
 */
public record Output(PrintStream out, PrintStream err, boolean terminal, Flushable screen, boolean alone) {

    /** Set to true by whoever starts a one-shot command whose error stream is a terminal. */
    static final String TERMINAL = "psr.terminal";
    /** Goes to the start of the line and empties it. */
    private static final String CLEAR = "\r\u001b[K";
    /** How much of a line fits on a screen. */
    private static final int WIDTH = 79;

    /** Where a command of this session prints. */
    public static Output of(CommandSession session) {
        Process process = Process.Utils.current();
        PrintStream out = process == null ? session.getConsole() : process.out();
        // Without a process the command was called by the main thread itself, which owns the streams of the machine.
        PrintStream err = process == null ? System.err : process.err();
        if (session.get(Shell.VAR_TERMINAL) instanceof Terminal terminal) {
            return new Output(out, err, !terminal.getType().startsWith(Terminal.TYPE_DUMB), terminal,
                    process == null);
        }
        return new Output(out, err, process == null && Boolean.getBoolean(TERMINAL), err, process == null);
    }

    /** The same with results in UTF-8, whatever the locale: what other programs read. */
    public Output utf8() {
        return new Output(new PrintStream(out, false, StandardCharsets.UTF_8), err, terminal, screen, alone);
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
     * Shows what was printed at once.
     *
     * @throws ReaderGoneException if nobody reads any more, or it cannot be written
     */
    public void flush() {
        if (out.checkError()) {
            throw new ReaderGoneException();
        }
        show(screen);
    }

    /** Shows a line beside the result. */
    public void remark(String line) {
        err.println(VisibleText.of(line));
        err.flush();
        show(screen);
    }

    /** Shows what goes on in the place of what went on before; only on a terminal. */
    public void progress(String line) {
        if (terminal) {
            String visible = VisibleText.of(line);
            err.print(CLEAR + (visible.length() > WIDTH ? visible.substring(0, WIDTH - 1) + "…" : visible));
            err.flush();
            show(screen);
        }
    }

    /** Gogo's streams do not pass on a flush to the terminal below them. */
    private static void show(Flushable screen) {
        try {
            screen.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
