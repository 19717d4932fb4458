package psr.server.admin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.server.DataFolder;
import psr.server.ServerSettings;
import psr.server.events.Events;
import psr.server.http.Answer;
import psr.server.http.ApiServlet;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;
import psr.server.store.Store;

/** The server itself: its version and limits, its health, and backups. */
public final class AdminResource implements Resource {

    /** The health check fails if the disk has fewer free bytes than this. */
    private static final long LEAST_DISK = 100_000_000;

    private final ServerSettings settings;
    private final DataFolder folder;
    private final Store store;
    private final Events events;
    private final Gauges gauges;
    private final HealthReport health;
    private final String version;
    private final Supplier<Map<String, Long>> limits;
    private final Instant started = Instant.now();

    /**
     * Creates the routes.
     *
     * @param health the results of further health checks
     * @param version the version of the bundle
     * @param limits of all resources, by name
     */
    public AdminResource(ServerSettings settings, DataFolder folder, Store store, Events events, Gauges gauges,
            HealthReport health,
            String version, Supplier<Map<String, Long>> limits) {
        this.settings = settings;
        this.folder = folder;
        this.store = store;
        this.events = events;
        this.gauges = gauges;
        this.health = health;
        this.version = version;
        this.limits = limits;
        gauges.add("psr_event_clients", "clients that listen to events", events::clients);
        gauges.add("psr_store_away", "1 while the database cannot be reached", () -> store.isAway() ? 1 : 0);
    }

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1", this::about);
        routes.open("/api/v1/openapi.json", request -> openApi());
        routes.open("/health/live", request -> live());
        routes.open("/health/ready", request -> ready());
        routes.get("/metrics", request -> Answer.text("text/plain; version=0.0.4", gauges.text()));
        routes.get("/api/v1/events", request -> events.stream(Events.last(request), event -> true), Events.LAST);
        routes.post("/api/v1/backups", request -> backup());
    }

    @Override
    public Map<String, Long> limits() {
        Map<String, Long> all = new TreeMap<>(ApiServlet.limits());
        all.put("event-listeners", (long) Events.CLIENTS);
        return all;
    }

    private Answer about(Request request) {
        ObjectNode answer = Json.object().put("name", "PSR Lab").put("version", version)
                .put("java", System.getProperty("java.version")).put("started", started.toString())
                .put("role", Json.word(request.caller().role())).put("token", request.caller().name())
                .put("threads", settings.workers()).put("store", store.kind());
        answer.putObject("uploads").put("plugins", settings.allowPlugins());
        return Answer.json(answer.set("limits", Json.tree(limits.get())));
    }

    private static Answer openApi() throws IOException {
        try (InputStream in = AdminResource.class.getResourceAsStream("/psr/server/openapi.json")) {
            if (in == null) {
                throw ProblemException.missing("this server has no openapi.json");
            }
            return Answer.bytes("application/json", in.readAllBytes());
        }
    }

    private Answer live() throws InterruptedException {
        ObjectNode answer = Json.object();
        boolean well = plugins(answer.putArray("checks"), HealthReport.LIVE);
        return Answer.json(well ? 200 : 503, answer.put("status", well ? "ok" : "check-failed"));
    }

    private boolean plugins(ArrayNode checks, String question) throws InterruptedException {
        boolean well = true;
        for (Map.Entry<String, HealthReport.HealthAnswer> each : health.ask(question).entrySet()) {
            well &= check(checks, each.getKey(), each.getValue().well(), each.getValue().message(), each.getValue().message());
        }
        return well;
    }

    private Answer ready() throws IOException, InterruptedException {
        ObjectNode answer = Json.object();
        ArrayNode checks = answer.putArray("checks");
        boolean store = check(checks, "store", !this.store.isAway() || reached(), "the database answers",
                "the database cannot be reached");
        boolean disk = check(checks, "disk", Files.getFileStore(folder.path()).getUsableSpace() > LEAST_DISK,
                "there is free disk space", "the disk of the data folder is full");
        boolean others = plugins(checks, HealthReport.READY);
        answer.put("status", !store ? "store-away" : !disk ? "disk-full" : others ? "ok" : "check-failed");
        return Answer.json(store && disk && others ? 200 : 503, answer);
    }

    private boolean reached() {
        try {
            return store.now(sql -> sql.first(row -> true, "select 1").orElse(false));
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean check(ArrayNode checks, String name, boolean well, String yes, String no) {
        checks.addObject().put("name", name).put("status", well ? "ok" : "failed").put("message", well ? yes : no);
        return well;
    }

    private Answer backup() {
        return Answer.stream("application/zip", out -> BackupFile.write(folder.path(), store, out))
                .header("Content-Disposition", "attachment; filename=\"psr-backup.zip\"");
    }
}
