package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code refiners}: lists what improves a model. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=refiners"})
public final class RefinersCommand extends ListCommand {

    /** Of this catalogue. */
    @Activate
    public RefinersCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.REFINER, "refiners", "lists what improves a model");
    }
}
