package psr.shell.scaffold;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.Plugins;
import psr.shell.command.ShellCommand;

/** {@code new-dataset}: writes a project for a new data set. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=new-dataset"})
public final class NewDatasetCommand extends NewServiceCommand {

    @Activate
    public NewDatasetCommand(@Reference Catalog catalogue, @Reference Plugins plugins) {
        super(ProjectKind.DATASET, "new-dataset", catalogue, plugins);
    }
}
