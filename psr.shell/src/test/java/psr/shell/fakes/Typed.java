package psr.shell.fakes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.ShellCommand;

/** Types commands, and keeps what they say. */
public final class Typed {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path folder = Path.of("");

    public Typed in(Path other) {
        folder = other;
        return this;
    }

    /** Types a command without input; what it printed. */
    public String type(ShellCommand command, String... words) {
        return feed(command, "", words);
    }

    /** Types a command with lines for its standard input; what it printed. */
    public String feed(ShellCommand command, String input, String... words) {
        return type(command, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8), words);
    }

    public String type(ShellCommand command, InputStream in, PrintStream to, String... words) {
        out.reset();
        err.reset();
        Output output = new Output(to, new PrintStream(err, true, StandardCharsets.UTF_8), false, err::flush, false);
        Invocation call = new Invocation(Arguments.parse(command.usage(), List.of(words)), output, in, folder, null);
        try {
            command.run(call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return said();
    }

    public String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What was said beside the result. */
    public String remarks() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
