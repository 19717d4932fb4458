package psr.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

import psr.launcher.spi.Cluster;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobSpec;
import psr.server.admin.AdminResource;
import psr.server.admin.Gauges;
import psr.server.admin.HealthReport;
import psr.server.admin.TokensResource;
import psr.server.data.DataPreview;
import psr.server.data.DataResource;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.Access;
import psr.server.http.Resource;
import psr.server.http.Routes;
import psr.server.models.LearnableCheck;
import psr.server.models.EvaluationResource;
import psr.server.models.ModelEvents;
import psr.server.models.ModelJobs;
import psr.server.models.ModelLibrary;
import psr.server.models.ModelsResource;
import psr.server.models.PredictionResource;
import psr.server.plugins.PluginsResource;
import psr.server.runs.ServedRuns;
import psr.server.services.ServicesResource;
import psr.server.store.Store;

/** The parts of the server, put together. Independent of OSGi and of HTTP ports. */
public final class LabServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LabServer.class.getName());

    /** How long a health request waits for the checks of plugins. */
    private static final long CHECK_MILLISECONDS = 2_000;
    /** Time limit for loading a data set for a preview. */
    private static final Duration PREVIEW = Duration.ofSeconds(60);
    private static final Duration EXPIRY = Duration.ofSeconds(5);
    private static final Duration SWEEP = Duration.ofHours(1);

    private final ServerSettings settings;
    private final DataFolder folder;
    private final Store store;
    private final Access access;
    private final Events events;
    private final UploadedFiles files;
    private final ServedRuns runs;
    private final ModelJobs jobs;
    private final Housekeeping housekeeping;
    private final Routes routes = new Routes();
    private final Gauges gauges = new Gauges();
    /** The limits of all resources; complete before the first request is served. */
    private final Map<String, Long> limits = new TreeMap<>();
    /** What is closed at the end, in reverse order. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /**
     * Starts a server.
     *
     * @param base the folder for relative paths
     * @param version of the bundle
     * @throws IOException if its folder or its database cannot be used
     */
    public LabServer(ServerSettings settings, Path base, LabServices lab, String version) throws IOException {
        this.settings = settings;
        boolean whole = false;
        try {
            this.folder = open(DataFolder.open(base.resolve(settings.data())));
            this.store = open(Store.open(settings.store(), folder.path(), settings.newDatabase()));
            this.access = Access.of(folder.path().resolve("token"));
            this.events = new Events();
            parts.push(events::close);
            this.files = new UploadedFiles(folder, store, events, settings.limits());
            FileSettings names = new FileSettings(lab.catalogue(), files);
            ModelLibrary models = new ModelLibrary(folder, store, lab.models(), settings.limits());
            PredictionResource predictions = open(new PredictionResource(lab, models, gauges));
            ModelEvents modelEvents = new ModelEvents(models, events);
            this.runs = open(new ServedRuns(settings, folder, store, events, lab, names, models, modelEvents));
            JobQueue queue = runs.queue();
            gauges.add("psr_runs", "runs by state; the queued ones are the queue", "state", runs::counts);
            gauges.add("psr_disk_free_bytes", "free space for the data folder", () -> folder.path().toFile().getUsableSpace());
            gauges.add("psr_runs_at_work", "runs that are loaded", () -> queue.loaded(JobSpec.Kind.RUN));
            gauges.add("psr_trials_under_way", "trials that are being computed",
                    () -> queue.places().stream().mapToInt(place -> place.trials().size()).sum());
            files.listen(queue::recheck);
            this.jobs = new ModelJobs(names, models, modelEvents, queue);
            gauges.add("psr_models_under_way", "models that are queued or being learned", jobs::size);
            this.housekeeping = open(new Housekeeping());
            housekeeping.every(EXPIRY, EXPIRY, predictions::expire);
            housekeeping.slowly(SWEEP, SWEEP, () -> files.sweep(Instant.now()));
            housekeeping.slowly(SWEEP, SWEEP, () -> models.sweep(Instant.now()));
            DataPreview preview = open(new DataPreview(lab.laboratory(), files.folder(), PREVIEW));
            for (Resource resource : List.of(
                    new AdminResource(settings, folder, store, events, gauges, new HealthReport(lab.checks(), CHECK_MILLISECONDS),
                            version,
                            () -> limits),
                    new TokensResource(store, access),
                    new ServicesResource(lab),
                    runs,
                    new DataResource(files, names, preview),
                    new ModelsResource(new LearnableCheck(lab, names, preview), models, jobs, modelEvents, predictions),
                    predictions,
                    new EvaluationResource(lab, predictions, names, files, preview),
                    open(new PluginsResource(lab, settings, base, folder.folder("uploads"), events, queue::bundles)))) {
                resource.addTo(routes);
                limits.putAll(resource.limits());
            }
            whole = true;
        } finally {
            if (!whole) {
                close();
            }
        }
    }

    private <T extends AutoCloseable> T open(T part) {
        parts.push(part);
        return part;
    }

    public Routes routes() {
        return routes;
    }

    /** The limits of all resources, by name. */
    Map<String, Long> limits() {
        return limits;
    }

    public Gauges gauges() {
        return gauges;
    }

    public Access access() {
        return access;
    }

    /** The absolute path of the data folder. */
    public Path folder() {
        return folder.path();
    }

    public ServerSettings settings() {
        return settings;
    }

    /**
     * Joins the cluster, so that remote workers compute trials, too.
     *
     * @return messages for the operator, line by line
     * @throws IOException if the cluster cannot be joined
     */
    List<String> join(Cluster cluster, Path base) throws IOException {
        return runs.cluster().join(cluster, settings.member(base));
    }

    /**
     * Resumes the work of an earlier process.
     *
     * @return what was recovered, line by line
     */
    public List<String> begin() throws IOException {
        List<String> left = new ArrayList<>();
        left.addAll(files.recover());
        List<String> learned = jobs.recover();
        left.addAll(runs.begin(housekeeping));
        left.addAll(learned);
        return left;
    }

    /** Waits until the server is closed. */
    void await() throws InterruptedException {
        end.await();
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.WARNING, "a part of the server could not be closed", e);
            }
        }
        end.countDown();
    }
}
