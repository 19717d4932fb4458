package psr.server.data;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.server.http.Answer;
import psr.server.http.Listing;
import psr.server.http.Problem;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;

/** {@code /api/v1/data}: uploaded data files and previews of data sets. */
public record DataResource(UploadedFiles files, FileSettings settings, DataPreview preview) implements Resource {

    private static final int SHOWN = 20;
    private static final int MOST_SHOWN = 200;

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/data", this::list, "removed", "limit", "after");
        routes.get("/api/v1/data/{name}", this::bytes);
        routes.add("PUT", "/api/v1/data/{name}", Role.FULL, this::put);
        routes.add("DELETE", "/api/v1/data/{name}", Role.FULL, this::remove);
        routes.post("/api/v1/data/{name}/restore", request -> Answer.json(files.restore(request.name("name")).json()));
        routes.ask("/api/v1/data/preview", this::preview);
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("file-bytes", files.limits().file(), "files-bytes", files.limits().all(), "trash-days",
                files.limits().trash().toDays(),
                "previews-at-once", (long) DataPreview.MOST, "preview-seconds", preview.patience().toSeconds(),
                "preview-sequences", (long) MOST_SHOWN);
    }

    private Answer list(Request request) {
        Listing page = Listing.of(request);
        return page.answer(files.list(page, request.flag("removed")), UploadedFile::json, UploadedFile::id);
    }

    private Answer bytes(Request request) {
        UploadedFile file = files.file(request.name("name"));
        // Whatever the content, a browser must neither run nor show it.
        return Answer.file("application/octet-stream", files.folder().resolve(file.name())).header("ETag", file.tag())
                .header("Content-Disposition", "attachment; filename=\"" + file.name() + "\"");
    }

    private Answer put(Request request) throws IOException {
        UploadedFiles.StoredUpload kept =
                files.put(request.name("name"), request.body(files.limits().file()), request.header("If-Match"),
                        request.caller().name());
        UploadedFile file = kept.file();
        return (kept.isNew() ? Answer.created("/api/v1/data/" + file.name(), file.json()) : Answer.json(file.json()))
                .header("ETag", file.tag());
    }

    private Answer remove(Request request) throws IOException {
        files.remove(request.name("name"), request.header("If-Match"));
        return Answer.done();
    }

    private Answer preview(Request request) throws IOException, InterruptedException {
        ObjectNode body = request.object("dataset", "limit");
        Stage dataset = stage(Request.needed(body, "dataset").asText(""));
        int limit = body.path("limit").asInt(SHOWN);
        if (limit < 0 || limit > MOST_SHOWN || body.has("limit") && !body.get("limit").isInt()) {
            throw ProblemException
                    .malformed("limit must be a whole number from 0 to " + MOST_SHOWN + "; found " + body.get("limit"));
        }
        List<ValidationError> refusals = settings.refusals(dataset);
        if (!refusals.isEmpty()) {
            throw new ProblemException(Problem.refused(refusals));
        }
        return Answer.json(preview.show(dataset, limit));
    }

    /** A data set as one types it in the shell. */
    public static Stage stage(String text) {
        try {
            return Stage.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ValidationException(ValidationException.of(e).at("/dataset"), e);
        }
    }
}
