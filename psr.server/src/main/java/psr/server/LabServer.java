package psr.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

import psr.server.events.Events;
import psr.server.http.Access;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;
import psr.server.runs.Runs;
import psr.server.runs.SharedThreads;
import psr.server.services.ServicesResource;
import psr.server.store.Store;

/** The parts of the server, put together. Knows nothing of the framework and of HTTP's ports. */
public final class LabServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LabServer.class.getName());

    private final ServerSettings settings;
    private final DataFolder folder;
    private final Store store;
    private final Access access;
    private final Events events;
    private final Runs runs;
    private final Routes routes = new Routes();
    private final Instant started = Instant.now();
    /** What is closed at the end, the last first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /**
     * A server that works from now on.
     *
     * @throws IOException if its folder or its database cannot be used
     */
    public LabServer(ServerSettings settings, Path base, LabServices lab) throws IOException {
        this.settings = settings;
        boolean whole = false;
        try {
            this.folder = open(DataFolder.open(base.resolve(settings.data())));
            this.store = open(Store.open(settings.store(), folder.path()));
            this.access = Access.of(folder.path().resolve("token"));
            this.events = new Events();
            parts.push(events::close);
            this.runs = open(new Runs(settings, folder, store, events, lab));
            for (Resource resource : List.<Resource>of(this::own, new ServicesResource(lab), runs)) {
                resource.addTo(routes);
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

    private void own(Routes all) {
        all.get("/api/v1/", this::about);
        all.get("/api/v1/events", request -> events.stream(Events.last(request), event -> true));
        all.open("/health/live", request -> Answer.json(Json.object().put("status", "ok")));
        all.open("/health/ready", request -> store.isAway() ? Answer.json(503, Json.object().put("status", "store-away"))
                : Answer.json(Json.object().put("status", "ok")));
    }

    private Answer about(Request request) {
        return Answer.json(Json.object().put("name", "PSR Lab").put("java", System.getProperty("java.version"))
                .put("started", started.toString()).put("role", request.caller().role().name().toLowerCase(Locale.ROOT))
                .put("threads", settings.parallel()).put("store", store.kind()));
    }

    /** Everything that may be asked. */
    public Routes routes() {
        return routes;
    }

    /** Who may. */
    public Access access() {
        return access;
    }

    /** How it was started. */
    public ServerSettings settings() {
        return settings;
    }

    /** Where its runs compute; must be a service named {@value SharedThreads#NAME} before {@link #begin}. */
    SharedThreads workplace() {
        return runs.workplace();
    }

    /**
     * Goes on with what a server before this one left.
     *
     * @return what that was, line by line
     */
    List<String> begin() throws IOException {
        return runs.begin().stream().toList();
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
