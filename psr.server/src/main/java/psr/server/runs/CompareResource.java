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
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** {@code /api/v1/compare}: runs side by side, with their differences. */
record CompareResource(RunActions orders, RunViews json) implements Resource {

    static final int MOST = 20;

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/compare", this::compare, "runs", "measure", "last");
    }

    private Answer compare(Request request) throws IOException {
        List<String> ids = request.query("runs").map(text -> List.of(text.split(","))).orElse(List.of());
        if (ids.size() < 2 || ids.size() > MOST || Set.copyOf(ids).size() < ids.size()) {
            throw ProblemException.malformed("runs must be 2 to " + MOST + " different ids, separated by commas");
        }
        ObjectNode answer = Json.object();
        ArrayNode runs = answer.putArray("runs");
        ArrayNode settings = answer.putArray("settings");
        ArrayNode rows = answer.putArray("rows");
        List<Map<String, String>> perRun = new ArrayList<>();
        SummaryFilter wanted = SummaryFilter.of(request);
        for (String id : ids) {
            ObjectNode run = json.whole(orders.find(id));
            runs.add(run);
            perRun.add(settings(run));
            Optional<Results> results = json.results(id);
            for (SummaryRow row : results.map(each -> wanted.among(each.summary())).orElse(List.of())) {
                ObjectNode one = Json.object().put("run", id);
                one.setAll(ResultsResource.row(row));
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
