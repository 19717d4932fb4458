package psr.server.runs;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

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
                .put("better", Json.word(measure.better())));
        json.set("bundles", Json.tree(bundles(run.id())));
        Optional<ActiveRun> active = events.active(run.id());
        json.set("computed-by", Json.tree(queue.places(run.id())));
        json.set("progress", active.flatMap(ActiveRun::doing).map(RunViews::json).orElse(null));
        json.set("said", Json.tree(active.map(ActiveRun::messages).orElse(List.of())));
        end(json, run);
        return json;
    }

    private static ObjectNode json(ActiveRun.Doing doing) {
        return Json.object().put("trial", doing.trial()).put("recipe", doing.recipe())
                .put("iteration", Json.finite(doing.iteration() < 0 ? Double.NaN : doing.iteration()))
                .put("doing", doing.words());
    }

    private ObjectNode beginning(QueuedRun run) {
        Optional<ActiveRun> active = events.active(run.id());
        ObjectNode json = Json.object().put("id", run.id()).put("name", run.name()).put("state", Json.word(run.state()))
                .put("waiting-for", run.waitingFor().orElse(null)).put("failure", run.failure().orElse(null))
                .put("priority", run.priority()).put("submitted", run.submitted().toString())
                .put("started", run.started().map(Instant::toString).orElse(null))
                .put("ended", run.ended().map(Instant::toString).orElse(null));
        JsonNode experiment = Json.read(run.experiment());
        json.put("dataset", experiment.path("dataset").asText("")).put("recipes", experiment.path("recipes").size());
        json.set("best", run.labels().best().map(Json::read).filter(JsonNode::isObject).filter(best -> run.state().isOver())
                .orElse(null));
        json.set("tags", Json.tree(run.labels().tags()));
        json.put("notes", run.labels().notes());
        json.putObject("trials").put("done", Math.max(run.done(), active.map(ActiveRun::done).orElse(0)))
                .put("total", run.total())
                .put("running", queue.running(run.id()));
        return json.put("seconds-left",
                Json.finite(active.map(each -> each.secondsLeft(run.total())).orElse(OptionalDouble.empty()).orElse(Double.NaN)));
    }

    private static void end(ObjectNode json, QueuedRun run) {
        json.set("remarks", Json.tree(run.remarks()));
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
            // A service that it names was removed in the meantime.
            return Map.of();
        }
    }
}
