package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Claim;
import psr.launcher.experiments.Plan;
import psr.launcher.experiments.PlanReader;
import psr.launcher.experiments.Rates;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Prepared;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;

/** {@code run}: compares recipes on a data set. */
final class RunCommand {

    private static final List<String> HELP = List.of(
            "run DATASET RECIPE…   compares recipes; results are kept with --out only",
            "run PRESET            an experiment that ships: see presets",
            "run FILE.json         an experiment of your own: see docs/EXPERIMENTS.md",
            "",
            "Learns every recipe in every trial, measures on the test part, prints the means and judges the claims.",
            "A preset or a file is kept in runs/NAME-DATE-TIME, from where resume DIR continues it.",
            "",
            "  DATASET        name:key=value,key=value          for example ring, sequences:train=a.txt,test=b.txt",
            "  RECIPE         a learner, then refiners after +  for example 2sr, 2sr:rank=40+ig:horizon=5",
            "  --out          a new folder for the results",
            "  --threads      trials at once; changes no number (all processors)",
            "  --limit        seconds that a stage may take; one that takes longer fails, and the rest goes on",
            "",
            "These take the place of what the preset or the file says:",
            "  --trials       independent repetitions, each with its own data (3)",
            "  --seed         where all randomness comes from (1)",
            "  --metrics      what to measure (pnll,ospa)",
            "  --every        measure each of so many iterations, besides the first and the last (1)",
            "  --rates        1e-4,1e-3,1e-2: the rate of each recipe's last stage is chosen among these first, by",
            "                 " + Rates.TRIALS + " trials on training data alone",
            "  --dataset      another data set; --recipes \"2sr 2sr+ig\" others to compare, separated by blanks",
            "  --claims       ID,ID or none: what to judge; --name, --description: what it is called");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Lab lab;
    private final Execution execution;

    RunCommand(Lab lab, Execution execution) {
        this.lab = lab;
        this.execution = execution;
    }

    /**
     * Runs it to the end.
     *
     * @throws IllegalArgumentException if something typed is wrong, also where only the data show that
     * @throws CommandFailedException if a recipe failed in every trial for another reason, or it was interrupted
     */
    void run(String[] typed) throws IOException {
        if (List.of(typed).contains("--help")) {
            execution.streams().print(HELP);
            return;
        }
        List<String> options = new ArrayList<>(RunPlan.OPTIONS);
        options.addAll(List.of("threads", "out", "limit"));
        Arguments arguments = Arguments.parse("run", typed, options);
        RunPlan asked = RunPlan.of(arguments, new PlanReader(lab.checks()));
        int threads = Execution.threads(arguments);
        try (Prepared prepared = lab.prepare(asked.plan().experiment())) {
            Plan plan = judgeable(asked.plan(), prepared);
            // Before there is a folder: reading the bundles takes a moment, in which somebody may change their mind.
            RunRecord record = RunRecord.begin(plan, prepared, execution.home(), threads,
                    arguments.limit());
            Optional<String> out = arguments.text("out");
            if (out.isPresent() || asked.kept()) {
                RunFolder folder = RunFolder.create(out.map(Path::of)
                        .orElseGet(() -> free(plan.experiment().name())));
                execution.begin(folder, record, prepared, threads, true);
            } else {
                temporary(record, prepared, threads);
            }
        }
    }

    /** Results pass through a folder also where nobody wants to keep them: so there may be more than fit in memory. */
    private void temporary(RunRecord record, Prepared prepared, int threads) throws IOException {
        Path parent = Files.createTempDirectory("psr-run");
        RunFolder folder = RunFolder.create(parent.resolve("run"));
        try {
            execution.begin(folder, record, prepared, threads, false);
        } finally {
            if (Files.exists(folder.path())) {
                folder.discard();
            }
            Files.delete(parent);
        }
    }

    /** Where other recipes or metrics were typed, claims about the old ones are left out, with a word. */
    private Plan judgeable(Plan plan, Prepared prepared) {
        List<Claim> claims = plan.judgeable(prepared.measures().keySet());
        int lost = plan.claims().size() - claims.size();
        if (lost > 0) {
            execution.streams().remark(lost + " of " + plan.claims().size()
                    + " claims are left out: they are about recipes or measures that this run does not have");
        }
        return plan.with(claims);
    }

    private static Path free(String name) {
        String stem = name.replaceAll("[^A-Za-z0-9]+", "-") + "-" + TIME.format(LocalDateTime.now());
        Path path = Path.of("runs", stem);
        for (int i = 2; Files.exists(path); i++) {
            path = Path.of("runs", stem + "-" + i);
        }
        return path;
    }
}
