package psr.launcher.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.launcher.Home;
import psr.launcher.experiments.ExperimentReader;
import psr.launcher.jobs.DurableQueue;
import psr.launcher.jobs.Job;
import psr.launcher.jobs.Preparation;
import psr.launcher.jobs.Reporting;
import psr.launcher.jobs.Scheduler;
import psr.launcher.runs.RunRecord;
import psr.launcher.runs.SavedRunFolder;
import psr.launcher.runs.ShardMerger;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.spi.Engine;
import psr.launcher.spi.JobListener;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.JobStore;
import psr.launcher.spi.ModelQuality;
import psr.launcher.spi.Placement;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialTask;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Measuring;

/** The laboratory: the job engine, saved runs and single computations. */
@Component(service = {Laboratory.class, Engine.class})
public final class Lab implements Laboratory, Engine {

    /** How long a stopping laboratory waits for its trials. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;
    private final Reporting reporting;
    private final Scheduler scheduler;
    private final Preparation preparation;
    /** Jobs of this process that were submitted here and not closed, by number. */
    private final Map<Integer, Job> jobs = new ConcurrentSkipListMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile boolean closed;

    @Activate
    public Lab(@Reference ServiceCatalog catalogue, @Reference BundleHolds holds, @Reference Reporting reporting,
            @Reference Home home, @Reference Scheduler scheduler) {
        this(scheduler, catalogue, holds, reporting, home.folder());
    }

    /** A laboratory for programs and tests without a framework. */
    public Lab(ServiceCatalog catalogue, BundleHolds holds, Reporting reporting, Path home) {
        this(new Scheduler(), catalogue, holds, reporting, home);
    }

    Lab(Scheduler scheduler, ServiceCatalog catalogue, BundleHolds holds, Reporting reporting, Path home) {
        this.catalogue = catalogue;
        this.holds = holds;
        this.reporting = reporting;
        this.scheduler = scheduler;
        this.preparation = new Preparation(catalogue, holds, reporting, home, scheduler);
    }

    @Override
    public Experiment read(JsonNode json, String name) {
        return ExperimentReader.read(json, name);
    }

    @Override
    public CheckedExperiment bind(Experiment experiment) {
        return preparation.check(experiment);
    }

    @Override
    public List<ValidationError> check(Experiment experiment) {
        try (CheckedExperiment checked = preparation.check(experiment)) {
            return checked.errors();
        }
    }

    @Override
    public Submission submit(Experiment experiment, RunOptions options, Observer... observers) {
        return submit(experiment, options, Placement.LOCAL, observers);
    }

    @Override
    public Submission submit(Experiment experiment, RunOptions options, Placement placement, Observer... observers) {
        return submit(new JobSpec(JobSpec.Kind.RUN, Optional.of(experiment), options, placement, 0), observers);
    }

    @Override
    public Submission learn(Stage dataset, Recipe recipe, long seed, RunOptions options, Observer... observers) {
        return submit(training(dataset, recipe, seed, options), observers);
    }

    @Override
    public Submission learn(Stage dataset, List<Recipe> candidates, long seed, RunOptions options, Observer... observers) {
        return submit(training(dataset, candidates, seed, options), observers);
    }

    @Override
    public JobSpec training(Stage dataset, List<Recipe> candidates, long seed, RunOptions options) {
        JobSpec one = training(dataset, candidates.get(0), seed, options);
        // The metrics of the request are those of a single recipe; the selection uses the default metrics of the data.
        Experiment experiment = one.experiment().orElseThrow().change().metrics(List.of()).choose(candidates).build();
        return new JobSpec(one.kind(), Optional.of(experiment), one.options(), one.placement(), one.priority());
    }

    @Override
    public JobSpec training(Stage dataset, Recipe recipe, long seed, RunOptions options) {
        Catalog catalog = new PresentServices(catalogue, holds);
        Space.Kind kind = kind(dataset);
        List<Stage> preferred = ModelQuality.metrics(catalog, kind);
        List<Stage> metrics = preferred.isEmpty() ? catalog.present(ServiceKind.METRIC).stream()
                .filter(metric -> metric.accepts().observations().contains(kind)).limit(1)
                .map(metric -> Stage.of(metric.name())).toList() : preferred;
        Experiment experiment = Experiment.builder("train", dataset).recipe(recipe).metrics(metrics).seed(seed)
                .every(Integer.MAX_VALUE).build();
        RunOptions chosen = options.change().threads(1).part(options.chosenPart().orElseGet(() -> part(dataset, catalog)))
                .build();
        return new JobSpec(JobSpec.Kind.MODEL, Optional.of(experiment), chosen, Placement.LOCAL, 0);
    }

