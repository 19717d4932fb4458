package psr.shell.catalogue;

import java.util.List;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;
import psr.shell.text.Table;

/** Lists the services of one kind. */
abstract class ListCommand extends ShellCommand {

    private final Catalog catalogue;
    private final ServiceKind kind;
    private final Usage usage;

    ListCommand(Catalog catalogue, ServiceKind kind, String command, String summary) {
        this.catalogue = catalogue;
        this.kind = kind;
        this.usage = Usage.of(Usage.Topic.PARTS, command, summary);
    }

    @Override
    public final Usage usage() {
        return usage;
    }

    @Override
    public final void run(Invocation call) {
        call.arguments().none();
        Table table = new Table(false, List.of("name", "what it is", "paper", "bundle"));
        for (ServiceInfo service : catalogue.present(kind)) {
            table.add(service.name(), service.summary(), service.paper(), service.bundle().toString());
        }
        call.output().print(table.lines());
    }
}
