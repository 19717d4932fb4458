package psr.launcher.shell;

import java.io.Flushable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;
import org.jline.terminal.Terminal;

/**
 * Where a command prints: the result on one stream, progress on the other.
 *
 * @param out the result
 * @param err progress and remarks
 * @param terminal whether a person looks at err, on a screen where a line can be written over
 * @param screen what shows the streams, where it keeps back what is written until it is told
 * @param alone whether the command is the whole process, not one of many in a shell
 */
public record Streams(PrintStream out, PrintStream err, boolean terminal, Flushable screen, boolean alone) {

    /** Set to true by whoever starts a one-shot command whose error stream is a terminal. */
    static final String TERMINAL = "psr.terminal";

    /** Where a command of this session prints. */
    public static Streams of(CommandSession session) {
        Process process = Process.Utils.current();
        PrintStream out = process == null ? session.getConsole() : process.out();
        // Without a process the command was called by the main thread itself, which owns the streams of the machine.
        PrintStream err = process == null ? System.err : process.err();
        if (session.get(Shell.VAR_TERMINAL) instanceof Terminal terminal) {
            return new Streams(out, err, !terminal.getType().startsWith(Terminal.TYPE_DUMB), terminal::flush,
                    process == null);
        }
        return new Streams(out, err, Boolean.getBoolean(TERMINAL), err, process == null);
    }

    /** Prints lines of the result. */
    public void print(Iterable<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }

    /** Shows a line beside the result. */
    void remark(String line) {
        progress(line + System.lineSeparator());
    }

    /** Shows progress at once. Gogo's streams do not pass on a flush to the terminal below them. */
    public void progress(String text) {
        err.print(text);
        err.flush();
        try {
            screen.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
