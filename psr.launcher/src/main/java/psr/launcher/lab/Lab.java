package psr.launcher.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialComputer;
import psr.api.lab.TrialTask;
import psr.api.lab.Workplace;
import psr.api.model.Model;
import psr.api.settings.PsrService;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.launcher.Home;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;
import psr.launcher.runs.SavedRunFolder;
import psr.launcher.runs.ShardMerger;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Measuring;

/** Runs experiments with the services of the catalogue. */
@Component(service = Laboratory.class)
public final class Lab implements Laboratory {

    /** How often an experiment is bound anew where a plugin it names is being replaced. */
    private static final int ATTEMPTS = 5;

    /** How long a stopping laboratory waits for its trials. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;
    private final Reporting reporting;
    private final Path home;
    private final RunBundles bundles;
    private final Map<String, Workplace> workplaces = new TreeMap<>();
    private final Map<String, ExperimentRun> runs = new LinkedHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** A laboratory in a framework. */
    @Activate
    public Lab(@Reference ServiceCatalog catalogue, @Reference BundleHolds holds, @Reference Reporting reporting,
            @Reference Home home) {
        this(catalogue, holds, reporting, home.folder());
    }

    /** A laboratory that computes on threads of this process, for programs and tests without a framework. */
    Lab(ServiceCatalog catalogue, BundleHolds holds, Reporting reporting, Path home) {
        this.catalogue = catalogue;
        this.holds = holds;
        this.reporting = reporting;
        this.home = home;
        this.bundles = new RunBundles(holds);
    }

    /** A place to compute comes. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeWorkplace")
    void addWorkplace(Workplace workplace, Map<String, Object> properties) {
        synchronized (workplaces) {
            workplaces.put(String.valueOf(properties.get(PsrService.NAME)), workplace);
        }
    }

    /** A place to compute goes; runs that are there go on. */
    void removeWorkplace(Workplace workplace) {
        synchronized (workplaces) {
            workplaces.values().removeIf(workplace::equals);
        }
    }

    private Workplace workplace(String name) {
        synchronized (workplaces) {
            Workplace found = workplaces.get(name);
            if (found == null) {
                throw new ValidationException(ValidationError.of("run", "workplace", "must be one that is present", name)
                        .saying("no workplace named '" + name + "'" + Spelling.hint(name, workplaces.keySet())
                                + " present: " + String.join(", ", workplaces.keySet())));
            }
            return found;
        }
    }

    @Override
    public List<ValidationError> check(Experiment experiment) {
        return BoundExperiment.refusals(experiment, pins(Selection.CURRENT));
    }

    private PinnedServices pins(Selection selection) {
        return new PinnedServices(catalogue, holds, selection);
    }

    @Override
    public Submission submit(Experiment experiment, RunOptions options) {
        workplace(options.workplace());
        if (options.resuming() && options.folder().filter(RunRecord::isIn).isPresent()) {
            return resumeSame(experiment, options);
        }
        BoundExperiment bound = bind(experiment);
        try {
            List<BundleVersion> versions = bundles.of(bound);
            RunRecord record = RunRecord.begin(bound, options, home, versions);
            boolean kept = options.folder().isPresent();
            RunFolder folder = RunFolder.create(kept ? options.folder().get() : temporary(), record);
            ExperimentRun run = run(new ExperimentRun.Plan(bound, versions, options, options.limit(), options.base(), List.of()),
                    new RunStorage(folder, kept, true));
            bound = null;
            run.start();
            return run;
        } catch (IllegalArgumentException e) {
            throw refused(e);
        } finally {
            if (bound != null) {
                bound.close();
            }
        }
    }

    /** Binds to what new runs get; a plugin that was just being replaced when the choice was made is there a moment later. */
    private BoundExperiment bind(Experiment experiment) {
        for (int attempt = 1;; attempt++) {
            try {
                return bind(experiment, holds.current());
            } catch (ValidationException e) {
                if (attempt == ATTEMPTS || !check(experiment).isEmpty()) {
                    throw e;
                }
            }
        }
    }

