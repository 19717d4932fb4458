package psr.launcher.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.osgi.service.component.annotations.Component;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialTask;
import psr.api.lab.TrialText;
import psr.launcher.experiments.ExperimentJson;
import psr.launcher.experiments.ExperimentReader;

/** A task as one JSON object with a checksum; an outcome as the lines that stand in {@code trials.jsonl}. */
@Component
public final class TrialJson implements TrialText {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String write(TrialTask task) {
        ObjectNode json = JSON.createObjectNode().put("run", task.run()).put("trial", task.trial());
        // Claims are judged, and rates chosen, by whoever submitted it.
        json.set("experiment", ExperimentJson.of(task.experiment().change().claims(List.of())
                .rateSearch(RateSearch.none()).build()));
        json.set("part", PartJson.of(task.part()));
        task.limit().ifPresent(limit -> json.put("limit", limit.toString()));
        ArrayNode bundles = json.putArray("bundles");
        task.bundles().forEach(bundle -> bundles.addObject().put("name", bundle.name()).put("version", bundle.version())
                .put("sha256", bundle.sha256()));
        json.put("check", Checksum.of(json.toString()));
        return json.toString();
    }

    @Override
    public TrialTask readTask(String text) {
        try {
            if (!(JSON.readTree(text) instanceof ObjectNode json)) {
                throw new IllegalArgumentException("a task must be an object {…}");
            }
            String check = json.path("check").asText();
            json.remove("check");
            if (!check.equals(Checksum.of(json.toString()))) {
                throw new IllegalArgumentException("a task must be as it was written; it was changed since");
            }
            Experiment experiment = ExperimentReader.ofTasks().read(json.path("experiment").toString(), "the task", "run");
            TrialTask.Builder task = TrialTask.builder(json.path("run").asText(), experiment, json.path("trial").asInt())
                    .part(PartJson.read(json.path("part")));
            Optional.ofNullable(json.path("limit").textValue()).map(Duration::parse).ifPresent(task::limit);
            List<BundleVersion> bundles = new ArrayList<>();
            for (JsonNode bundle : json.path("bundles")) {
                bundles.add(new BundleVersion(bundle.path("name").asText(), bundle.path("version").asText(),
                        bundle.path("sha256").asText()));
            }
            return task.bundles(bundles).build();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a task must be JSON; it was changed or cut", e);
        }
    }

    @Override
    public String write(TrialOutcome outcome) {
        List<String> lines = new ArrayList<>();
        for (TrialResult result : outcome.results()) {
            boolean last = lines.size() == outcome.results().size() - 1;
            lines.add(TrialLine.write(result, new TrialLine.Head(outcome.trial(), last, result.label(), 0, "",
                    outcome.dataSha256())));
        }
        return String.join("\n", lines);
    }

    @Override
    public TrialOutcome readOutcome(String text) {
        List<TrialResult> results = new ArrayList<>();
        TrialLine.Head head = null;
        try {
            for (String line : text.split("\n")) {
                if (head != null && head.last()) {
                    throw changed(null);
                }
                head = TrialLine.head(line).orElseThrow(() -> changed(null));
                results.add(TrialLine.read(line));
            }
        } catch (IOException e) {
            throw changed(e);
        }
        if (head == null || !head.last()) {
            throw changed(null);
        }
        return new TrialOutcome(head.trial(), results, head.data());
    }

    private static IllegalArgumentException changed(IOException cause) {
        return new IllegalArgumentException("an outcome must be as it was written; it was changed or cut", cause);
    }
}
