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
 * @param arguments what was typed behind its name
 * @param output where it prints
 * @param in its standard input; closed by nobody
 * @param folder the current folder, which relative paths belong to
 * @param session of Gogo; null in a test
 */
public record Invocation(Arguments arguments, Output output, InputStream in, Path folder, CommandSession session) {

    /** The folder in which the process was started. */
    private static final Path START = Path.of("").toAbsolutePath();

    /** Checks that everything is there. */
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

    private static InputStream in(CommandSession session) {
        Process process = Process.Utils.current();
        if (process == null) {
            return session.getKeyboard();
        }
        // A terminal gives bytes without an end: Ctrl-D is known to its line editor only.
        return process.isTty(0) && session.get(Shell.VAR_TERMINAL) instanceof Terminal terminal
                ? new TerminalInput(terminal) : process.in();
    }

    /**
     * A file or folder as typed: a relative one belongs to the current folder.
     *
     * @throws IllegalArgumentException if it can be none
     */
    public Path path(String typed) {
        try {
            return folder.resolve(typed);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("there can be no file of this name: " + e.getMessage(), e);
        }
    }
}
