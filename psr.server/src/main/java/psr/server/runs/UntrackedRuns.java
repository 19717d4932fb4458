package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.Experiment;
import psr.api.lab.SavedRun;
import psr.api.lab.Submission.State;

/**
 * Run folders that the database knows nothing of: put there by hand, left by a server that was killed while it took one in, or of a database
 * that was lost. They become runs, and go on if they are not whole; what holds no run stays where it is.
 */
final class UntrackedRuns {

    /** What a run says that was taken in. */
    static final String REMARK = "taken in from its folder at the start";
    /** Who has submitted it. */
    static final String BY = "found in the folder";

    private static final System.Logger LOG = System.getLogger(UntrackedRuns.class.getName());
    private static final String SUMMARY = "summary.csv";
    /** An id of our own, or a name that somebody gave. */
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,39}";

    private final RunTable table;
    private final RunFolders kept;
    private final RunRequest asked;

    UntrackedRuns(RunTable table, RunFolders kept, RunRequest asked) {
        this.table = table;
        this.kept = kept;
        this.asked = asked;
    }

    /**
     * Takes them in; before the queue begins.
     *
     * @return what was taken in and what was not, line by line
     */
    List<String> takeIn() throws IOException {
        table.continueNumbers();
        kept.deleteLeftovers();
        List<Path> folders;
        try (Stream<Path> all = Files.list(kept.folder())) {
            folders = all.filter(Files::isDirectory).filter(each -> !each.getFileName().toString().startsWith(".")).sorted()
                    .toList();
        }
        List<String> taken = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Path folder : folders) {
            String id = folder.getFileName().toString();
            // Also one in the trash has a row.
            if (table.find(id).isEmpty()) {
                Optional<String> wrong = takeIn(id);
                if (wrong.isEmpty()) {
                    taken.add(id);
                } else {
                    lines.add("left alone: the folder runs/" + id + ", which no run knows: " + wrong.get());
                }
            }
        }
        if (!taken.isEmpty()) {
            lines.add(0, "taken in: " + taken.size() + (taken.size() == 1 ? " run folder that no run knew: "
                    : " run folders that no run knew: ") + String.join(", ", taken));
        }
        lines.forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
        return lines;
    }

    /** What is wrong with it; empty if it is a run now. */
    private Optional<String> takeIn(String id) {
        if (!id.matches(NAME)) {
            return Optional.of("a run's name has 1 to 40 letters, digits, dots, dashes and underscores");
        }
        try {
            Optional<SavedRun> found = kept.open(id);
            if (found.isEmpty()) {
                return Optional.of("there is no " + RunFolders.RECORD + " in it");
            }
            SavedRun run = found.get();
            Experiment experiment = run.results().experiment();
            int done = run.results().finishedTrials();
            // Everything is read once: a damaged line is found now.
            run.results().summary();
            boolean whole = done == experiment.trials() && Files.exists(kept.of(id).resolve(SUMMARY));
            table.add(id,
                    new NewRun(RunRequest.shortened(experiment.name()), asked.text(experiment), experiment.trials(), 0,
                            Optional.empty(),
                            whole ? State.DONE : State.QUEUED, done, List.of(REMARK + "; begun " + run.started())),
                    new NewRun.Asked(BY, Optional.empty(), ""));
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.DEBUG, id + " cannot be taken in", e);
            return Optional.of(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
        }
    }
}
