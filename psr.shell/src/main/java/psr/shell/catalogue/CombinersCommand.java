package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code combiners}: lists what makes one model of several. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=combiners"})
public final class CombinersCommand extends ListCommand {

    /** Of this catalogue. */
    @Activate
    public CombinersCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.COMBINER, "combiners", "lists what makes one model of several");
    }
}
