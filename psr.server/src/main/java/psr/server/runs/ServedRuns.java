package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import psr.api.lab.Observer;
import psr.api.lab.Plugins;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.launcher.spi.JobListener;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;
import psr.server.DataFolder;
import psr.server.Housekeeping;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.data.FileSettings;
import psr.server.events.Events;
import psr.server.http.Resource;
import psr.server.http.Routes;
import psr.server.models.ModelEvents;
import psr.server.models.ModelLibrary;
import psr.server.store.Store;

/** The jobs of a server: the queue of runs and models, and the events of runs for clients. */
public final class ServedRuns implements Resource, AutoCloseable {

    private static final long MEGABYTE = 1_000_000;
    private static final Duration CLEANING = Duration.ofMinutes(10);

    private static final System.Logger LOG = System.getLogger(ServedRuns.class.getName());

    private final ClusterLink cluster = new ClusterLink();
    private final RunTable table;
    private final RunFolders folders;
    private final JobQueue queue;
    private final RunEvents events;
    private final SqlJobStore jobs;
    private final AbnormalEnds ends;
    private final RunTrash trash;
    private final RunBests bests;
    private final UntrackedRuns found;
    private final List<Resource> resources;
    private final RunActions actions;
    private final Plugins plugins;
    private Subscription arrivals = () -> {};

    /** Creates the jobs of a server; none is loaded before {@link #begin}. */
    public ServedRuns(ServerSettings settings, DataFolder folder, Store store, Events clients, LabServices lab,
            FileSettings files, ModelLibrary models, ModelEvents modelEvents) throws IOException {
        FileConfinement confined = new FileConfinement(lab.laboratory(), files);
        this.plugins = lab.plugins();
        this.table = new RunTable(store);
        this.folders = new RunFolders(lab.laboratory(), folder.folder("runs"));
        this.trash = new RunTrash(table, folders, Duration.ofDays(settings.keepTrash()), settings.space() * MEGABYTE);
        this.events = new RunEvents(clients::tell);
        this.ends = new AbnormalEnds(folder.path().resolve("active"));
        this.jobs = new SqlJobStore(table, models, folders, confined, lab,
                settings.onCluster() ? Integer.MAX_VALUE : settings.workers(), Duration.ofSeconds(settings.stageLimit()));
        this.queue = lab.engine().open(jobs, settings.workers(), new JobListener() {
            @Override
            public Observer observer(String id, JobSpec.Kind kind) {
                return kind == JobSpec.Kind.RUN ? events.follow(id) : modelEvents.follow(id);
            }

            @Override
            public void changed(String id, JobSpec.Kind kind) {
                if (kind == JobSpec.Kind.RUN) {
                    events.changed(id, () -> queue.loaded(id).isPresent());
                } else {
                    modelEvents.publish(id);
                }
            }
        });
        RunViews views = new RunViews(queue, events, folders, lab);
        events.views(id -> {
            events.active(id).ifPresent(run -> table.doneAtLeast(id, run.done()));
            return table.find(id).map(views::brief);
        });
        this.bests = new RunBests(table, views, events);
        this.actions = new RunActions(table, jobs, queue, trash, events, lab);
        RunRequest requests = new RunRequest(lab, files);
        this.found = new UntrackedRuns(table, folders, requests);
        RunArchive archive = new RunArchive(folders, requests, lab);
        this.resources = List.of(new WorkersResource(queue, settings.workers(), cluster),
                new RunsResource(table, actions, requests, views, clients), new ResultsResource(actions, folders, views, lab),
                new ArchiveResource(actions, folders, archive, views),
                new CompareResource(actions, views, folders, lab), new CheckResource(requests, lab));
    }

    public JobQueue queue() {
        return queue;
    }

    /** The number of runs in each state. */
    public Map<String, Integer> counts() {
        return table.counts();
    }

    RunActions actions() {
        return actions;
    }

    /** The workers on other machines, if any. */
    public ClusterLink cluster() {
        return cluster;
    }

