package psr.shell.catalogue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.contract.Contracts;
import psr.api.eval.Metric;
import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.Stage;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.source.DatasetSource;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.ShellCommand;

/** {@code check}: checks services against the contracts of the API. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=check"})
public final class CheckCommand extends ShellCommand {

    private final Catalog catalogue;

    @Activate
    public CheckCommand(@Reference Catalog catalogue) {
        super("check");
        this.catalogue = catalogue;
    }

    /** The checks that were run. */
    private static List<String> rules(ServiceInfo service) {
        return Contracts.rules(switch (service.kind()) {
            case LEARNER -> Learner.class;
            case REFINER -> Refiner.class;
            case COMBINER -> Combiner.class;
            case DATASET -> DatasetSource.class;
            case METRIC -> Metric.class;
        });
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
                output.print(rules(service).stream().map(rule -> "  " + rule).toList());
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
