package psr.shell.experiments;

import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Experiments;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.text.Table;

/** {@code presets}: lists the presets. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=presets"})
public final class PresetsCommand extends ShellCommand {

    private final Experiments experiments;

    @Activate
    public PresetsCommand(@Reference Experiments experiments) {
        super("presets");
        this.experiments = experiments;
    }

    @Override
    public void run(Invocation call) {
        call.arguments().none();
        Table table = new Table(false, List.of("name", "what it is"));
        experiments.presets().forEach(name -> table.add(name, experiments.summary(name)));
        call.output().print(table.lines());
    }
}
