package psr.shell.console;

import org.osgi.service.component.annotations.Component;

import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;

/** {@code exit}: leaves the shell. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=exit"})
public final class ExitCommand extends ShellCommand {

    private static final Usage USAGE = Usage.of(Usage.Topic.SHELL, "exit", "leaves the shell (so does Ctrl-D)");

    @Override
    public Usage usage() {
        return USAGE;
    }

    @Override
    public void run(Invocation call) {
        call.arguments().none();
        call.session().put(Console.LEAVING, true);
    }
}
