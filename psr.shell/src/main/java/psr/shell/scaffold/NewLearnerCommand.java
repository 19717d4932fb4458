package psr.shell.scaffold;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.Plugins;
import psr.shell.catalogue.ListCommand;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code new-learner}: writes a project for a new learner. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=new-learner"})
public final class NewLearnerCommand extends NewServiceCommand {

    @Activate
    public NewLearnerCommand(@Reference Catalog catalogue, @Reference Plugins plugins) {
        super(ProjectKind.LEARNER, "new-learner", catalogue, plugins);
    }

    @Override
    ServiceProject project(Invocation call, String name) {
        Space.Kind space = ListCommand.kind(call.arguments().text("space").orElse(Space.Kind.SYMBOLS.toString()));
        return new ServiceProject(ProjectKind.LEARNER, name, space, call.arguments().flag("inputs"));
    }
}