    private BoundExperiment bind(Experiment experiment, Selection selection) {
        // What was bound is held; what else the selection kept may go.
        try (selection) {
            return BoundExperiment.of(experiment, pins(selection));
        } catch (BrokenServiceException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private static ValidationException refused(IllegalArgumentException e) {
        return e instanceof ValidationException refused ? refused : new ValidationException(ValidationException.of(e), e);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("psr-run").resolve("run");
        } catch (IOException e) {
            throw new IllegalArgumentException("results pass through a temporary folder, which must be writable; "
                    + System.getProperty("java.io.tmpdir") + " is not", e);
        }
    }

    private ExperimentRun run(ExperimentRun.Plan plan, RunStorage storage) {
        if (storage.kept()) {
            keep(storage.folder().path(), plan.bundles());
        }
        String id = "run-" + numbers.incrementAndGet();
        ExperimentRun run = new ExperimentRun(id, plan, storage, new RunContext(plan.options().workplace()));
        synchronized (runs) {
            runs.put(id, run);
        }
        return run;
    }

    private void keep(Path folder, List<BundleVersion> versions) {
        try {
            holds.keepFor(folder, versions);
        } catch (IOException e) {
            // It can be resumed as long as its plugins stay where they are.
            System.getLogger(Lab.class.getName()).log(System.Logger.Level.WARNING,
                    "the plugins of " + folder + " cannot be kept", e);
        }
    }

    /** Which services of a run are no longer those that new runs get. */
    private List<String> replaced(BoundExperiment bound) {
        List<String> remarks = new ArrayList<>();
        for (ServiceOffer offer : bound.services()) {
            if (offer.provider().retired()) {
                String present = catalogue.present(offer.kind()).stream().filter(now -> now.name().equals(offer.name()))
                        .map(ServiceOffer::by).findFirst().orElse("none");
                remarks.add("goes on with the " + offer.kind().word() + " '" + offer.name() + "' of " + offer.by()
                        + ", which it began with; present now: " + present);
            }
        }
        return remarks;
    }

    /** What a run is lent. */
    private final class RunContext implements ExperimentRun.Context {

        private final String workplace;

        RunContext(String workplace) {
            this.workplace = workplace;
        }

        @Override
        public Workplace workplace() {
            return Lab.this.workplace(workplace);
        }

        @Override
        public Report report(Results results, Path folder) throws IOException {
            return reporting.write(results, folder);
        }

        @Override
        public String version() {
            return "psr " + bundles.laboratory().map(BundleVersion::version).orElse("outside a framework");
        }

        @Override
        public void ended(ExperimentRun run) {
            // It stays listed until it is closed.
        }

        @Override
        public void closed(ExperimentRun run) {
            synchronized (runs) {
                runs.remove(run.id());
            }
        }
    }

    @Override
    public Submission resume(Path path, RunOptions options) throws IOException {
        workplace(options.workplace());
        RunFolder folder = locked(path);
        BoundExperiment bound = null;
        boolean started = false;
        try {
            RunRecord record = folder.record();
            DataFiles.check(record);
            int trials = options.totalTrials().orElse(record.experiment().trials());
            if (trials < record.experiment().trials()) {
                throw new ValidationException(ValidationError.of("resume", "trials", "must be at least "
                        + record.experiment().trials() + ", which it began with", Integer.toString(trials)));
            }
            Experiment experiment = record.experiment().change().trials(trials).build();
            bound = options.otherBundles() ? bind(experiment) : bind(experiment, recorded(record));
            List<BundleVersion> versions = bundles.of(bound);
            if (!options.otherBundles()) {
                RunBundles.same(path, record.bundles(), versions);
            }
            BitSet left = record.share().trials(trials);
            left.andNot(folder.finished());
            if (!left.isEmpty()) {
                folder.write(record.resumed(experiment, options, home, versions));
            }
            ExperimentRun run = run(new ExperimentRun.Plan(bound, versions, options, options.limit().or(record::limit),
                    record.base(), replaced(bound)), new RunStorage(folder, true, false));
            started = true;
            run.start();
            return run;
        } catch (IllegalArgumentException e) {
            throw refused(e);
        } finally {
            if (!started) {
                folder.close();
                if (bound != null) {
                    bound.close();
                }
            }
        }
    }

    /** The bundles that a run began with; where some are gone, the error has the services that the run had of them. */
    private Selection recorded(RunRecord record) {
        try {
            return holds.exactly(record.bundles());
        } catch (ValidationException e) {
            throw new ValidationException(e.refusal().missing(record.services(e.refusal().missing())), e);
        }
    }

    /** Continues what was submitted before in the same words. */
    private Submission resumeSame(Experiment experiment, RunOptions options) {
        Path path = options.folder().orElseThrow();
        try {
            RunRecord record = SavedRunFolder.open(path).record();
            if (!record.isOf(experiment, options)) {
                throw new IllegalArgumentException("a run is continued by what it was begun with; " + path
                        + " holds share " + record.share() + " of " + record.experiment()
                        + ", not what is asked for now: choose another folder, or remove that one");
            }
            return resume(path, options);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        } catch (IOException e) {
            throw new ValidationException(ValidationError.of(e.getMessage()), e);
        }
    }

    @Override
    public SavedRun merge(List<Path> shares, Path into) throws IOException {
        try {
            SavedRunFolder merged = ShardMerger.merge(shares, into);
            keep(into, merged.bundles());
            return merged;
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private static RunFolder locked(Path path) throws IOException {
        try {
            return RunFolder.open(path);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    @Override
    public List<Submission> submissions() {
        synchronized (runs) {
            return List.copyOf(runs.values());
        }
    }

    @Override
    public Optional<Submission> submission(String id) {
        synchronized (runs) {
            return Optional.ofNullable(runs.get(id));
        }
    }

    @Override
    public SavedRun open(Path folder) throws IOException {
        try {
            return SavedRunFolder.open(folder);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    @Override
    public List<Path> kept(Path folder) throws IOException {
        return SavedRunFolder.below(folder);
    }

    @Override
    public Report report(Results results, Path into) throws IOException {
        return reporting.write(results, into);
    }

    @Override
    public TrialComputer prepare(TrialTask task) {
        BoundExperiment bound = task.bundles().isEmpty() ? bind(task.experiment())
                : bind(task.experiment(), holds.exactly(task.bundles()));
        try {
            if (!task.bundles().isEmpty()) {
                RunBundles.same(Path.of(""), task.bundles(), bundles.of(bound));
            }
            TrialComputer ready = new PreparedTrials(bound, task);
            bound = null;
            return ready;
        } catch (IllegalArgumentException e) {
            throw refused(e);
        } finally {
            if (bound != null) {
                bound.close();
            }
        }
    }

    @Override
    public Dataset load(Stage dataset, long seed, Path base) throws IOException {
        try (PinnedServices pins = pins(Selection.CURRENT)) {
            return BoundExperiment.load(dataset, seed, base, pins);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    @Override
    public Map<String, Double> measure(Model model, Dataset data, List<Stage> metrics) {
        try (PinnedServices pins = pins(Selection.CURRENT)) {
            return Measuring.of(model, data, metrics, pins);
        }
    }

    /** Stops every run; what is finished is already kept. */
    @Deactivate
    void close() throws InterruptedException {
        List<Submission> stopping = submissions();
        stopping.forEach(Submission::cancel);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (Submission run : stopping) {
            run.await(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            run.close();
        }
    }
}
