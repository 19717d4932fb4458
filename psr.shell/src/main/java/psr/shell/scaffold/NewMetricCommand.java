package psr.shell.scaffold;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.Plugins;
import psr.shell.command.ShellCommand;

/** {@code new-metric}: writes a project for a new metric. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=new-metric"})
public final class NewMetricCommand extends NewServiceCommand {

    @Activate
    public NewMetricCommand(@Reference Catalog catalogue, @Reference Plugins plugins) {
        super(ProjectKind.METRIC, "new-metric", catalogue, plugins);
    }
}
