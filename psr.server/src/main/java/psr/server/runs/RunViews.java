package psr.server.runs;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.eval.Measure;
import psr.api.lab.BundleVersion;
import psr.api.lab.Results;
import psr.api.lab.SavedRun;
import psr.api.lab.Submission;
import psr.api.settings.ValidationException;
import psr.launcher.spi.JobQueue;
import psr.server.LabServices;
import psr.server.http.Json;

/** Runs as they are sent. Thread-safe. */
record RunViews(JobQueue queue, RunEvents events, RunFolders kept, LabServices lab) {

    private static final String PATH = "/api/v1/runs/";

    /** As in lists. */
    ObjectNode brief(QueuedRun run) {
        ObjectNode json = beginning(run);
        end(json, run);
        return json;
    }

    /** With all that is known. */
    ObjectNode whole(QueuedRun run) throws IOException {
        Optional<Results> results = results(run.id());
        JsonNode experiment = experiment(run, results);
        return whole(run, experiment, results.isPresent() ? results.get().measures() : measures(run, experiment));
    }

    /** The same, of a run whose measures are known. */
    ObjectNode whole(QueuedRun run, Map<String, Measure> measured) throws IOException {
        return whole(run, experiment(run, results(run.id())), measured);
    }

    private JsonNode experiment(QueuedRun run, Optional<Results> results) {
        return Json.read(results.map(each -> lab.experiments().write(each.experiment())).orElse(run.experiment()));
    }

    private ObjectNode whole(QueuedRun run, JsonNode experiment, Map<String, Measure> measured) throws IOException {
        ObjectNode json = beginning(run);
        json.set("experiment", experiment);
        ArrayNode measures = json.putArray("measures");
        measured.forEach((name, measure) -> measures.addObject().put("name", name)
                .put("better", measure.better().name().toLowerCase(Locale.ROOT)));
        ArrayNode bundles = json.putArray("bundles");
        for (BundleVersion bundle : bundles(run.id())) {
            bundles.addObject().put("name", bundle.name()).put("version", bundle.version()).put("sha256", bundle.sha256());
        }
        Optional<ActiveRun> active = events.active(run.id());
        WorkersResource.write(json.putArray("computed-by"), queue.places(run.id()));
        json.set("progress", active.flatMap(ActiveRun::doing).map(RunViews::json).orElse(null));
        ArrayNode said = json.putArray("said");
        active.ifPresent(each -> each.messages().forEach(said::add));
        end(json, run);
        return json;
    }

    private static ObjectNode json(ActiveRun.Doing doing) {
        ObjectNode json = Json.object().put("trial", doing.trial()).put("recipe", doing.recipe());
        Json.number(json, "iteration", doing.iteration() < 0 ? Double.NaN : doing.iteration());
        return json.put("doing", doing.words());
    }

    private ObjectNode beginning(QueuedRun run) {
        Optional<ActiveRun> active = events.active(run.id());
        ObjectNode json = Json.object().put("id", run.id()).put("name", run.name()).put("state", RunTable.word(run.state()))
                .put("waiting-for", run.waitingFor().orElse(null)).put("failure", run.failure().orElse(null))
                .put("priority", run.priority()).put("submitted", run.submitted().toString())
                .put("started", run.started().map(Instant::toString).orElse(null))
                .put("ended", run.ended().map(Instant::toString).orElse(null));
        json.putObject("trials").put("done", Math.max(run.done(), active.map(ActiveRun::done).orElse(0)))
                .put("total", run.total())
                .put("running", queue.running(run.id()));
        Json.number(json, "seconds-left",
                active.map(each -> each.secondsLeft(run.total()).orElse(Double.NaN)).orElse(Double.NaN));
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
        Optional<Submission> loaded = queue.loaded(id);
        return loaded.isPresent() ? loaded.map(Submission::results) : kept.open(id).map(SavedRun::results);
    }

    private List<BundleVersion> bundles(String id) throws IOException {
        Optional<Submission> loaded = queue.loaded(id);
        return loaded.isPresent() ? loaded.get().bundles() : kept.open(id).map(SavedRun::bundles).orElse(List.of());
    }

    private Map<String, Measure> measures(QueuedRun run, JsonNode experiment) {
        try {
            return lab.catalogue().measures(lab.engine().read(experiment, run.name()).metrics());
        } catch (ValidationException e) {
            // What it names has gone meanwhile.
            return Map.of();
        }
    }
}
