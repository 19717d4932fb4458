package psr.server.runs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** Downloads the files of a run, single or as a zip file, and uploads run folders. */
record ArchiveResource(RunActions orders, RunFolders folders, RunArchive archive, RunViews json) implements Resource {

    /** Files of uploaded runs are not trusted: a browser must neither execute their content nor load anything for it. */
    private static final String SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    private static final Map<String, String> TYPES = Map.of("csv", "text/csv; charset=utf-8", "json", "application/json",
            "jsonl", "application/x-ndjson", "html", "text/html; charset=utf-8", "svg", "image/svg+xml",
            "txt", "text/plain; charset=utf-8", "md", "text/markdown; charset=utf-8", "png", "image/png", "pdf",
            "application/pdf");

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
        for (Path file : folders.files(id)) {
            try {
                long bytes = Files.size(folders.of(id).resolve(file));
                items.addObject().put("name", file.toString().replace('\\', '/')).put("bytes", bytes);
            } catch (NoSuchFileException e) {
                // The run is being written: the file was renamed meanwhile and is listed under its final name.
            }
        }
        return Answer.json(answer);
    }

    private Answer file(Request request) throws IOException {
        String id = orders.find(request.name("id")).id();
        String name = request.name("name");
        // Only files in the list can be requested.
        Path found = folders.files(id).stream().filter(file -> file.toString().replace('\\', '/').equals(name)).findFirst()
                .orElseThrow(() -> ProblemException.missing("the run has no file of that name; /files lists those it has"));
        Path file = folders.of(id).resolve(found);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw ProblemException.missing("the run has no regular file of that name");
        }
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Answer.file(TYPES.getOrDefault(ending, "application/octet-stream"), file).header("Content-Security-Policy",
                SANDBOX);
    }

    private Answer folder(Request request) {
        QueuedRun run = orders.find(request.name("id"));
        if (!folders.has(run.id())) {
            throw ProblemException.conflict("the run has no folder: it has not begun, or has left nothing");
        }
        return Answer.stream("application/zip", out -> archive.write(run, out))
                .header("Content-Disposition", "attachment; filename=\"" + run.id() + ".zip\"");
    }

    private Answer take(Request request) throws IOException {
        String type = request.header("Content-Type").orElse("none");
        if (!type.split(";")[0].strip().equalsIgnoreCase("application/zip")) {
            throw ProblemException.of(415, "content type", "the body must be application/zip; found " + type);
        }
        Optional<String> name = request.query("name").map(RunRequest::name);
        String id = TimedIds.next();
        Path file = folders.folder().resolve(RunFolders.IMPORT + id + ".zip");
        try {
            MessageDigest digest = Hashes.sha256();
            try (InputStream in = new DigestInputStream(request.body(RunArchive.LARGEST), digest);
                    OutputStream out = Files.newOutputStream(file)) {
                in.transferTo(out);
            }
            RepeatKey requestKey = RepeatKey.of(request,
                    RunsResource.PATH + "/import " + Hashes.hex(digest) + "\0" + name.orElse(""));
            Optional<QueuedRun> before = orders.before(requestKey);
            QueuedRun run = before.isPresent() ? before.get() : submit(file, id, name, requestKey);
            return Answer.created(RunsResource.PATH + "/" + run.id(), json.whole(run));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private QueuedRun submit(Path file, String id, Optional<String> name, RepeatKey requestKey) throws IOException {
        NewRun made = archive.read(file, id, name);
        boolean counts = false;
        try {
            QueuedRun run = orders.submit(id, made, requestKey);
            counts = run.id().equals(id);
            return run;
        } finally {
            if (!counts) {
                folders.delete(id);
            }
        }
    }
}
