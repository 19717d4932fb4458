package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Results;
import psr.api.lab.SavedRun;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.text.Table;

/** {@code runs}: lists run folders and their states. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=runs"})
public final class RunsCommand extends ShellCommand {

    private final Laboratory laboratory;

    @Activate
    public RunsCommand(@Reference Laboratory laboratory) {
        super("runs");
        this.laboratory = laboratory;
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        Path folder = call.path(arguments.words().isEmpty() ? "runs" : arguments.only("at most one folder"));
        if (!Files.isDirectory(folder)) {
            if (arguments.words().isEmpty()) {
                call.output().print(List.of("no runs here: there is no folder runs"));
                return;
            }
            throw new IllegalArgumentException(Files.exists(folder)
                    ? "runs lists the run folders in a folder; " + folder + " is a file"
                    : "there is no folder " + folder);
        }
        List<Path> kept = laboratory.savedRuns(folder);
        if (kept.isEmpty()) {
            call.output().print(List.of("no runs in " + folder));
            return;
        }
        Table table = new Table(false, List.of("folder", "state", "trials", "recipes", "data set", "started"));
        for (Path path : kept) {
            try {
                SavedRun run = laboratory.open(path);
                Results results = run.results();
                Experiment experiment = results.experiment();
                int trials = run.share().trials(experiment.trials()).cardinality();
                table.add(path.toString(), state(run, trials), results.finishedTrials() + "/" + trials
                        + (run.share().isAll() ? "" : ", shard " + run.share()),
                        Integer.toString(experiment.recipes().size()), experiment.dataset().toString(), run.started());
            } catch (IOException | IllegalArgumentException e) {
                table.add(path.toString(), "damaged: " + e.getMessage(), "–", "–", "–", "–");
            }
        }
        call.output().print(table.lines());
    }

    private static String state(SavedRun run, int trials) {
        return run.writer().map(who -> "running (" + who + ")")
                .orElse(run.results().finishedTrials() == trials ? "finished" : "resumable");
    }
}
