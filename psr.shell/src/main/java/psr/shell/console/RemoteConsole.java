package psr.shell.console;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.jline.terminal.Terminal;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The console for sessions that another bundle creates, for example over SSH. Not a command but a service, found by
 * {@code psr.name=console}. Without arguments it is the interactive shell at the terminal that the session has as
 * {@code .terminal}; with a line and an error stream it runs that line. Returns the exit code. Stores no history; exiting
 * ends only the call.
 */
@Component(service = Function.class, property = "psr.name=console")
public final class RemoteConsole implements Function {

    private final BundleContext context;
    private final CommandProcessor processor;

    @Activate
    public RemoteConsole(BundleContext context, @Reference CommandProcessor processor) {
        this.context = context;
        this.processor = processor;
    }

    @Override
    public Object execute(CommandSession session, List<Object> words) throws Exception {
        Console console = new Console(context, processor, Optional.empty());
        if (words.size() == 2 && words.get(0) instanceof String line && words.get(1) instanceof PrintStream err) {
            return console.execute(session, line, err);
        }
        if (!words.isEmpty() || !(session.get(Shell.VAR_TERMINAL) instanceof Terminal terminal)) {
            throw new IllegalArgumentException("a console needs a terminal, or a line and an error stream; found " + words);
        }
        console.run(session, terminal);
        return 0;
    }
}
