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

import psr.api.lab.Cluster;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobSpec;
import psr.server.admin.AdminResource;
import psr.server.admin.Gauges;
import psr.server.admin.HealthReport;
import psr.server.admin.TokensResource;
import psr.server.data.DataPreview;
import psr.server.data.DataResource;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.Access;
import psr.server.http.Resource;
import psr.server.http.Routes;
import psr.server.models.LearnableCheck;
import psr.server.models.ModelLibrary;
import psr.server.models.ModelEvents;
import psr.server.models.ModelJobs;
import psr.server.models.ModelsResource;
import psr.server.models.PredictionResource;
import psr.server.plugins.PluginsResource;
import psr.server.runs.ServedRuns;
import psr.server.services.ServicesResource;
import psr.server.store.Store;

/** The parts of the server, put together. Knows nothing of the framework and of HTTP's ports. */
public final class LabServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LabServer.class.getName());

    /** How long whoever asks for the health waits for what plugins say. */
    private static final long CHECK_MILLISECONDS = 2_000;
    /** How long it may take to load a data set that is looked at. */
    private static final Duration PREVIEW = Duration.ofSeconds(60);

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
    /** What clients can run into; filled before anybody is served. */
    private final Map<String, Long> limits = new TreeMap<>();
    /** What is closed at the end, the last first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /**
     * A server that works from now on.
     *
     * @param base the folder that relative paths belong to
     * @param version of the bundle
     * @throws IOException if its folder or its database cannot be used
     */
    public LabServer(ServerSettings settings, Path base, LabServices lab, String version) throws IOException {
        this.settings = settings;
        boolean whole = false;
        try {
            this.folder = open(DataFolder.open(base.resolve(settings.data())));
            this.store = open(Store.open(settings.store(), folder.path()));
            this.access = Access.of(folder.path().resolve("token"));
            this.events = new Events();
            parts.push(events::close);
            this.files = new UploadedFiles(folder, store, events, settings.limits());
            ModelLibrary models = new ModelLibrary(folder, store, lab.models(), settings.limits());
            PredictionResource predictions = open(new PredictionResource(lab, models, gauges));
            ModelEvents modelEvents = new ModelEvents(models, events);
            this.runs = open(new ServedRuns(settings, folder, store, events, lab, files, models, modelEvents));
            JobQueue queue = runs.queue();
            gauges.add("psr_runs_at_work", "runs that are loaded", "", () -> queue.loaded(JobSpec.Kind.RUN));
            gauges.add("psr_trials_under_way", "trials that are being computed", "",
                    () -> queue.places().stream().mapToInt(place -> place.trials().size()).sum());
            files.listen(queue::recheck);
            this.jobs = new ModelJobs(lab, files, models, modelEvents, queue);
            gauges.add("psr_models_under_way", "models that are queued or being learned", "", jobs::size);
            this.housekeeping = open(new Housekeeping());
            housekeeping.every(Duration.ofSeconds(5), () -> {
                predictions.expire();
                return null;
            });
            housekeeping.every(Duration.ofHours(1), () -> files.sweep(Instant.now()) + models.sweep(Instant.now()));
            DataPreview preview = open(new DataPreview(lab.laboratory(), files.folder(), PREVIEW));
            for (Resource resource : List.of(
                    new AdminResource(settings, folder, store, events, gauges, new HealthReport(lab.checks(), CHECK_MILLISECONDS),
                            version,
                            () -> limits),
                    new TokensResource(store, access),
                    new ServicesResource(lab),
                    runs,
                    new DataResource(lab, files, preview),
                    new ModelsResource(new LearnableCheck(lab, files, preview), models, jobs, predictions),
                    predictions,
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

    /** Everything that may be asked. */
    public Routes routes() {
        return routes;
    }

    /** What clients can run into, by name. */
    Map<String, Long> limits() {
        return limits;
    }

    /** What was answered, and other figures. */
    public Gauges gauges() {
        return gauges;
    }

    /** Who may. */
    public Access access() {
        return access;
    }

    /** Where it keeps everything; absolute. */
    public Path folder() {
        return folder.path();
    }

    /** How it was started. */
    public ServerSettings settings() {
        return settings;
    }

    /**
     * Has workers on other machines compute too.
     *
     * @return what people should know, line by line
     * @throws IOException if the cluster cannot be joined
     */
    List<String> join(Cluster cluster, Path base) throws IOException {
        return runs.cluster().join(cluster, settings.member(base));
    }

    /**
     * Goes on with what a server before this one left.
     *
     * @return what that was, line by line
     */
    List<String> begin() throws IOException {
        List<String> left = new ArrayList<>();
        left.addAll(files.recover());
        List<String> learned = jobs.recover();
        left.addAll(runs.begin(housekeeping));
        left.addAll(learned);
        return left;
    }

    /** Waits until it is closed. */
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
