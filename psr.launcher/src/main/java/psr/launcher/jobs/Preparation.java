package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.Search;
import psr.api.lab.ServiceKind;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.Placement;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialTask;
import psr.launcher.trials.BoundExperiment;

/** Prepares jobs: binds their services and locks their folders. Thread-safe. */
public final class Preparation {

    private static final System.Logger LOG = System.getLogger(Preparation.class.getName());

    /** Maximum number of attempts to bind an experiment while a plugin that it names is being replaced. */
    private static final int ATTEMPTS = 5;

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;
    private final Reporting reporting;
    private final Path home;
    private final Scheduler scheduler;

    /** @param home the folder of the application */
    public Preparation(ServiceCatalog catalogue, BundleHolds holds, Reporting reporting, Path home, Scheduler scheduler) {
        this.catalogue = catalogue;
        this.holds = holds;
        this.reporting = reporting;
        this.home = home;
        this.scheduler = scheduler;
    }

    public CheckedExperiment check(Experiment experiment) {
        try {
            return CheckedBinding.of(bind(experiment));
        } catch (ValidationException | BrokenServiceException e) {
            return CheckedBinding.rejected(errors(experiment));
        }
    }

    private List<ValidationError> errors(Experiment experiment) {
        return BoundExperiment.validationErrors(experiment, new PinnedServices(catalogue, holds));
    }

    /** Binds an experiment to the services for new jobs; tries again if a plugin was being replaced. */
    private BoundExperiment bind(Experiment experiment) {
        for (int attempt = 1;; attempt++) {
            try {
                return bind(experiment, holds.current());
            } catch (ValidationException e) {
                if (attempt == ATTEMPTS || !errors(experiment).isEmpty()) {
                    throw e;
                }
            }
        }
    }

    private BoundExperiment bind(Experiment experiment, Selection selection) {
        // The binding holds its services; the selection is no longer needed.
        try (selection) {
            return BoundExperiment.of(experiment, new PinnedServices(catalogue, holds, selection));
        } catch (BrokenServiceException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw rejected(e);
        }
    }

    /** The rejection of an experiment or a folder as an exception with a validation error. */
    public static ValidationException rejected(IllegalArgumentException e) {
        return e instanceof ValidationException rejected ? rejected : new ValidationException(ValidationException.of(e), e);
    }

    /** Prepares a new job; {@code checked} is the result of an earlier check, or null. */
    public Job begin(String id, JobSpec spec, CheckedExperiment checked, Consumer<Job> closed) {
        requireWorkers(spec.placement());
        if (!spec.options().share().isAll() && spec.experiment().orElseThrow().search().kind() == Search.Kind.HALVING) {
            throw new ValidationException(
                    ValidationError.of("a run by halving must compute all trials, because each depends on those"
                            + " before it; found shard " + spec.options().share()));
        }
        BoundExperiment bound =
                checked instanceof CheckedBinding binding ? binding.take().orElseGet(() -> bind(spec.experiment().orElseThrow()))
                        : bind(spec.experiment().orElseThrow());
        try {
            RunOptions options = spec.options();
            List<BundleVersion> versions = RunBundles.of(bound, holds);
            RunRecord record = RunRecord.begin(bound, options, home, versions);
            boolean saved = options.folder().isPresent();
            RunFolder folder = saved ? RunFolder.create(options.folder().get(), record) : RunFolder.temporary(record);
            if (saved) {
                keep(folder.path(), versions);
            }
            Job job =
                    new Job(new Job.Plan(id, spec, bound, versions, options.limit(), options.base(), takeovers(bound), version(),
                            reporting, closed), scheduler, folder);
            bound = null;
            return job;
        } catch (IllegalArgumentException e) {
            throw rejected(e);
        } finally {
            if (bound != null) {
                bound.close();
            }
        }
    }

    private void requireWorkers(Placement placement) {
        if (placement == Placement.REMOTE && !scheduler.connected()) {
            throw new ValidationException(ValidationError.of("a run on a cluster requires that this process has joined one"));
        }
    }

