package psr.launcher.use;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import psr.api.lab.Stage;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Promises;
import psr.launcher.shell.Arguments;
import psr.launcher.shell.CommandFailedException;
import psr.launcher.shell.Streams;

/** {@code check}: tries whether services keep the promises of the API. */
final class CheckCommand {

    static final List<String> HELP = List.of(
            "check NAME[:key=value,…] [--limit SECONDS]",
            "",
            "Tries every learner, refiner, data set and metric of that name, with these settings or its defaults, on sequences",
            "of a small hidden Markov model, and says in words which promises of the API it breaks: same seed, same bits;",
            "finite scores; stops when told; settings that refuse nonsense, and so on. Exit code 1 if one is broken.",
            "",
            "  --limit    seconds that the whole trial may take (60)");
    private static final List<String> OPTIONS = List.of("limit");

    private final Lab lab;
    private final Streams streams;

    CheckCommand(Lab lab, Streams streams) {
        this.lab = lab;
        this.streams = streams;
    }

    void run(String[] typed) {
        Arguments arguments = Arguments.parse("check", typed, OPTIONS);
        Stage stage = Stage.parse(arguments.only("one name, for example: check 2sr"));
        Duration limit = arguments.limit().orElse(Duration.ofSeconds(60));
        List<String> broken = new ArrayList<>();
        for (Promises.Finding finding : lab.promises(stage, limit)) {
            String who = finding.offer().name() + ", a " + finding.offer().kind().word() + " of " + finding.offer().by();
            if (finding.broken().isEmpty()) {
                streams.print(List.of(who + ": keeps every promise that was tried"));
            } else {
                streams.print(List.of(who + ": breaks " + finding.broken().size()
                        + (finding.broken().size() == 1 ? " promise" : " promises")));
                finding.broken().forEach(promise -> streams.print(List.of("  " + promise)));
                broken.add(finding.offer().kind().word());
            }
        }
        if (!broken.isEmpty()) {
            throw new CommandFailedException(stage.name() + " breaks its contract as " + String.join(" and ", broken));
        }
    }
}
