package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code learners}: lists the available learners. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=learners"})
public final class LearnersCommand extends ListCommand {

    /** With this catalog. */
    @Activate
    public LearnersCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.LEARNER, "learners", "lists the available learners");
    }
}