    public Job resume(String id, Path path, RunOptions options, Placement placement, int priority, Consumer<Job> closed)
            throws IOException {
        requireWorkers(placement);
        RunFolder folder = null;
        BoundExperiment bound = null;
        boolean prepared = false;
        try {
            folder = RunFolder.open(path);
            RunRecord record = folder.record();
            DataFiles.check(record);
            int trials = options.totalTrials().orElse(record.experiment().trials());
            if (trials < record.experiment().trials()) {
                throw new ValidationException(ValidationError.of("resume", "trials", "must be at least "
                        + record.experiment().trials() + ", which it began with", Integer.toString(trials)));
            }
            Experiment experiment = record.experiment().change().trials(trials).build();
            bound = options.otherBundles() ? bind(experiment) : bind(experiment, recorded(record));
            List<BundleVersion> versions = RunBundles.of(bound, holds);
            if (!options.otherBundles()) {
                RunBundles.same(path, record.bundles(), versions);
            }
            BitSet left = record.share().trials(trials);
            left.andNot(folder.finished());
            if (!left.isEmpty()) {
                folder.write(record.resumed(experiment, options, home, versions));
            }
            keep(path, versions);
            JobSpec spec = new JobSpec(JobSpec.Kind.RUN, Optional.of(experiment), options, placement, priority);
            Job job = new Job(new Job.Plan(id, spec, bound, versions, options.limit().or(record::limit), record.base(),
                    Stream.concat(replaced(bound).stream(), takeovers(bound).stream()).toList(), version(), reporting, closed),
                    scheduler, folder);
            prepared = true;
            return job;
        } catch (IllegalArgumentException e) {
            throw rejected(e);
        } finally {
            if (!prepared && folder != null) {
                folder.close();
            }
            if (!prepared && bound != null) {
                bound.close();
            }
        }
    }

    /** The bundles that a run started with; if some are missing, the exception lists the services that the run used from them. */
    private Selection recorded(RunRecord record) {
        try {
            return holds.exactly(record.bundles());
        } catch (ValidationException e) {
            throw new ValidationException(e.error().missing(record.services(e.error().missing())), e);
        }
    }

    /** What a rejected job waits for, such as {@code learner kneser-ney 1.0.0, present: 1.1.0}; the violated rule if no version is missing. */
    String waitingFor(ValidationException rejected) {
        String services = rejected.error().missing().stream()
                .filter(each -> !each.version().isEmpty() && !each.kind().equals(ValidationError.Missing.BUNDLE))
                .map(each -> each.kind() + " " + each.name() + " " + each.version() + ", present: " + present(each)).distinct()
                .collect(Collectors.joining("; "));
        return services.isEmpty() ? rejected.getMessage() : services;
    }

    private String present(ValidationError.Missing service) {
        String versions = Arrays.stream(ServiceKind.values()).filter(kind -> kind.word().equals(service.kind()))
                .flatMap(kind -> catalogue.present(kind).stream()).filter(offer -> offer.name().equals(service.name()))
                .map(offer -> offer.version().equals(service.version()) ? offer.by() : offer.version()).distinct()
                .collect(Collectors.joining(", "));
        return versions.isEmpty() ? "none" : versions;
    }

    /** Saves the plugins that a run needs when it is resumed. */
    public void keep(Path folder, List<BundleVersion> versions) {
        try {
            holds.keepFor(folder, versions);
        } catch (IOException e) {
            // The run can still be resumed while its plugins remain installed.
            LOG.log(System.Logger.Level.WARNING, "the plugins of " + folder + " cannot be saved", e);
        }
    }

    /** Adds a remark for each service of a job that differs from the service that new jobs get. */
    private List<String> replaced(BoundExperiment bound) {
        return bound.services().stream().filter(offer -> offer.provider().retired()).map(offer -> {
            String present = catalogue.present(offer.kind()).stream().filter(now -> now.name().equals(offer.name()))
                    .map(ServiceOffer::by).findFirst().orElse("none");
            return "continues with the " + offer.kind().word() + " '" + offer.name() + "' of " + offer.by()
                    + ", which it began with; present now: " + present;
        }).toList();
    }

    /** Adds a remark for each service of a plugin that has the name of a service of the laboratory. */
    private List<String> takeovers(BoundExperiment bound) {
        return bound.services().stream().flatMap(offer -> catalogue.replaced(offer).stream()
                .map(shipped -> "the " + offer.kind().word() + " '" + offer.name() + "' is that of the plugin " + offer.by()
                        + ", in place of the one of " + shipped.by()))
                .toList();
    }

    private String version() {
        return "psr " + holds.laboratory().map(BundleVersion::version).orElse("outside a framework");
    }

    public TrialComputer prepare(TrialTask task) {
        BoundExperiment bound = task.bundles().isEmpty() ? bind(task.experiment())
                : bind(task.experiment(), holds.exactly(task.bundles()));
        try {
            if (!task.bundles().isEmpty()) {
                RunBundles.same(Path.of(""), task.bundles(), RunBundles.of(bound, holds));
            }
            TrialComputer ready = new WorkerTrials(bound, task);
            bound = null;
            return ready;
        } catch (IllegalArgumentException e) {
            throw rejected(e);
        } finally {
            Optional.ofNullable(bound).ifPresent(BoundExperiment::close);
        }
    }
}
