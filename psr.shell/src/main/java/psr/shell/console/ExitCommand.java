package psr.shell.console;

import org.osgi.service.component.annotations.Component;

import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code exit}: leaves the shell. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=exit"})
public final class ExitCommand extends ShellCommand {

    public ExitCommand() {
        super("exit");
    }

    @Override
    public void run(Invocation call) {
        call.arguments().none();
        call.session().put(Console.LEAVING, true);
    }
}
