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

/** {@code merge}: merges the shards of an experiment. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=merge"})
public final class MergeCommand extends ShellCommand {

    private final Laboratory laboratory;

    @Activate
    public MergeCommand(@Reference Laboratory laboratory) {
        super("merge");
        this.laboratory = laboratory;
    }

    @Override
    public void run(Invocation call) throws IOException {
        List<Path> shards = call.arguments().words().stream().map(call::path).toList();
        Optional<Path> into = call.arguments().text("out").map(call::path);
        if (shards.isEmpty() || into.isEmpty()) {
            throw new IllegalArgumentException("merge needs the folders of shards and a new one, for example: merge shards/1"
                    + " shards/2 --out whole; found " + (shards.isEmpty() ? "no shard" : "no --out"));
        }
        Results whole = laboratory.merge(shards, into.get()).results();
        call.output().remark(whole.finishedTrials() + (whole.finishedTrials() == 1 ? " trial of " : " trials of ") + shards.size()
                + (shards.size() == 1 ? " shard in " : " shards in ") + into.get());
        new RunFollower(call).tell(whole, Optional.of(laboratory.report(whole, into.get())));
    }
}
