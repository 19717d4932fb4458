package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.JobStore;
import psr.launcher.spi.Placement;
import psr.server.LabServices;
import psr.server.models.ModelLibrary;

/**
 * The job store of the server in its database: experiments in the table of runs, models in the table of models. Thread-safe.
 *
 * @param files the files that experiments may name
 * @param threads maximum number of concurrent trials of one run
 * @param longest maximum time limit of a stage: a stage that never ends must not keep a thread of the server for ever
 */
record SqlJobStore(RunTable runs, ModelLibrary models, RunFolders folders, FileConfinement files, LabServices lab,
        int threads, Duration longest) implements JobStore {

    private static final double MILLISECONDS = 1e3;

    @Override
    public Optional<JobRow> find(String id) {
        return runs.find(id).filter(run -> run.removed().isEmpty()).map(SqlJobStore::row).or(() -> models.job(id));
    }

    private static JobRow row(QueuedRun run) {
        return new JobRow(run.id(), JobSpec.Kind.RUN, run.state(), run.waitingFor().orElse(""), run.priority(), run.done());
    }

    @Override
    public List<JobRow> in(State state) {
        return Stream.concat(runs.in(state).stream().map(SqlJobStore::row), models.jobs(state).stream()).toList();
    }

    @Override
    public Optional<JobRow> next(JobSpec.Kind kind, Collection<String> except) {
        return kind == JobSpec.Kind.RUN ? runs.next(except).map(SqlJobStore::row)
                : models.jobs(State.QUEUED).stream().filter(row -> !except.contains(row.id())).findFirst();
    }

    @Override
    public JobSpec spec(String id) throws IOException {
        Optional<QueuedRun> run = runs.find(id);
        return run.isPresent() ? spec(run.get()) : models.spec(id, lab.engine(), files.folder(), this::limit);
    }

    private JobSpec spec(QueuedRun run) throws IOException {
        boolean begun = folders.has(run.id());
        if (begun) {
            files.check(folders.of(run.id()));
        } else {
            // A server that was killed before it wrote the record may have left files.
            folders.delete(run.id());
        }
        return spec(run.id(), begun ? Optional.empty()
                : Optional.of(lab.experiments().read(run.experiment(), "experiment", run.name())), run.total(), run.limit(),
                run.priority());
    }

    /**
     * The specification of a run.
     *
     * @param experiment empty if the run has a folder
     * @param limit time limit of a stage, in seconds
     */
    JobSpec spec(String id, Optional<Experiment> experiment, int trials, Optional<Double> limit, int priority) {
        RunOptions options = RunOptions.builder().threads(threads).base(files.folder()).totalTrials(trials)
                .folder(folders.of(id)).limit(limit(limit.orElse(Double.POSITIVE_INFINITY))).build();
        return new JobSpec(JobSpec.Kind.RUN, experiment, options, Placement.ANY, priority);
    }

    private Duration limit(double seconds) {
        return seconds >= longest.toSeconds() ? longest : Duration.ofMillis(Math.max(1, Math.round(seconds * MILLISECONDS)));
    }

    @Override
    public void state(String id, State state, String reason) {
        if (runs.find(id).isPresent()) {
            runs.state(id, state, reason);
        } else {
            models.state(id, state, reason.replace(files.folder() + files.folder().getFileSystem().getSeparator(), ""));
        }
    }

    @Override
    public void done(String id, int trials) {
        runs.done(id, trials);
    }

    @Override
    public void remarks(String id, List<String> remarks) {
        runs.remarks(id, remarks);
    }

    @Override
    public void keep(String id, Submission finished) throws IOException {
        models.complete(id, finished.model().orElseThrow());
    }
}
