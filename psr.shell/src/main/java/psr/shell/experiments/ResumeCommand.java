package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Laboratory;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.Submission;
import psr.launcher.spi.Engine;
import psr.launcher.spi.ExperimentLimits;
import psr.shell.cluster.ClusterAccess;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code resume}: continues a stopped run; the results are those of an uninterrupted run. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=resume"})
public final class ResumeCommand extends ShellCommand {

    private final Laboratory laboratory;
    private final Engine engine;
    private final ClusterAccess cluster;

    @Activate
    public ResumeCommand(@Reference Laboratory laboratory, @Reference Engine engine, @Reference ClusterAccess cluster) {
        super("resume");
        this.laboratory = laboratory;
        this.engine = engine;
        this.cluster = cluster;
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        Path folder = call.path(arguments.only("one run folder, for example: resume runs/ring-20260101-120000"));
        RunOptions.Builder options = RunOptions.builder().threads(arguments.threads()).base(call.folder())
                .otherBundles(arguments.flag("anyway"));
        arguments.limit().ifPresent(options::limit);
        SavedRun kept = laboratory.open(folder);
        Results before = kept.results();
        int begun = before.experiment().trials();
        int trials = (int) arguments.whole("trials", begun, 1, ExperimentLimits.TRIALS);
        if (trials < begun) {
            throw new IllegalArgumentException(
                    "--trials must be at least " + begun + ", the number of trials that the run has: resume adds trials"
                            + " and removes none; found " + trials);
        }
        try (ClusterAccess.Joined joined = cluster.submitting(call, options)) {
            BitSet finished = new BitSet();
            before.trials().forEach(result -> finished.set(result.trial()));
            RunFollower follower = new RunFollower(call, finished);
            call.output().remark(before.finishedTrials() + " of " + kept.share().trials(trials).cardinality()
                    + " trials are saved in " + folder);
            Submission run = engine.resume(folder, options.totalTrials(trials).build(), joined.placement(), follower.observer());
            run.remarks().forEach(call.output()::remark);
            follower.follow(run);
        }
    }
}
