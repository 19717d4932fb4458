package psr.shell.console;

import java.util.List;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.Experiments;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;

/** {@code completion}: prints a completion script for Bash or zsh. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=completion"})
public final class CompletionCommand extends ShellCommand {

    private final Catalog catalog;
    private final Experiments experiments;

    @Activate
    public CompletionCommand(@Reference Catalog catalog, @Reference Experiments experiments) {
        super("completion");
        this.catalog = catalog;
        this.experiments = experiments;
    }

    @Override
    public void run(Invocation call) {
        String shell = call.arguments().only("bash or zsh");
        if (!List.of("bash", "zsh").contains(shell)) {
            throw new IllegalArgumentException("completion needs bash or zsh; found '" + shell + "'");
        }
        call.output().print(new CompletionScript(Usage.all(), this::words).lines(shell.equals("zsh")));
    }

    private List<String> words(Usage.Kind kind) {
        return switch (kind) {
            case DATASET, FILE_OR_DATASET, MODEL_OR_DATASET -> names(ServiceKind.DATASET);
            case EXPERIMENT -> Stream.concat(names(ServiceKind.DATASET).stream(), experiments.presets().stream()).toList();
            case RECIPE -> Stream.concat(names(ServiceKind.LEARNER).stream(), names(ServiceKind.COMBINER).stream()).toList();
            case METRICS -> names(ServiceKind.METRIC);
            case SERVICE -> Stream.of(ServiceKind.values()).flatMap(each -> names(each).stream()).toList();
            case COMMAND -> Usage.all().stream().map(Usage::command).toList();
            default -> List.of();
        };
    }

    private List<String> names(ServiceKind kind) {
        return catalog.present(kind).stream().map(ServiceInfo::name).toList();
    }
}
