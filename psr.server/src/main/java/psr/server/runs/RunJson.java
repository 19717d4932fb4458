package psr.server.runs;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.eval.Measure;
import psr.api.lab.BundleVersion;
import psr.api.lab.Results;
import psr.api.lab.SavedRun;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.http.Json;

/** Runs as they are sent. Thread-safe. */
final class RunJson {

    private static final String PATH = "/api/v1/runs/";

    private final RunQueue queue;
    private final RunFolders kept;
    private final SharedThreads threads;
    private final LabServices lab;

    RunJson(RunQueue queue, RunFolders kept, SharedThreads threads, LabServices lab) {
        this.queue = queue;
        this.kept = kept;
        this.threads = threads;
        this.lab = lab;
    }

    /** As in lists. */
    ObjectNode brief(QueuedRun run) {
        ObjectNode json = beginning(run);
        end(json, run);
        return json;
    }

    /** With all that is known. */
    ObjectNode whole(QueuedRun run) throws IOException {
        ObjectNode json = beginning(run);
        Optional<Results> results = results(run.id());
        json.set("experiment",
                Json.read(results.map(each -> lab.experiments().write(each.experiment())).orElse(run.experiment())));
        ArrayNode measures = json.putArray("measures");
        measures(run, results).forEach((name, measure) -> measures.addObject().put("name", name)
                .put("better", measure.better().name().toLowerCase(Locale.ROOT)));
        ArrayNode bundles = json.putArray("bundles");
        for (BundleVersion bundle : bundles(run.id())) {
            bundles.addObject().put("name", bundle.name()).put("version", bundle.version()).put("sha256", bundle.sha256());
        }
        Optional<RunAtWork> work = queue.working(run.id());
        WorkersResource.write(json.putArray("computed-by"),
                work.map(each -> threads.places(each.submission().id())).orElse(List.of()));
        json.set("progress", work.flatMap(RunAtWork::doing).map(RunJson::json).orElse(null));
        ArrayNode said = json.putArray("said");
        work.ifPresent(each -> each.said().forEach(said::add));
        end(json, run);
        return json;
    }

    private static ObjectNode json(RunAtWork.Doing doing) {
        ObjectNode json = Json.object().put("trial", doing.trial()).put("recipe", doing.recipe());
        Json.number(json, "iteration", doing.iteration() < 0 ? Double.NaN : doing.iteration());
        return json.put("doing", doing.words());
    }

    private ObjectNode beginning(QueuedRun run) {
        Optional<RunAtWork> work = queue.working(run.id());
        ObjectNode json = Json.object().put("id", run.id()).put("name", run.name()).put("state", RunTable.word(run.state()))
                .put("waiting-for", run.waitingFor().orElse(null)).put("failure", run.failure().orElse(null))
                .put("priority", run.priority()).put("submitted", run.submitted().toString())
                .put("started", run.started().map(Instant::toString).orElse(null))
                .put("ended", run.ended().map(Instant::toString).orElse(null));
        json.putObject("trials").put("done", work.map(RunAtWork::done).orElse(run.done())).put("total", run.total())
                .put("running", work.map(each -> threads.running(each.submission().id())).orElse(0));
        Json.number(json, "seconds-left", work.map(each -> each.secondsLeft(run.total()).orElse(Double.NaN)).orElse(Double.NaN));
        return json;
    }

    private static void end(ObjectNode json, QueuedRun run) {
        ArrayNode remarks = json.putArray("remarks");
        run.remarks().forEach(remarks::add);
        json.put("by", run.by()).put("removed", run.removed().map(Instant::toString).orElse(null));
        String self = PATH + run.id();
        json.putObject("links").put("self", self).put("summary", self + "/summary").put("events", self + "/events")
                .put("files", self + "/files").put("folder", self + "/folder");
    }

    /**
     * What is finished; empty if the run has not begun, or has left nothing.
     *
     * @throws IOException if it cannot be read
     */
    Optional<Results> results(String id) throws IOException {
        Optional<RunAtWork> work = queue.working(id);
        return work.isPresent() ? work.map(each -> each.submission().results()) : kept.open(id).map(SavedRun::results);
    }

    private List<BundleVersion> bundles(String id) throws IOException {
        Optional<RunAtWork> work = queue.working(id);
        return work.isPresent() ? work.get().submission().bundles() : kept.open(id).map(SavedRun::bundles).orElse(List.of());
    }

    private Map<String, Measure> measures(QueuedRun run, Optional<Results> results) {
        if (results.isPresent()) {
            return results.get().measures();
        }
        try {
            return lab.catalogue().measures(lab.experiments().read(run.experiment(), "experiment", run.name()).metrics());
        } catch (ValidationException e) {
            // What it names has gone meanwhile.
            return Map.of();
        }
    }
}
