package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceInfo;
import psr.api.lab.Submission;
import psr.api.settings.ValidationException;
import psr.server.LabServices;

/** Gives a run of the database to the laboratory: to go on where there is a folder of it, to begin where there is none. Thread-safe. */
final class RunBeginning {

    private static final double MILLISECONDS = 1e3;

    private final LabServices lab;
    private final RunFolders kept;
    private final ConfinedFiles files;
    private final int threads;

    /**
     * Begins runs.
     *
     * @param files those that experiments may name
     * @param threads how many trials of one run may be computed at once
     */
    RunBeginning(LabServices lab, RunFolders kept, ConfinedFiles files, int threads) {
        this.lab = lab;
        this.kept = kept;
        this.files = files;
        this.threads = threads;
    }

    /**
     * Begins it, or goes on with it.
     *
     * @throws ValidationException if something that it needs is not there
     * @throws IOException if its folder cannot be used
     */
    RunAtWork begin(QueuedRun run, RunTeller news, Runnable over) throws IOException {
        RunOptions.Builder options = RunOptions.builder().workplace(SharedThreads.NAME).threads(threads).base(files.folder())
                .totalTrials(run.total());
        run.limit().ifPresent(limit -> options.limit(Duration.ofMillis(Math.max(1, Math.round(limit * MILLISECONDS)))));
        Submission submission;
        if (kept.has(run.id())) {
            files.check(kept.of(run.id()));
            submission = lab.laboratory().resume(kept.of(run.id()), options.build());
        } else {
            // What a server left that was killed before the run had a record.
            kept.delete(run.id());
            Experiment experiment = lab.experiments().read(run.experiment(), "experiment", run.name());
            submission = lab.laboratory().submit(experiment, options.folder(kept.of(run.id())).build());
        }
        return new RunAtWork(run.id(), submission, news, over);
    }

    /** What a run waits for that was refused: {@code learner kneser-ney 1.0.0, present: 1.1.0}; or what must hold, in other cases. */
    String waitingFor(QueuedRun run, ValidationException refused) {
        List<String> missing = new ArrayList<>();
        if (refused.refusal().setting().equals("bundles") && kept.has(run.id())) {
            for (SavedRun.Service service : services(run.id())) {
                if (refused.getMessage().contains("began with " + service.bundle() + " " + service.version())) {
                    missing.add(service.kind().word() + " " + service.name() + " " + service.version() + ", present: "
                            + present(service));
                }
            }
        }
        return missing.isEmpty() ? refused.getMessage() : String.join("; ", missing);
    }

    private String present(SavedRun.Service service) {
        String versions =
                lab.catalogue().named(service.name()).stream().filter(each -> each.kind() == service.kind())
                        .map(ServiceInfo::bundle)
                        .map(bundle -> bundle.version().equals(service.version()) ? bundle.toString() : bundle.version())
                        .distinct().collect(Collectors.joining(", "));
        return versions.isEmpty() ? "none" : versions;
    }

    private List<SavedRun.Service> services(String id) {
        try {
            return lab.laboratory().open(kept.of(id)).services();
        } catch (IOException | IllegalArgumentException e) {
            // Then the words of the laboratory must do.
            return List.of();
        }
    }

    /** A failure in words. */
    static String words(Throwable failure) {
        return Optional.ofNullable(failure.getMessage()).filter(message -> !message.isBlank()).orElse(failure.toString());
    }
}
