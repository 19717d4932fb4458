package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Experiment;
import psr.api.report.Comparison;
import psr.api.report.Difference;
import psr.api.report.Reporter;
import psr.launcher.runs.SavedRun;

/** {@code runs}, {@code report} and {@code compare}: what is done with run folders once they are there. */
final class FolderCommands {

    private final Streams streams;
    private final List<Reporter> reporters;

    FolderCommands(Streams streams, List<Reporter> reporters) {
        this.streams = streams;
        this.reporters = reporters;
    }

    void runs(String[] typed) throws IOException {
        Arguments arguments = Arguments.parse("runs", typed, List.of());
        Path folder = Path.of(arguments.words().isEmpty() ? "runs" : arguments.only("at most one folder"));
        if (!Files.isDirectory(folder)) {
            if (arguments.words().isEmpty()) {
                streams.print(List.of("no runs here: there is no folder runs"));
                return;
            }
            throw new IllegalArgumentException("there must be a folder " + folder + "; there is none");
        }
        Table table = new Table(false, List.of("folder", "state", "trials", "recipes", "data set", "started"));
        for (Path path : SavedRun.below(folder)) {
            try {
                SavedRun run = SavedRun.open(path);
                Experiment experiment = run.record().plan().experiment();
                table.add(path.toString(), state(run), run.finished() + "/" + run.wanted(),
                        Integer.toString(experiment.recipes().size()), experiment.dataset().toString(),
                        run.record().started());
            } catch (IOException | IllegalArgumentException e) {
                table.add(path.toString(), "damaged: " + e.getMessage(), "–", "–", "–", "–");
            }
        }
        streams.print(table.lines());
    }

    private static String state(SavedRun run) {
        Optional<String> writer = run.writer();
        return writer.map(who -> "running (" + who + ")").orElse(run.finished() == run.wanted() ? "finished"
                : "resumable");
    }

    void report(String[] typed) throws IOException {
        Arguments arguments = Arguments.parse("report", typed, List.of("out"));
        SavedRun run = SavedRun.open(Path.of(arguments.only("one run folder, for example: report runs/mine")));
        Path into = arguments.text("out").map(Path::of).orElse(run.folder());
        if (into.equals(run.folder()) && run.writer().isPresent()) {
            throw new IllegalArgumentException("a run must be over or stopped before its folder is written; "
                    + run.folder() + " is being written by " + run.writer().get() + ": look at it with --out OTHER");
        }
        Files.createDirectories(into);
        run.summarise(into);
        Outcomes outcomes = new Outcomes(run.record().plan().experiment(), run.trials());
        streams.print(new FinalTable(List.copyOf(run.record().measures().keySet()), run.summary(), outcomes).lines());
        if (run.finished() < run.wanted()) {
            streams.remark("so far " + run.finished() + " of " + run.wanted() + " trials");
        }
        new Reports(streams, reporters).write(run.results(), into);
    }

    void compare(String[] typed) throws IOException {
        List<String> words = Arguments.parse("compare", typed, List.of()).words();
        if (words.size() != 2) {
            throw new IllegalArgumentException("compare needs two run folders, for example: compare runs/a runs/b;"
                    + " found " + (words.isEmpty() ? "nothing" : String.join(" ", words)));
        }
        if (reporters.isEmpty()) {
            throw new CommandFailedException("no reporter is present to compare: is psr.eval installed?");
        }
        SavedRun left = SavedRun.open(Path.of(words.get(0)));
        SavedRun right = SavedRun.open(Path.of(words.get(1)));
        Experiment one = left.record().plan().experiment();
        Experiment other = right.record().plan().experiment();
        if (one.seed() != other.seed() || !one.dataset().equals(other.dataset())) {
            streams.remark("the pairs have different data: " + one.dataset() + " with seed " + one.seed() + ", "
                    + other.dataset() + " with seed " + other.seed());
        }
        List<Comparison> rows = reporters.get(0).compare(left.results(), right.results());
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("two runs must have a recipe and a measure in common; " + words.get(0)
                    + " and " + words.get(1) + " have none");
        }
        Table table = new Table(true, List.of("recipe", "measure", "first", "second", "first − second", "lower",
                "higher", "trials"));
        for (Comparison row : rows) {
            Difference difference = row.difference();
            table.add(row.recipe(), row.measure(), Numbers.text(row.left()), Numbers.text(row.right()),
                    Numbers.text(difference.mean(), difference.stderr()), Integer.toString(difference.below()),
                    Integer.toString(difference.above()), Integer.toString(difference.trials()));
        }
        streams.print(table.lines());
    }
}
