package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code combiners}: lists the available combiners. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=combiners"})
public final class CombinersCommand extends ListCommand {

    /** With this catalog. */
    @Activate
    public CombinersCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.COMBINER, "combiners", "lists the available combiners, which make one model of several");
    }
}
