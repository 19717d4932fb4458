package psr.shell.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.text.Table;

/** Lists the services of one kind; the commands are the same but for the kind. */
public abstract class ListCommand extends ShellCommand {

    private final Catalog catalogue;
    private final ServiceKind kind;

    ListCommand(String name, Catalog catalogue, ServiceKind kind) {
        super(name);
        this.catalogue = catalogue;
        this.kind = kind;
    }

    @Override
    public final void run(Invocation call) {
        call.arguments().none();
        Optional<Space.Kind> space = call.arguments().text("space").map(ListCommand::kind);
        Table table = new Table(false,
                List.of("name", "what it is", kind == ServiceKind.DATASET ? "gives" : "accepts", "paper", "bundle"));
        for (ServiceInfo service : catalogue.present(kind)) {
            if (space.map(service.accepts().observations()::contains).orElse(true)) {
                table.add(service.name(), service.summary(), service.accepts().toString(), service.paper(),
                        service.bundle().toString());
            }
        }
        call.output().print(table.lines());
    }

    /**
     * A kind of observations as the option {@code --space} names it.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Space.Kind kind(String typed) {
        return Arrays.stream(Space.Kind.values()).filter(each -> each.toString().equals(typed)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--space must be one of "
                        + Arrays.stream(Space.Kind.values()).map(Space.Kind::toString).collect(Collectors.joining(", "))
                        + "; found '" + typed + "'"));
    }

    @Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=learners"})
    public static final class Learners extends ListCommand {

        @Activate
        public Learners(@Reference Catalog catalogue) {
            super("learners", catalogue, ServiceKind.LEARNER);
        }
    }

    @Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=refiners"})
    public static final class Refiners extends ListCommand {

        @Activate
        public Refiners(@Reference Catalog catalogue) {
            super("refiners", catalogue, ServiceKind.REFINER);
        }
    }

    @Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=combiners"})
    public static final class Combiners extends ListCommand {

        @Activate
        public Combiners(@Reference Catalog catalogue) {
            super("combiners", catalogue, ServiceKind.COMBINER);
        }
    }

    @Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=datasets"})
    public static final class Datasets extends ListCommand {

        @Activate
        public Datasets(@Reference Catalog catalogue) {
            super("datasets", catalogue, ServiceKind.DATASET);
        }
    }

    @Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=metrics"})
    public static final class Metrics extends ListCommand {

        @Activate
        public Metrics(@Reference Catalog catalogue) {
            super("metrics", catalogue, ServiceKind.METRIC);
        }
    }
}
