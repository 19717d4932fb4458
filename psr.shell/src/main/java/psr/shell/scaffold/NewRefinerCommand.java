package psr.shell.scaffold;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.Plugins;
import psr.shell.command.ShellCommand;

/** {@code new-refiner}: writes a project for a new refiner. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=new-refiner"})
public final class NewRefinerCommand extends NewServiceCommand {

    @Activate
    public NewRefinerCommand(@Reference Catalog catalogue, @Reference Plugins plugins) {
        super(ProjectKind.REFINER, "new-refiner", catalogue, plugins);
    }
}
