package psr.server.runs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.math.hashes.Hashes;
import psr.server.TimedIds;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Problem;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** The files of a run, one by one and as a whole, and whole run folders from elsewhere. */
final class ArchiveResource implements Resource {

    /** A file of a run may have come from anywhere: a browser must not run anything in it, nor load anything for it. */
    private static final String SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    private static final Map<String, String> TYPES = Map.of("csv", "text/csv; charset=utf-8", "json", "application/json",
            "jsonl", "application/x-ndjson", "html", "text/html; charset=utf-8", "svg", "image/svg+xml",
            "txt", "text/plain; charset=utf-8", "md", "text/markdown; charset=utf-8", "png", "image/png", "pdf",
            "application/pdf");

    private final RunActions orders;
    private final RunFolders kept;
    private final RunArchive archive;
    private final RunViews json;

    ArchiveResource(RunActions orders, RunFolders kept, RunArchive archive, RunViews json) {
        this.orders = orders;
        this.kept = kept;
        this.archive = archive;
        this.json = json;
    }

    @Override
    public void addTo(Routes routes) {
        routes.get(RunsResource.PATH + "/{id}/files", this::files);
        routes.get(RunsResource.PATH + "/{id}/files/{name...}", this::file);
        routes.get(RunsResource.PATH + "/{id}/folder", this::folder);
        routes.post(RunsResource.PATH + "/import", this::take, "name");
    }

    private Answer files(Request request) throws IOException {
        String id = orders.find(request.name("id")).id();
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        for (Path file : kept.files(id)) {
            try {
                long bytes = Files.size(kept.of(id).resolve(file));
                items.addObject().put("name", file.toString().replace('\\', '/')).put("bytes", bytes);
            } catch (NoSuchFileException e) {
                // A run that is being written: the file has its last name now, and is listed by that.
            }
        }
        return Answer.json(answer);
    }

    private Answer file(Request request) throws IOException {
        String id = orders.find(request.name("id")).id();
        String name = request.name("name");
        // By the list: there is no way to name anything else.
        Path found = kept.files(id).stream().filter(file -> file.toString().replace('\\', '/').equals(name)).findFirst()
                .orElseThrow(() -> ProblemException.missing("the run has no file of that name; /files lists those it has"));
        Path file = kept.of(id).resolve(found);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw ProblemException.missing("the run has no regular file of that name");
        }
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Answer.file(TYPES.getOrDefault(ending, "application/octet-stream"), file).header("Content-Security-Policy",
                SANDBOX);
    }

    private Answer folder(Request request) {
        QueuedRun run = orders.find(request.name("id"));
        if (!kept.has(run.id())) {
            throw ProblemException.conflict("the run has no folder: it has not begun, or has left nothing");
        }
        return Answer.stream("application/zip", out -> archive.write(run, out))
                .header("Content-Disposition", "attachment; filename=\"" + run.id() + ".zip\"");
    }

    private Answer take(Request request) throws IOException {
        String type = request.header("Content-Type").orElse("none");
        if (!type.split(";")[0].strip().equalsIgnoreCase("application/zip")) {
            throw new ProblemException(Problem.of(415, "content type", "the body must be application/zip; found " + type));
        }
        Optional<String> name = request.query("name").map(RunRequest::name);
        String id = TimedIds.next();
        Path file = kept.folder().resolve(RunFolders.IMPORT + id + ".zip");
        try {
            MessageDigest digest = Hashes.sha256();
            try (InputStream in = new DigestInputStream(request.body(RunArchive.LARGEST), digest);
                    OutputStream out = Files.newOutputStream(file)) {
                in.transferTo(out);
            }
            NewRun.Asked asked =
                    RunRequest.asked(request, RunsResource.PATH + "/import " + Hashes.hex(digest),
                            name.orElse("").getBytes(StandardCharsets.UTF_8));
            Optional<QueuedRun> before = orders.before(asked);
            QueuedRun run = before.isPresent() ? before.get() : submit(file, id, name, asked);
            return Answer.created(RunsResource.PATH + "/" + run.id(), json.whole(run));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private QueuedRun submit(Path file, String id, Optional<String> name, NewRun.Asked asked) throws IOException {
        NewRun made = archive.read(file, id, name);
        boolean counts = false;
        try {
            QueuedRun run = orders.submit(id, made, asked);
            counts = run.id().equals(id);
            return run;
        } finally {
            if (!counts) {
                kept.delete(id);
            }
        }
    }
}
