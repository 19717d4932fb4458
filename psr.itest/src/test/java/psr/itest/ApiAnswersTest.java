package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server answers is what its OpenAPI document says: every operation is asked, and each answer of JSON is held against its schema. */
class ApiAnswersTest {

    /** Operations that stream, return bytes or call another service are tested elsewhere. */
    private static final Set<String> NOT_JSON = Set.of("get /metrics", "get /api/v1/events", "get /api/v1/runs/{id}/events",
            "post /api/v1/backups", "get /api/v1/runs/{id}/files/{name}", "get /api/v1/runs/{id}/folder",
            "get /api/v1/data/{name}",
            "get /api/v1/models/{id}/file");

    private final List<String> wrong = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();
    private ServerProcess server;
    private JsonNode document;

    @Test
    void everyAnswerIsAsDescribed(@TempDir Path home) throws Exception {
        assumeTrue(ServerProcess.present(), "skipped: there is no psr.jar");
        try (ServerProcess process = new ServerProcess(home, home.resolve("data"), "--allow-plugins")) {
            server = process;
            document = server.get("/api/v1/openapi.json");
            askAll(home);
        }
        assertEquals("", String.join("\n", wrong));
        Set<String> described = new TreeSet<>();
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            path.getValue().fieldNames().forEachRemaining(method -> described.add(method + " " + path.getKey()));
        }
        described.removeAll(asked);
        described.removeAll(NOT_JSON);
        assertEquals(Set.of(), described, "operations that were not requested");
    }

    private void askAll(Path folder) throws Exception {
        String experiment =
                "{\"dataset\":\"ring:sequences=60\",\"recipes\":[\"unigram\",\"2sr:rank=3\"],\"trials\":2,\"claims\":[{\"id\":\"c\","
                        + "\"words\":\"w\",\"measure\":\"pnll.operators\",\"subject\":\"2sr:rank=3\",\"reference\":\"unigram\",\"expected\":\"below\"}]}";
        for (String path : List.of("/health/live", "/health/ready", "/api/v1", "/api/v1/openapi.json", "/api/v1/services",
                "/api/v1/presets",
                "/api/v1/presets/ring", "/api/v1/services/learner/2sr", "/api/v1/plugins", "/api/v1/workers")) {
            ask("GET", path, null, 200);
        }
        ask("POST", "/api/v1/check", experiment, 200);
        ask("POST", "/api/v1/check", "{\"dataset\":\"rign\",\"recipes\":[\"2sr\"]}", 200);
        String token = ask("POST", "/api/v1/tokens", "{\"name\":\"reader\"}", 201).get("id").asText();
        ask("GET", "/api/v1/tokens", null, 200);
        ask("DELETE", "/api/v1/tokens/" + token, null, 204);
        ask("PUT", "/api/v1/plugins/none.jar", "no jar", 422);
        ask("PUT", "/api/v1/plugins/some.jar",
                Files.readAllBytes(new PluginJar("some", "1.0.0").learner("some", 2).writeTo(folder.resolve("some.jar"))),
                "application/java-archive", 201);
        ask("DELETE", "/api/v1/plugins/some.jar", null, 204);
        runs(experiment);
        data();
        models();
        numbers();
    }

    private void runs(String experiment) throws Exception {
        String run = ask("POST", "/api/v1/runs", "{\"paused\":true,\"experiment\":" + experiment + "}", 201).get("id").asText();
        String path = "/api/v1/runs/" + run;
        ask("PATCH", path, "{\"priority\":3,\"name\":\"mine\",\"tags\":[\"a\"],\"notes\":\"n\"}", 200);
        ask("POST", path + "/resume", null, 200);
        server.await(run, "done");
        ask("GET", path, null, 200);
        ask("GET", "/api/v1/runs", null, 200);
        ask("POST", path + "/more", "{\"trials\":3}", 200);
        server.await(run, "done");
        for (String part : List.of("/summary", "/summary?last=true", "/differences?reference=unigram", "/counts", "/trials",
                "/claims", "/times", "/provenance", "/files")) {
            ask("GET", path + part, null, 200);
        }
        String measure = ask("GET", path, null, 200).at("/measures/0/name").asText();
        JsonNode curves = ask("GET", path + "/curves?measure=" + measure, null, 200);
        assertEquals(ask("GET", path + "/summary?last=true&measure=" + measure, null, 200).get("rows").size(),
                curves.get("curves").size());
        ask("GET", path + "/curves?measure=" + measure + "&reference=unigram", null, 200);
        ask("GET", path + "/curves?measure=nothing", null, 400);
        ask("GET", path + "/curves", null, 400);
        String second = ask("POST", path + "/again", null, 201).get("id").asText();
        server.await(second, "done");
        ask("GET", "/api/v1/compare?runs=" + run + "," + second, null, 200);
        JsonNode pairs = ask("GET", "/api/v1/compare/differences?runs=" + run + "," + second + "&measure=" + measure, null, 200);
        assertEquals(3, pairs.get("rows").size(), "two recipes and the true model: " + pairs);
        assertEquals(0, pairs.at("/rows/0/mean").asDouble(), "the same seed, the same numbers");
        assertEquals(1, ask("GET", "/api/v1/runs?tag=a", null, 200).get("items").size());
        server.await(second,
                now -> now.at("/best/recipe").asText().equals("2sr:rank=3") || now.at("/best/recipe").asText().equals("unigram"));
        byte[] zip = server.bytes(path + "/folder");
        ask("POST", "/api/v1/runs/import", zip, "application/zip", 201);
        ask("DELETE", path, null, 204);
        ask("POST", path + "/restore", null, 200);
        String endless =
                ask("POST", "/api/v1/runs", "{\"experiment\":{\"dataset\":\"ring\",\"recipes\":[\"2sr+ig:passes=5000\"]}}", 201)
                        .get("id")
                        .asText();
        server.await(endless, now -> now.at("/progress/recipe").asText().equals("2sr+ig:passes=5000")
                && now.at("/progress/iteration").asInt() > 0);
        ask("GET", "/api/v1/runs/" + endless, null, 200);
        ask("POST", "/api/v1/runs/" + endless + "/pause", null, 200);
        ask("POST", "/api/v1/runs/" + endless + "/cancel", null, 200);
        ask("POST", "/api/v1/runs/" + endless + "/proceed", null, 200);
        ask("POST", "/api/v1/runs/" + endless + "/cancel", null, 200);
        // Nothing waits for a plugin here: what is refused is described too.
        ask("POST", path + "/restart", null, 409);
    }

    private void data() throws Exception {
        ask("PUT", "/api/v1/data/small.txt", "a b a\nb a\nb b a\n".getBytes(), "application/octet-stream", 201);
        ask("GET", "/api/v1/data", null, 200);
        ask("POST", "/api/v1/data/preview", "{\"dataset\":\"lines:file=small.txt\"}", 200);
        ask("DELETE", "/api/v1/data/small.txt", null, 204);
        ask("POST", "/api/v1/data/small.txt/restore", null, 200);
    }

    private void models() throws Exception {
        String model = ask("POST", "/api/v1/models", "{\"dataset\":\"lines:file=small.txt\",\"recipe\":\"2sr:rank=2\"}", 202)
                .get("id").asText();
        String path = "/api/v1/models/" + model;
        ServerProcess.await("a model", () -> server.get(path).get("state").asText().equals("ready"));
        ask("GET", path, null, 200);
        ask("GET", "/api/v1/models", null, 200);
        JsonNode inside = ask("GET", path + "/inspection", null, 200);
        assertEquals(2, inside.get("singular-values").get("rank").asInt());
        assertTrue(inside.get("parts").get("sizes").toString().contains("rank 2 of "), inside.toString());
        ask("POST", path + "/predict", "{\"prefix\":[\"a\"]}", 200);
        ask("POST", path + "/predict", "{\"batch\":[{\"prefix\":[\"a\"],\"ahead\":2,\"top\":1}]}", 200);
        ask("POST", path + "/score", "{\"sequences\":[[\"a\",\"b\"]],\"each\":true}", 200);
        JsonNode measured = ask("POST", path + "/evaluate", "{\"file\":\"small.txt\"}", 200);
        assertEquals("lines:file=small.txt", measured.get("dataset").asText());
        assertEquals(3, measured.get("sequences").asInt());
        assertTrue(measured.get("values").toString().contains("perplexity.operators"), measured.toString());
        assertEquals(measured.get("values"),
                ask("POST", path + "/evaluate", "{\"dataset\":\"lines:file=small.txt,test=small.txt\",\"unknown\":\"skip\"}", 200)
                        .get("values"));
        ask("POST", path + "/sample", "{\"length\":5,\"number\":2}", 200);
        ask("POST", path + "/walk", "{\"sequence\":[\"a\",\"b\"]}", 200);
        String session = ask("POST", path + "/sessions", null, 201).get("id").asText();
        ask("POST", path + "/sessions/" + session, "{\"symbol\":\"a\"}", 200);
        ask("GET", path + "/sessions/" + session, null, 200);
        ask("DELETE", path + "/sessions/" + session, null, 204);
        ask("POST", "/api/v1/models/import?name=twin", server.bytes(path + "/file?encoding=json"), "application/octet-stream",
                201);
        assertEquals("imported model",
                ask("POST", "/api/v1/models/import", server.bytes(path + "/file"), "application/octet-stream", 201)
                        .get("name").asText());
        ask("POST", path + "/forecast", "{}", 409);
        ask("DELETE", path, null, 204);
        ask("POST", path + "/restore", null, 200);
        ask("POST", path + "/cancel", null, 409);
    }

    private void numbers() throws Exception {
        StringBuilder rows = new StringBuilder("x,y,u\n");
        for (int t = 0; t < 100; t++) {
            rows.append(Math.sin(t / 5.)).append(',').append(Math.cos(t / 5.)).append(',').append(t % 2).append('\n');
        }
        ask("PUT", "/api/v1/data/waves.csv", rows.toString().getBytes(), "application/octet-stream", 201);
        String dataset = "csv:file=waves.csv,values=x:y,inputs=u";
        JsonNode preview = ask("POST", "/api/v1/data/preview", "{\"dataset\":\"" + dataset + "\",\"limit\":1}", 200);
        assertEquals(100, preview.at("/series/0/rows").size());
        String model =
                ask("POST", "/api/v1/models", "{\"dataset\":\"" + dataset + "\",\"recipe\":\"ar\"}", 202).get("id").asText();
        String path = "/api/v1/models/" + model;
        ServerProcess.await("a model of numbers", () -> server.get(path).get("state").asText().equals("ready"));
        assertEquals("y", ask("GET", path, null, 200).at("/channels/1/name").asText());
        ask("GET", path + "/inspection", null, 200);
        JsonNode forecast =
                ask("POST", path + "/forecast", "{\"rows\":[[0,1],[0.2,null]],\"inputs\":[[0],[1],[0],[1]],\"ahead\":2}", 200);
        assertEquals(2, forecast.at("/items/0/means").size());
        String session = ask("POST", path + "/sessions", "{\"rows\":[[0,1]],\"inputs\":[[0],[1]]}", 201).get("id").asText();
        JsonNode step =
                ask("POST", path + "/sessions/" + session, "{\"rows\":[[0.2,null]],\"inputs\":[[1],[0],[1]],\"ahead\":2}", 200);
        assertEquals(forecast.at("/items/0/means"), step.get("means"), "a session forecasts as one request does");
        ask("GET", path + "/sessions/" + session, null, 200);
        ask("POST", path + "/evaluate", "{\"file\":\"waves.csv\"}", 200);
        ask("POST", path + "/predict", "{}", 409);
    }

    private JsonNode ask(String method, String path, String body, int status) throws Exception {
        return ask(method, path, body == null ? new byte[0] : body.getBytes(), "application/json", status);
    }

    private JsonNode ask(String method, String path, byte[] body, String type, int status) throws Exception {
        HttpRequest.Builder request = server.request(path).method(method, method.equals("GET") || method.equals("DELETE")
                ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
        if (body.length > 0) {
            request.header("Content-Type", type);
        }
        HttpResponse<byte[]> answer = server.send(request);
        String what = method + " " + path;
        String text = new String(answer.body());
        if (answer.statusCode() != status) {
            wrong.add(what + " must answer " + status + "; found " + answer.statusCode() + ": " + text);
            return ServerProcess.JSON.createObjectNode().put("id", "none");
        }
        String template = template(method.toLowerCase(), path.replaceAll("\\?.*", ""));
        asked.add(method.toLowerCase() + " " + template);
        JsonNode responses = document.get("paths").get(template).get(method.toLowerCase()).get("responses");
        String range = status / 100 == 4 ? "4XX" : "default";
        String described = responses.has(Integer.toString(status)) ? Integer.toString(status) : range;
        assertTrue(status < 400 || described.equals(range) || status == 503, what + " is described with " + status);
        JsonNode response = responses.get(described);
        JsonNode content = (response.has("$ref") ? document.at(response.get("$ref").asText().substring(1)) : response)
                .path("content");
        if (content.isMissingNode()) {
            assertEquals("", text, what + " has nothing to say");
            return ServerProcess.JSON.createObjectNode();
        }
        JsonNode found = ServerProcess.JSON.readTree(text);
        check(what, content.properties().iterator().next().getValue().get("schema"), found);
        return found;
    }

    private String template(String method, String path) {
        String best = null;
        for (Map.Entry<String, JsonNode> each : document.get("paths").properties()) {
            String pattern = Pattern.quote(each.getKey()).replaceAll("\\{[^}]*}", "\\\\E[^/]+\\\\Q");
            if (path.matches(pattern) && each.getValue().has(method) && (best == null || best.contains("{"))) {
                best = each.getKey();
            }
        }
        assertTrue(best != null, method + " " + path + " is not described");
        return best;
    }

    private void check(String what, JsonNode schema, JsonNode found) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", document.get("components"));
        for (ValidationMessage message : JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(whole)
                .validate(found)) {
            wrong.add(what + ": " + message);
        }
    }
}
