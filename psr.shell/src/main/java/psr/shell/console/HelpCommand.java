package psr.shell.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code help}: lists the commands, or shows the help of one. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=help"})
public final class HelpCommand extends ShellCommand {

    private final CommandList commands;

    @Activate
    public HelpCommand(BundleContext context) {
        super("help");
        this.commands = new CommandList(context);
    }

    @Override
    public void run(Invocation call) {
        List<String> lines = new ArrayList<>();
        for (String word : call.arguments().words()) {
            lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
            lines.addAll(commands.help(word));
        }
        if (lines.isEmpty()) {
            Map<String, Map<String, String>> topics = commands.summaries();
            int width = topics.values().stream().flatMap(part -> part.keySet().stream()).mapToInt(String::length).max().orElse(0);
            topics.forEach((heading, part) -> {
                lines.addAll(lines.isEmpty() ? List.of(heading) : List.of("", heading));
                part.forEach((name, line) -> lines
                        .add(("  " + name + " ".repeat(width - name.length()) + "  " + line).stripTrailing()));
            });
            lines.addAll(
                    List.of("",
                            "COMMAND --help shows the help of a command. A first example: run ring 2sr 2sr+ig em --trials 3"));
        }
        call.output().print(lines);
    }
}
