package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code refiners}: lists the available refiners. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=refiners"})
public final class RefinersCommand extends ListCommand {

    /** With this catalog. */
    @Activate
    public RefinersCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.REFINER, "refiners", "lists the available refiners, which improve a model");
    }
}