    /**
     * Continues where the last server stopped.
     *
     * @return start-up messages for the operator
     */
    public List<String> begin(Housekeeping housekeeping) throws IOException {
        List<String> lines = new ArrayList<>(found.takeIn());
        housekeeping.every(RunEvents.PAUSE, RunEvents.PAUSE, events::flush);
        housekeeping.slowly(ClusterLink.AGAIN, ClusterLink.AGAIN, cluster::check);
        housekeeping.slowly(RunBests.PAUSE, RunBests.PAUSE, bests::find);
        housekeeping.slowly(Duration.ZERO, CLEANING, () -> trash.clean(id -> queue.loaded(id).isPresent()));
        for (QueuedRun run : table.in(Submission.State.RUNNING)) {
            table.done(run.id(), finished(run));
        }
        hold().ifPresent(lines::add);
        JobQueue.Recovered left = queue.start();
        arrivals = plugins.listen(file -> queue.recheck());
        List<String> parts = new ArrayList<>();
        if (left.running() > 0) {
            parts.add(left.running() + (left.running() == 1 ? " run continues" : " runs continue") + " (" + left.trials()
                    + (left.running() == 1 ? " of its" : " of their") + " trials are finished)");
        }
        if (left.queued() > 0) {
            parts.add(left.queued() + " queued");
        }
        if (left.waiting() > 0) {
            parts.add(left.waiting() + " waiting");
        }
        if (left.paused() > 0) {
            parts.add(left.paused() + " paused");
        }
        if (!parts.isEmpty()) {
            lines.add("recovered: " + String.join(", ", parts));
        }
        return lines;
    }

    /** Holds jobs that were active in several abnormal ends; returns a message if there are any. */
    private Optional<String> hold() throws IOException {
        List<JobRow> held = ends.begin(jobs.in(Submission.State.RUNNING));
        String why = "the server has ended abnormally " + AbnormalEnds.MOST + " times in a row while this was computed; ";
        for (JobRow row : held) {
            if (row.kind() == JobSpec.Kind.RUN) {
                table.state(row.id(), Submission.State.PAUSED, "");
                table.remarks(row.id(), List.of(why + "resume it to try again"));
            } else {
                jobs.state(row.id(), Submission.State.FAILED, why + "learn it again to try again");
            }
        }
        return held.isEmpty() ? Optional.empty()
                : Optional.of("held until they are resumed, because they were active in the last "
                        + AbnormalEnds.MOST + " abnormal ends of the server: "
                        + held.stream().map(JobRow::id).collect(Collectors.joining(", ")));
    }

    /** Number of finished trials in the folder of a run: after a crash the database may have a smaller number. */
    private int finished(QueuedRun run) {
        try {
            return folders.open(run.id()).map(each -> each.results().finishedTrials()).orElse(0);
        } catch (IOException | IllegalArgumentException e) {
            // The queue reports this error when it loads the run.
            LOG.log(System.Logger.Level.DEBUG, run.id() + " cannot be read", e);
            return run.done();
        }
    }

    @Override
    public void addTo(Routes routes) {
        resources.forEach(resource -> resource.addTo(routes));
    }

    @Override
    public Map<String, Long> limits() {
        return Map.ofEntries(Map.entry("runs-open", (long) RunActions.MOST_OPEN),
                Map.entry("trials-of-a-run", (long) RunActions.MOST_TRIALS),
                Map.entry("run-name-characters", (long) RunRequest.LONGEST_NAME),
                Map.entry("experiment-characters", (long) RunRequest.LONGEST_EXPERIMENT),
                Map.entry("priority", (long) RunRequest.MOST_PRIORITY),
                Map.entry("run-tags", (long) RunRequest.MOST_TAGS),
                Map.entry("run-notes-characters", (long) RunRequest.LONGEST_NOTES),
                Map.entry("search-characters", (long) RunsResource.LONGEST_SEARCH),
                Map.entry("runs-compared", (long) CompareResource.MOST),
                Map.entry("archive-bytes", RunArchive.LARGEST),
                Map.entry("archive-unpacked-bytes", RunArchive.LARGEST_UNPACKED),
                Map.entry("archive-files", (long) RunArchive.MOST_FILES));
    }

    @Override
    public void close() {
        arrivals.close();
        queue.close();
        cluster.close();
        try {
            ends.end();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "this end of the server counts as abnormal", e);
        }
    }
}
