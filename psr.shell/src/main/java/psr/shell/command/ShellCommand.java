package psr.shell.command;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;

/**
 * A command of scope {@code psr}. A service with the properties {@code osgi.command.scope=psr} and
 * {@code osgi.command.function}, its name.
 */
public abstract class ShellCommand implements Function {

    private final Usage usage;

    /** @param name of the command, by which {@code usage.txt} declares its usage */
    protected ShellCommand(String name) {
        this.usage = Usage.of(name);
    }

    public final Usage usage() {
        return usage;
    }

    /**
     * Runs the command.
     *
     * @throws IllegalArgumentException if the input is wrong
     * @throws CommandFailedException if it failed for another reason
     * @throws StoppedException if the user stopped it
     */
    public abstract void run(Invocation call) throws Exception;

    @Override
    public final Object execute(CommandSession session, List<Object> words) throws Exception {
        // Gogo makes a list of a word with braces, such as rank={5,10}.
        List<String> typed = words.stream().flatMap(word -> word instanceof Collection<?> list ? list.stream() : Stream.of(word))
                .map(String::valueOf).toList();
        if (typed.contains("--help") || typed.contains("-h")) {
            Output.of(session).print(usage.help());
        } else {
            Invocation call = Invocation.of(session, Arguments.parse(usage, typed));
            run(call.arguments().has("quiet") ? call.quiet() : call);
        }
        return null;
    }
}
