package psr.shell.catalogue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.Stage;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;

/** {@code check}: checks services against the contracts of the API. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=check"})
public final class CheckCommand extends ShellCommand {

    private static final Usage USAGE = Usage
            .of(Usage.Topic.PARTS, "check", "checks a learner, refiner, data set or metric against its contract")
            .says("Checks every learner, refiner, data set and metric of that name, with these settings or its defaults, on sequences",
                    "of a small hidden Markov model, and lists the rules of the API that it violates: same seed, same bits;",
                    "finite scores; stops when cancelled; settings reject invalid text, and so on. Exit code 1 if one is violated.")
            .takes("NAME[:key=value,…]", Usage.Kind.SERVICE, "")
            .option("limit", "SECONDS", Usage.Kind.TEXT, "time limit of the whole check in seconds (60)");

    private final Catalog catalogue;

    /** With this catalog. */
    @Activate
    public CheckCommand(@Reference Catalog catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Usage usage() {
        return USAGE;
    }

    @Override
    public void run(Invocation call) {
        Stage stage = Stage.parse(call.arguments().only("one name, for example: check 2sr"));
        Duration limit = call.arguments().limit().orElse(Duration.ofSeconds(60));
        Output output = call.output();
        List<String> guilty = new ArrayList<>();
        for (ServiceInfo service : Names.named(catalogue, stage.name())) {
            String who = service.name() + ", a " + service.kind().word() + " of " + service.bundle();
            List<String> broken = catalogue.check(service, stage.settings(), limit);
            if (broken.isEmpty()) {
                output.print(List.of(who + ": passes all checks"));
            } else {
                output.print(List.of(who + ": violates " + broken.size() + (broken.size() == 1 ? " rule" : " rules")));
                output.print(broken.stream().map(promise -> "  " + promise).toList());
                guilty.add(service.kind().word());
            }
        }
        if (!guilty.isEmpty()) {
            throw new CommandFailedException(stage.name() + " violates its contract as " + String.join(" and ", guilty));
        }
    }
}