    /** The kind of the observations; symbols if the data set is wrong, which is reported when it is bound. */
    private Space.Kind kind(Stage dataset) {
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            return BoundExperiment.kind(dataset, pins).observations();
        } catch (IllegalArgumentException | BrokenServiceException e) {
            return Space.Kind.SYMBOLS;
        }
    }

    /** A model learns from all data, except test data that a setting names. */
    private static DataPart part(Stage dataset, Catalog catalog) {
        boolean test = catalog.present(ServiceKind.DATASET).stream().filter(source -> source.name().equals(dataset.name()))
                .flatMap(source -> catalog.settings(source).stream())
                .anyMatch(setting -> setting.isTestData() && setting.isGiven(dataset.settings().get(setting.name())));
        return test ? DataPart.asGiven() : DataPart.everything();
    }

    private Submission submit(JobSpec spec, Observer... observers) {
        if (spec.options().resuming() && spec.options().folder().filter(RunRecord::isIn).isPresent()) {
            return resumeSame(spec, observers);
        }
        int number = numbers.incrementAndGet();
        return start(number, preparation.begin("run-" + number, spec, null, closed -> jobs.remove(number)), observers);
    }

    private Submission start(int number, Job job, Observer... observers) {
        jobs.put(number, job);
        if (closed) {
            job.close();
            throw new IllegalStateException("the laboratory is closed");
        }
        job.start(() -> {}, observers);
        return job;
    }

    @Override
    public Submission resume(Path path, RunOptions options, Observer... observers) throws IOException {
        return resume(path, options, Placement.LOCAL, observers);
    }

    @Override
    public Submission resume(Path path, RunOptions options, Placement placement, Observer... observers) throws IOException {
        int number = numbers.incrementAndGet();
        return start(number, preparation.resume("run-" + number, path, options, placement, 0, closed -> jobs.remove(number)),
                observers);
    }

    /** Continues what was submitted before in the same words. */
    private Submission resumeSame(JobSpec spec, Observer... observers) {
        RunOptions options = spec.options();
        Path path = options.folder().orElseThrow();
        try {
            RunRecord record = SavedRunFolder.open(path).record();
            if (!record.isOf(spec.experiment().orElseThrow(), options)) {
                throw new IllegalArgumentException("a run is continued by what it was begun with; " + path
                        + " holds share " + record.share() + " of " + record.experiment()
                        + ", not what is asked for now: choose another folder, or remove that one");
            }
            return resume(path, options, spec.placement(), observers);
        } catch (IllegalArgumentException e) {
            throw Preparation.rejected(e);
        } catch (IOException e) {
            throw new ValidationException(ValidationError.of(e.getMessage()), e);
        }
    }

    @Override
    public JobQueue open(JobStore store, int threads, JobListener listener) {
        scheduler.fix(threads);
        return new DurableQueue(store, scheduler, preparation, listener);
    }

    @Override
    public SavedRun merge(List<Path> shares, Path into) throws IOException {
        try {
            SavedRunFolder merged = ShardMerger.merge(shares, into);
            preparation.keep(into, merged.bundles());
            return merged;
        } catch (IllegalArgumentException e) {
            throw Preparation.rejected(e);
        }
    }

    @Override
    public List<Submission> submissions() {
        return List.copyOf(jobs.values());
    }

    @Override
    public Optional<Submission> submission(String id) {
        return submissions().stream().filter(job -> job.id().equals(id)).findFirst();
    }

    @Override
    public SavedRun open(Path folder) throws IOException {
        try {
            return SavedRunFolder.open(folder);
        } catch (IllegalArgumentException e) {
            throw Preparation.rejected(e);
        }
    }

    @Override
    public List<String> trialLines(Path folder, int after, int most) throws IOException {
        return SavedRunFolder.trialLines(folder, after, most);
    }

    @Override
    public List<Path> savedRuns(Path folder) throws IOException {
        return SavedRunFolder.below(folder);
    }

    @Override
    public Report report(Results results, Path into) throws IOException {
        return reporting.write(results, into);
    }

    @Override
    public TrialComputer prepare(TrialTask task) {
        return preparation.prepare(task);
    }

    @Override
    public Dataset load(Stage dataset, long seed, Path base) throws IOException {
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            return BoundExperiment.load(dataset, seed, base, pins);
        } catch (IllegalArgumentException e) {
            throw Preparation.rejected(e);
        }
    }

    @Override
    public Map<String, Double> measure(Model model, Dataset data, List<Stage> metrics) {
        try (PinnedServices pins = new PinnedServices(catalogue, holds)) {
            return Measuring.of(model, data, metrics, pins);
        }
    }

    /** Stops every job; what is finished is saved already. */
    @Deactivate
    void close() throws InterruptedException {
        closed = true;
        List<Submission> stopping = submissions();
        stopping.forEach(Submission::cancel);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (Submission job : stopping) {
            job.await(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            job.close();
        }
    }
}
