package psr.server.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.server.LabServices;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** {@code /api/v1/compare}: runs side by side, with their differences. */
record CompareResource(RunActions orders, RunViews json, RunFolders folders, LabServices lab) implements Resource {

    static final int MOST = 20;

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/compare", this::compare, "runs", "measure", "last");
        routes.get("/api/v1/compare/differences", this::differences, "runs", "measure");
    }

    private static List<String> ids(Request request, int most) {
        List<String> ids = request.query("runs").map(text -> List.of(text.split(","))).orElse(List.of());
        if (ids.size() < 2 || ids.size() > most || Set.copyOf(ids).size() < ids.size()) {
            throw ProblemException.malformed("runs must be 2 to " + most + " different ids, separated by commas");
        }
        return ids;
    }

    /** The differences of each run from the first, trial by trial, where both used the same data. */
    private Answer differences(Request request) throws IOException {
        List<String> ids = ids(request, MOST);
        String measure = request.query("measure")
                .orElseThrow(() -> ProblemException.malformed("measure must be there: the name of a measure"));
        for (String id : ids) {
            orders.find(id);
        }
        ObjectNode answer = Json.object().put("measure", measure).put("reference", ids.get(0));
        ArrayNode rows = answer.putArray("rows");
        Optional<Results> first = json.results(ids.get(0));
        Map<Integer, String> data = first.isPresent() ? RunPairs.data(lab.engine(), folders, ids.get(0)) : Map.of();
        for (String id : ids.subList(1, ids.size())) {
            Optional<Results> second = json.results(id);
            if (first.isPresent() && second.isPresent()) {
                Map<Integer, String> other = RunPairs.data(lab.engine(), folders, id);
                for (RunPairs.Pair pair : RunPairs.differences(first.get(), second.get(), measure,
                        trial -> data.containsKey(trial) && data.get(trial).equals(other.get(trial)))) {
                    rows.addObject().put("run", id).put("recipe", pair.recipe()).put("true-model", pair.recipe().isEmpty())
                            .put("mean", Json.finite(pair.mean())).put("stderr", Json.finite(pair.stderr()))
                            .put("trials", pair.trials());
                }
            }
        }
        return Answer.json(answer);
    }

    private Answer compare(Request request) throws IOException {
        List<String> ids = ids(request, MOST);
        ObjectNode answer = Json.object();
        ArrayNode runs = answer.putArray("runs");
        ArrayNode settings = answer.putArray("settings");
        ArrayNode data = answer.putArray("data");
        ArrayNode rows = answer.putArray("rows");
        List<Map<String, String>> perRun = new ArrayList<>();
        SummaryFilter wanted = SummaryFilter.of(request);
        for (String id : ids) {
            ObjectNode run = json.whole(orders.find(id));
            runs.add(run);
            perRun.add(settings(run));
            Optional<Results> results = json.results(id);
            data.addObject().put("run", id).put("trials", results.map(Results::finishedTrials).orElse(0))
                    .put("data", results.isPresent() ? RunPairs.firstData(lab.engine(), folders, id).orElse(null) : null);
            Map<String, String> content = results.map(RunPairs::content).orElse(Map.of());
            for (SummaryRow row : results.map(each -> wanted.among(each.summary())).orElse(List.of())) {
                ObjectNode one = Json.object().put("run", id);
                one.setAll(ResultsResource.row(row));
                one.put("content", row.isTrueModel() ? "" : content.getOrDefault(row.label(), row.label()));
                rows.add(one);
            }
        }
        Set<String> names = new LinkedHashSet<>();
        perRun.forEach(each -> names.addAll(each.keySet()));
        for (String name : names) {
            List<String> values = perRun.stream().map(each -> each.get(name)).collect(Collectors.toList());
            if (new LinkedHashSet<>(values).size() > 1) {
                settings.addObject().put("name", name).set("values", Json.tree(values));
            }
        }
        return Answer.json(answer);
    }

    /** The settings that may differ between runs, by name. */
    private static Map<String, String> settings(ObjectNode run) {
        Map<String, String> settings = new LinkedHashMap<>();
        ObjectNode experiment = (ObjectNode) run.get("experiment").deepCopy();
        experiment.remove(List.of("name", "description", "claims"));
        flatten("", experiment, settings);
        for (JsonNode bundle : run.get("bundles")) {
            String sha256 = bundle.path("sha256").asText();
            settings.put("bundle " + bundle.path("name").asText(), bundle.path("version").asText()
                    + (sha256.isEmpty() ? "" : " " + sha256.substring(0, Math.min(8, sha256.length()))));
        }
        return settings;
    }

    private static void flatten(String name, JsonNode node, Map<String, String> into) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties()
                    .forEach(field -> flatten(name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue(),
                            into));
        } else if (node.isArray() && !node.isEmpty()) {
            for (int i = 0; i < node.size(); i++) {
                flatten(name + "." + (i + 1), node.get(i), into);
            }
        } else {
            into.put(name, node.asText());
        }
    }
}
