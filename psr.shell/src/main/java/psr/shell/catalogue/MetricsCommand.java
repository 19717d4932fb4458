package psr.shell.catalogue;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceKind;
import psr.shell.command.ShellCommand;

/** {@code metrics}: lists the available metrics. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=metrics"})
public final class MetricsCommand extends ListCommand {

    /** With this catalog. */
    @Activate
    public MetricsCommand(@Reference Catalog catalogue) {
        super(catalogue, ServiceKind.METRIC, "metrics", "lists the available metrics");
    }
}
