package psr.shell.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.PluginFile;
import psr.launcher.spi.PluginJars;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.text.Table;

/** {@code plugins}: lists the files in the plugins folder with their states. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=plugins"})
public final class PluginsCommand extends ShellCommand {

    private final PluginJars plugins;

    @Activate
    public PluginsCommand(@Reference PluginJars plugins) {
        super("plugins");
        this.plugins = plugins;
    }

    @Override
    public void run(Invocation call) {
        call.arguments().none();
        List<PluginFile> files = plugins.files();
        Table table = new Table(false, List.of("file", "state", "bundle", "remarks"));
        for (PluginFile file : files) {
            table.add(file.name(), file.state().name().toLowerCase(Locale.ROOT),
                    file.bundle().map(bundle -> bundle.name() + " " + bundle.version()).orElse(""), file.remark());
        }
        call.output().print(List.of("plugins folder: " + plugins.folder()));
        call.output().print(
                files.isEmpty() ? List.of("no plugins; a jar in this folder is loaded within two seconds") : table.lines());
        List<String> copies = new ArrayList<>();
        plugins.retained().forEach((bundle, reason) -> copies.add("copy of " + bundle + ": " + reason));
        call.output().print(copies);
    }
}
