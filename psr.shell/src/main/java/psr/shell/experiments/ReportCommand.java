package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Laboratory;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.SavedRun;
import psr.shell.command.Invocation;
import psr.shell.command.Format;
import psr.shell.command.ShellCommand;

/** {@code report}: judges the claims of a run and draws its figures again. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=report"})
public final class ReportCommand extends ShellCommand {

    private final Laboratory laboratory;

    @Activate
    public ReportCommand(@Reference Laboratory laboratory) {
        super("report");
        this.laboratory = laboratory;
    }

    private static Set<String> labels(String text) {
        return Arrays.stream(text.split(";")).map(String::strip).filter(label -> !label.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public void run(Invocation call) throws IOException {
        Path folder = call.path(call.arguments().only("one run folder, for example: report runs/mine"));
        SavedRun run = laboratory.open(folder);
        Path into = call.arguments().text("out").map(call::path).orElse(folder);
        if (into.equals(folder) && run.writer().isPresent()) {
            throw new IllegalArgumentException(
                    "a run must be finished or stopped before its report is written into its folder; " + folder
                            + " is being written by " + run.writer().get() + "; choose another folder with --out");
        }
        if (Files.exists(into) && !Files.isDirectory(into)) {
            throw new IllegalArgumentException("the report must go into a folder; " + into + " is a file");
        }
        Results results = run.results().without(call.arguments().text("without").map(ReportCommand::labels)
                .orElse(Set.of()));
        if (results.finishedTrials() == 0) {
            // An earlier report must not be overwritten by an empty one.
            throw new IllegalArgumentException("a report needs a finished trial; no trial of " + folder
                    + " is finished, or its trials.jsonl is missing: resume " + folder + " computes them");
        }
        call.output().print(new ResultTable(results, new FailedRecipes(results), false, "trial").lines(Format.TEXT));
        if (results.finishedTrials() < results.experiment().trials()) {
            call.output().remark("so far " + results.finishedTrials() + " of " + results.experiment().trials() + " trials");
        }
        Report report = laboratory.report(results, into);
        VerdictTable.print(report, call.output());
        VerdictTable.check(report);
    }
}
