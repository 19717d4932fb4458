package psr.launcher.shell;

import java.io.PrintStream;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;
import org.jline.terminal.Terminal;

/**
 * Where a command prints: the result on one stream, progress on the other.
 *
 * @param out the result
 * @param err progress and remarks
 * @param terminal whether a person looks at err, on a screen where a line can be written over
 */
record Streams(PrintStream out, PrintStream err, boolean terminal) {

    /** Set to true by whoever starts a one-shot command whose error stream is a terminal. */
    static final String TERMINAL = "psr.terminal";

    static Streams of(CommandSession session) {
        Process process = Process.Utils.current();
        PrintStream out = process == null ? session.getConsole() : process.out();
        // Without a process the command was called by the main thread itself, which owns the streams of the machine.
        PrintStream err = process == null ? System.err : process.err();
        boolean screen = session.get(".jline.terminal") instanceof Terminal terminal
                && !terminal.getType().startsWith(Terminal.TYPE_DUMB);
        return new Streams(out, err, screen || Boolean.parseBoolean(String.valueOf(session.get(TERMINAL)))
                || Boolean.getBoolean(TERMINAL));
    }

    void print(Iterable<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }
}
