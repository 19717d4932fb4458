package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import psr.api.lab.Experiment;
import psr.launcher.experiments.Plan;
import psr.launcher.experiments.PlanReader;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Prepared;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;

/** {@code resume}: continues a run where it stopped, and ends with what it would have ended with. */
final class ResumeCommand {

    private static final List<String> HELP = List.of(
            "resume DIR [--threads N] [--trials N] [--limit SECONDS] [--anyway]",
            "",
            "Continues a run that was stopped or killed. The numbers are those of a run that was never stopped.",
            "",
            "  --trials   more trials than it was started with",
            "  --limit    seconds that a stage may take (as before)",
            "  --anyway   also if learners, data sets or metrics are not those it was started with");

    private final Lab lab;
    private final Execution execution;

    ResumeCommand(Lab lab, Execution execution) {
        this.lab = lab;
        this.execution = execution;
    }

    void run(String[] typed) throws IOException {
        if (List.of(typed).contains("--help")) {
            execution.streams().print(HELP);
            return;
        }
        Arguments arguments = Arguments.parse("resume", typed, List.of("threads", "trials", "limit"),
                List.of("anyway"));
        Path path = Path.of(arguments.only("one run folder, for example: resume runs/ring-20260101-120000"));
        int threads = Execution.threads(arguments);
        RunRecord.read(path);
        RunFolder folder = RunFolder.open(path);
        boolean begun = false;
        // Read again: until the folder was locked another process may have written it.
        RunRecord record = RunRecord.read(path);
        try (Prepared prepared = lab.prepare(more(record.plan().experiment(), arguments))) {
            Plan plan = record.plan().with(prepared.experiment());
            RunRecord continued = record.resumed(plan, prepared, execution.home(), threads,
                    arguments.limit().or(record::limit));
            if (!arguments.flag("anyway")) {
                same(path, record.bundles(), continued.bundles());
            }
            begun = true;
            int finished = folder.trials().finished().cardinality();
            execution.streams().remark(finished + " of " + plan.experiment().trials() + " trials are in " + path);
            execution.resume(folder, finished == plan.experiment().trials() ? record : continued, prepared, threads);
        } finally {
            if (!begun) {
                folder.close();
            }
        }
    }

    private static Experiment more(Experiment asked, Arguments arguments) {
        return new Experiment(asked.name(), asked.dataset(), asked.recipes(), asked.metrics(),
                (int) arguments.whole("trials", asked.trials(), asked.trials(), PlanReader.MOST_TRIALS), asked.seed(),
                asked.every());
    }

    /** Means over results of two versions would be means of nothing. */
    private static void same(Path path, Map<String, String> then, Map<String, String> now) {
        List<String> changes = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(then.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            String was = then.get(name);
            String is = now.get(name);
            if (was == null || !was.equals(is)) {
                changes.add(name + " was " + shortened(was) + " and is " + shortened(is));
            }
        }
        if (!changes.isEmpty()) {
            throw new IllegalArgumentException("a run must go on with the services it began with; " + String.join(", ",
                    changes) + ": put back what it began with, run " + path.resolve(RunRecord.FILE)
                    + " anew, or mix both with --anyway");
        }
    }

    private static String shortened(String bundle) {
        return bundle == null ? "absent" : bundle.replaceFirst("sha256 (.{8}).*", "($1…)");
    }
}
