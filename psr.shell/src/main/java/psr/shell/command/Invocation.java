package psr.shell.command;

import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;

import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;
import org.jline.terminal.Terminal;

/**
 * One call of a command.
 *
 * @param arguments what was typed after the command's name
 * @param output where it prints
 * @param in its standard input; never closed
 * @param folder the current folder, the base of relative paths
 * @param session the Gogo session; null in tests
 */
public record Invocation(Arguments arguments, Output output, InputStream in, Path folder, CommandSession session) {

    /** The folder in which the process was started. */
    private static final Path START = Path.of("").toAbsolutePath();

    /** Checks that no component is null. */
    public Invocation {
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(folder, "folder");
    }

    static Invocation of(CommandSession session, Arguments arguments) {
        Path current = session.currentDir();
        boolean moved = current != null && !current.toAbsolutePath().normalize().equals(START.normalize());
        return new Invocation(arguments, Output.of(session), in(session), moved ? current : Path.of(""), session);
    }

    /** The same call without progress and remarks. */
    Invocation quiet() {
        return new Invocation(arguments, output.quiet(), in, folder, session);
    }

    private static InputStream in(CommandSession session) {
        Process process = Process.Utils.current();
        if (process == null) {
            return session.getKeyboard();
        }
        // A terminal's input has no end: only its line editor knows Ctrl-D.
        return process.isTty(0) && session.get(Shell.VAR_TERMINAL) instanceof Terminal terminal
                ? new TerminalInput(terminal) : process.in();
    }

    /**
     * A path as typed; a relative path is resolved against the current folder.
     *
     * @throws IllegalArgumentException if the text cannot be a path
     */
    public Path path(String typed) {
        try {
            return folder.resolve(typed);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a valid file name: " + e.getMessage(), e);
        }
    }
}
