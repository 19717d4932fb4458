package psr.shell.console;

import java.util.List;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code version}: shows the versions of the laboratory, of Java and of the framework. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=version"})
public final class VersionCommand extends ShellCommand {

    private final BundleContext context;

    @Activate
    public VersionCommand(BundleContext context) {
        super("version");
        this.context = context;
    }

    @Override
    public void run(Invocation call) {
        call.arguments().none();
        call.output().print(List.of("psr " + context.getBundle().getVersion() + ", Java " + Runtime.version() + ", "
                + context.getBundle(0).getSymbolicName() + " " + context.getBundle(0).getVersion()));
    }
}
