package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import psr.api.lab.BundleVersion;
import psr.server.DataFolder;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.Resource;
import psr.server.http.Routes;
import psr.server.store.Store;

/** The parts that make runs, put together. */
public final class ServedRuns implements Resource, AutoCloseable {

    private static final long MEGABYTE = 1_000_000;

    private final SharedThreads threads;
    private final OtherMachines machines;
    private final RunQueue queue;
    private final UntrackedRuns found;
    private final List<Resource> resources;

    /** Runs of a server; nothing happens before {@link #begin}. */
    public ServedRuns(ServerSettings settings, DataFolder folder, Store store, Events events, LabServices lab,
            UploadedFiles files) throws IOException {
        FileSettings settingsOfFiles = new FileSettings(lab.catalogue(), files);
        ConfinedFiles confined = new ConfinedFiles(lab.laboratory(), lab.catalogue(), settingsOfFiles, files.folder());
        this.threads = new SharedThreads(settings.workers(), new HeapGuard());
        RunTable table = new RunTable(store);
        RunFolders kept = new RunFolders(lab.laboratory(), folder.folder("runs"));
        RunTrash trash = new RunTrash(table, kept, Duration.ofDays(settings.keepTrash()), settings.space() * MEGABYTE);
        // News need words, and words need the queue, which has news: the words come when the queue is there.
        RunWords words = new RunWords(table);
        RunTeller news = new RunTeller(events, words);
        this.queue = new RunQueue(table, kept, lab, threads, new RunBeginning(lab, kept, confined,
                settings.onCluster() ? Integer.MAX_VALUE : threads.number()), trash, news);
        RunJson json = new RunJson(queue, kept, threads, lab);
        words.of(queue, json);
        RunOrders orders = new RunOrders(table, queue, trash, news, threads, lab);
        AskedRun asked = new AskedRun(lab, settingsOfFiles);
        this.found = new UntrackedRuns(table, kept, asked);
        RunArchive archive = new RunArchive(kept, asked, lab);
        this.machines = new OtherMachines(threads);
        this.resources = List.of(new WorkersResource(threads, machines), new RunsResource(table, orders, asked, json, events),
                new ResultsResource(orders, kept, json, lab), new CurvesResource(orders, json),
                new ArchiveResource(orders, kept, archive, json), new CompareResource(orders, json),
                new CheckResource(asked, lab));
    }

    /** Where trials are computed. */
    public SharedThreads workplace() {
        return threads;
    }

    /** Those of the cluster who compute too, where there is one. */
    public OtherMachines machines() {
        return machines;
    }

    /**
     * Goes on where the last server stopped; {@link #workplace} must be known to the laboratory.
     *
     * @return what it found, line by line
     */
    public List<String> begin() throws IOException {
        List<String> lines = new ArrayList<>(found.takeIn());
        queue.begin().ifPresent(lines::add);
        return lines;
    }

    /** Something that runs may wait for has come: a file was uploaded. */
    public void somethingCame() {
        queue.somethingCame();
    }

    /** The bundles that runs with the laboratory are bound to, and the ids of the runs that are bound to each. */
    public Map<BundleVersion, List<String>> bound() {
        return queue.bound();
    }

    /** How many runs are with the laboratory. */
    public int working() {
        return queue.working();
    }

    @Override
    public void addTo(Routes routes) {
        resources.forEach(resource -> resource.addTo(routes));
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("runs-open", (long) RunOrders.MOST_OPEN, "trials-of-a-run", (long) RunOrders.MOST_TRIALS,
                "run-name-characters",
                (long) AskedRun.LONGEST_NAME, "experiment-characters", (long) AskedRun.LONGEST_EXPERIMENT, "priority",
                (long) AskedRun.MOST_PRIORITY,
                "search-characters", (long) RunsResource.LONGEST_SEARCH, "runs-compared", (long) CompareResource.MOST,
                "archive-bytes", RunArchive.LARGEST, "archive-unpacked-bytes", RunArchive.LARGEST_UNPACKED, "archive-files",
                (long) RunArchive.MOST_FILES);
    }

    @Override
    public void close() {
        queue.close();
        machines.close();
    }
}
