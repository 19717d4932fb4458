package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Laboratory;
import psr.api.lab.Results;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;

/** {@code merge}: puts shares of one experiment together. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=merge"})
public final class MergeCommand extends ShellCommand {

    private static final Usage USAGE = Usage
            .of(Usage.Topic.SERVER, "merge", "puts shares together that run --shard computed: merge DIR… --out DIR")
            .says("Puts shares together that run --shard computed, on whatever machines, and reports on them as one run. Refuses",
                    "what does not belong together, and says what.")
            .takes("DIR…", Usage.Kind.FOLDER, "")
            .required("out", "DIR", Usage.Kind.FOLDER, "a new folder for the whole");

    private final Laboratory laboratory;

    /** In this laboratory. */
    @Activate
    public MergeCommand(@Reference Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    @Override
    public Usage usage() {
        return USAGE;
    }

    @Override
    public void run(Invocation call) throws IOException {
        List<Path> shares = call.arguments().words().stream().map(call::path).toList();
        Optional<Path> into = call.arguments().text("out").map(call::path);
        if (shares.isEmpty() || into.isEmpty()) {
            throw new IllegalArgumentException("merge needs the folders of shares and a new one, for example: merge shares/1"
                    + " shares/2 --out whole; found " + (shares.isEmpty() ? "no share" : "no --out"));
        }
        Results whole = laboratory.merge(shares, into.get()).results();
        call.output().remark(whole.finishedTrials() + (whole.finishedTrials() == 1 ? " trial of " : " trials of ") + shares.size()
                + (shares.size() == 1 ? " share in " : " shares in ") + into.get());
        new RunFollower(call.output()).tell(whole, Optional.of(laboratory.report(whole, into.get())));
    }
}
