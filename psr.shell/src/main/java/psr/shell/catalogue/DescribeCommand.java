package psr.shell.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.eval.Measure;
import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.settings.Setting;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.text.Table;

/** {@code describe}: shows a service and its settings. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=describe"})
public final class DescribeCommand extends ShellCommand {

    private final Catalog catalogue;
    private final Predicate<String> isCommand;

    @Activate
    public DescribeCommand(@Reference Catalog catalogue, BundleContext context) {
        this(catalogue, name -> isCommand(context, name));
    }

    /** @param isCommand whether a name is the name of a command */
    DescribeCommand(Catalog catalogue, Predicate<String> isCommand) {
        super("describe");
        this.catalogue = catalogue;
        this.isCommand = isCommand;
    }

    private static boolean isCommand(BundleContext context, String name) {
        try {
            return context.getServiceReferences(ShellCommand.class, null).stream()
                    .anyMatch(command -> name.equals(command.getProperty("osgi.command.function")));
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e); // cannot happen without a filter
        }
    }

    @Override
    public void run(Invocation call) {
        String name = call.arguments().only("one name, for example: describe 2sr");
        checkName(name);
        List<String> lines = new ArrayList<>();
        for (ServiceInfo service : Names.named(catalogue, name)) {
            lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
            lines.addAll(describe(service));
        }
        call.output().print(lines);
    }

    /** Suggests what was meant if a recipe or a command was typed. */
    private void checkName(String typed) {
        if (!catalogue.named(typed).isEmpty()) {
            return;
        }
        List<String> meant =
                Arrays.stream(typed.split("[+/]")).map(stage -> stage.replaceFirst(":.*", "").replaceAll("[\"']", ""))
                        .filter(name -> !catalogue.named(name).isEmpty()).distinct().toList();
        if (!meant.isEmpty()) {
            throw new IllegalArgumentException("describe needs one name, without settings and other stages: "
                    + meant.stream().map(name -> "describe " + name).collect(Collectors.joining(" or ")) + "; found '" + typed
                    + "'");
        }
        if (isCommand.test(typed)) {
            throw new IllegalArgumentException("describe is for learners, refiners, combiners, data sets and metrics; '" + typed
                    + "' is a command: help " + typed);
        }
    }

    private List<String> describe(ServiceInfo service) {
        List<String> lines = new ArrayList<>();
        lines.add(service.name() + ", a " + service.kind().word() + ": " + service.summary());
        lines.add("from " + service.bundle() + (service.paper().isEmpty() ? "" : "; " + service.paper()));
        lines.add((service.kind() == ServiceKind.DATASET ? "gives " : "accepts ") + service.accepts());
        List<Setting> settings;
        try {
            settings = catalogue.settings(service);
        } catch (IllegalArgumentException e) {
            // Not the user's mistake but the service's.
            throw new CommandFailedException(e.getMessage());
        }
        lines.addAll(table(settings));
        if (service.kind() == ServiceKind.METRIC && settings.stream().noneMatch(Setting::required)) {
            Table table = new Table(false, List.of("  measure", "better", "what it is"));
            for (Measure measure : catalogue.measures(List.of(Stage.of(service.name()))).values()) {
                table.add("  " + measure.name(), measure.better().name().toLowerCase(Locale.ROOT), measure.help());
            }
            lines.addAll(table.lines());
        }
        return lines;
    }

    private static List<String> table(List<Setting> settings) {
        if (settings.isEmpty()) {
            return List.of("  no settings");
        }
        Table table = new Table(false, List.of("  setting", "value", "default", "range", "what it does"));
        for (Setting setting : settings) {
            table.add("  " + setting.name(), setting.kindInWords(), setting.required() ? "required" : setting.defaultValue(),
                    setting.rangeInWords(), setting.help());
        }
        return table.lines();
    }
}
