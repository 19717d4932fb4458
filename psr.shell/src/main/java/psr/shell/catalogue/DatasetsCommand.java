package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code datasets}: lists the available data sets. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=datasets"})
public final class DatasetsCommand extends ListCommand {

    /** With this catalog. */
    @Activate
    public DatasetsCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.DATASET, "datasets", "lists the available data sets and file formats");
    }
}
