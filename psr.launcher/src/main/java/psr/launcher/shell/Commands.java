package psr.launcher.shell;

import java.util.List;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Offer;
import psr.launcher.plugins.Plugins;

/** The commands that look around. Arguments come as text and are read here, so that messages are ours. */
@Component(service = Commands.class, property = {"osgi.command.scope=psr", "osgi.command.function=learners",
        "osgi.command.function=refiners", "osgi.command.function=datasets", "osgi.command.function=metrics",
        "osgi.command.function=describe", "osgi.command.function=plugins"})
public final class Commands {

    private final Catalogue catalogue;
    private final Plugins plugins;

    /** The commands of a laboratory. */
    @Activate
    public Commands(@Reference Catalogue catalogue, @Reference Plugins plugins) {
        this.catalogue = catalogue;
        this.plugins = plugins;
    }

    /** Lists learners. */
    @Descriptor("lists what makes a model from data")
    public void learners(CommandSession session, String[] arguments) {
        list(session, Kind.LEARNER, "learners", arguments);
    }

    /** Lists refiners. */
    @Descriptor("lists what improves a model")
    public void refiners(CommandSession session, String[] arguments) {
        list(session, Kind.REFINER, "refiners", arguments);
    }

    /** Lists data sets. */
    @Descriptor("lists where data come from")
    public void datasets(CommandSession session, String[] arguments) {
        list(session, Kind.DATASET, "datasets", arguments);
    }

    /** Lists metrics. */
    @Descriptor("lists what judges models")
    public void metrics(CommandSession session, String[] arguments) {
        list(session, Kind.METRIC, "metrics", arguments);
    }

    private void list(CommandSession session, Kind kind, String command, String[] arguments) {
        Arguments.parse(command, arguments, List.of()).none();
        Table table = new Table(false, List.of("name", "what it is", "paper", "bundle"));
        for (Offer offer : catalogue.present(kind)) {
            table.add(offer.name(), offer.summary(), offer.paper(), offer.by());
        }
        Streams.of(session).print(table.lines());
    }

    /** Shows the settings of a name. */
    @Descriptor("shows what a name stands for and its settings: describe NAME")
    public void describe(CommandSession session, String[] arguments) {
        String name = Arguments.parse("describe", arguments, List.of())
                .only("one name, for example: describe 2sr");
        Streams.of(session).print(new DescribeCommand(catalogue).describe(name));
    }

    /** Lists the files in the plugins folder. */
    @Descriptor("lists the files in the plugins folder and what became of them")
    public void plugins(CommandSession session, String[] arguments) {
        Arguments.parse("plugins", arguments, List.of()).none();
        Table table = new Table(false, List.of("file", "state", "bundle", "remarks"));
        plugins.files().forEach(file -> table.add(file.name(), file.state(), file.bundle(), file.remark()));
        Streams streams = Streams.of(session);
        streams.print(List.of("plugins folder: " + plugins.folder()));
        streams.print(table.lines());
    }
}
