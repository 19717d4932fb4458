package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data and models on the real server, compared with the commands; and the Python client. */
class ServerModelsTest {

    private static final String DATASET = "csv:file=visits.csv,sequence=user,symbol=page";
    private static final String RECIPE = "2sr:rank=3";
    private static final int CLIENTS = 20;

    @TempDir
    static Path folder;

    private static ServerProcess server;
    private static String model;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(ServerProcess.present(), "skipped: there is no psr.app/target/psr.jar");
        StringBuilder text = new StringBuilder("user,page\n");
        String[] visits = {"home search product pay", "home search search product", "home help home", "home search pay"};
        for (int user = 0; user < 60; user++) {
            for (String page : visits[user * 7 % 4].split(" ")) {
                text.append(user).append(',').append(page).append('\n');
            }
        }
        Files.writeString(folder.resolve("visits.csv"), text);
        server = new ServerProcess(Files.createDirectories(folder.resolve("home")), folder.resolve("data"));
        assertEquals(201, put("visits.csv", Files.readAllBytes(folder.resolve("visits.csv"))).statusCode());
        model = learn(server, RECIPE);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static HttpResponse<byte[]> put(String name, byte[] content, String... headers) throws Exception {
        HttpRequest.Builder request = server.request("/api/v1/data/" + name).PUT(HttpRequest.BodyPublishers.ofByteArray(content));
        return server.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static String order(ServerProcess where, String recipe) throws Exception {
        HttpResponse<byte[]> answer =
                where.post("/api/v1/models", "{\"dataset\":\"" + DATASET + "\",\"recipe\":\"" + recipe + "\",\"seed\":3}");
        assertEquals(202, answer.statusCode(), () -> new String(answer.body(), StandardCharsets.UTF_8));
        return ServerProcess.JSON.readTree(answer.body()).get("id").asText();
    }

    private static String learn(ServerProcess where, String recipe) throws Exception {
        String id = order(where, recipe);
        awaitState(where, id, "ready");
        return id;
    }

    private static void awaitState(ServerProcess where, String id, String state) throws Exception {
        ServerProcess.await("the model " + state, () -> {
            JsonNode known = where.get("/api/v1/models/" + id);
            assertNotEquals("failed", known.get("state").asText(), known::toString);
            return known.get("state").asText().equals(state);
        });
    }

    private static JsonNode ask(String what, String body) throws Exception {
        HttpResponse<byte[]> answer = server.post("/api/v1/models/" + model + "/" + what, body);
        assertTrue(answer.statusCode() < 300,
                () -> answer.statusCode() + " " + new String(answer.body(), StandardCharsets.UTF_8));
        return ServerProcess.JSON.readTree(answer.body());
    }

    /** What a command prints, in the folder of the data. */
    private static String command(String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpsr.home="
                        + folder.resolve("elsewhere"),
                "-jar", Path.of("").toAbsolutePath().getParent().resolve("psr.app/target/psr.jar").toString()));
        line.addAll(List.of(words));
        File out = folder.resolve("out-" + words[0]).toFile();
        Process process = new ProcessBuilder(line).directory(folder.toFile()).redirectOutput(out)
                .redirectError(folder.resolve("err").toFile()).start();
        assertTrue(process.waitFor(240, TimeUnit.SECONDS), "a command that ends");
        assertEquals(0, process.exitValue(), () -> String.join(" ", line));
        return Files.readString(out.toPath());
    }

    /** All that is in a model file but what wrote it. */
    private static JsonNode content(byte[] file) throws Exception {
        ObjectNode json = (ObjectNode) ServerProcess.JSON.readTree(file);
        ObjectNode provenance = (ObjectNode) json.get("provenance");
        assertTrue(provenance.remove("created-by") != null, json::toString);
        return json;
    }

    private static Map<String, Double> distribution(JsonNode answer) {
        Map<String, Double> distribution = new LinkedHashMap<>();
        answer.get("distribution")
                .forEach(each -> distribution.put(each.get("symbol").asText(), each.get("probability").asDouble()));
        return distribution;
    }

    @Test
    void theSameSeedLearnsTheBitsOfTheCommand() throws Exception {
        command("train", DATASET, RECIPE, "--seed", "3", "--model", "mine.json");
        assertEquals(content(Files.readAllBytes(folder.resolve("mine.json"))),
                content(server.bytes("/api/v1/models/" + model + "/file?encoding=json")));
    }

    @Test
    void predictsScoresAndDrawsAsTheCommandsDo() throws Exception {
        Path file = folder.resolve("served.npz");
        Files.write(file, server.bytes("/api/v1/models/" + model + "/file?encoding=npz"));
        Files.writeString(folder.resolve("new.txt"), "home search\n");
        List<String> expected = command("predict", file.toString(), "new.txt", "--ahead", "2").lines().skip(1).toList();
        List<String> found = new ArrayList<>();
        String[] prefixes = {"", "\"home\"", "\"home\",\"search\""};
        for (int t = 0; t < prefixes.length; t++) {
            int position = t + 2;
            distribution(ask("predict", "{\"ahead\":2,\"top\":100,\"prefix\":[" + prefixes[t] + "]}"))
                    .forEach((symbol, probability) -> found.add("1," + position + "," + symbol + "," + probability));
        }
        assertEquals(expected, found);
        String[] scored = command("score", file.toString(), "new.txt").lines().toList().get(1).split(",");
        JsonNode score = ask("score", "{\"sequences\":[[\"home\",\"search\"]],\"each\":true}").get("items").get(0);
        assertEquals(scored[3], Double.toString(score.get("log-probability").asDouble()));
        assertEquals(3, score.get("steps").size());
        List<String> lines = new ArrayList<>();
        ask("sample", "{\"number\":4,\"length\":9,\"seed\":7}").get("items").forEach(each -> {
            List<String> names = new ArrayList<>();
            each.forEach(name -> names.add(name.asText()));
            lines.add(String.join(" ", names));
        });
        assertEquals(command("sample", file.toString(), "--sequences", "4", "--length", "9", "--seed", "7").lines().toList(),
                lines);
    }

    @Test
    void sessionsPredictWhatPrefixesDo() throws Exception {
        String session = ask("sessions", "{}").get("id").asText();
        JsonNode after = ask("sessions/" + session, "{\"symbols\":[\"home\",\"search\"]}");
        assertEquals(distribution(ask("predict", "{\"prefix\":[\"home\",\"search\"]}")), distribution(after));
        JsonNode steps = ask("score", "{\"sequences\":[[\"home\",\"search\"]],\"each\":true}").get("items").get(0).get("steps");
        assertEquals(steps.get(0).asDouble() + steps.get(1).asDouble(), after.get("bits").asDouble(), 1e-12);
        String path = "/api/v1/models/" + model + "/sessions/" + session;
        assertEquals(422, server.post(path, "{\"symbols\":[\"home\",\"nowhere\"]}").statusCode());
        assertEquals(distribution(after), distribution(server.get(path)), "what was refused changed nothing");
        assertEquals(204, server.send(server.request(path).DELETE()).statusCode());
        assertEquals(410, server.send(server.request(path)).statusCode());
    }

    @Test
    void aBatchIsAnsweredAsEachAlone() throws Exception {
        JsonNode items = ask("predict", "{\"batch\":[{\"prefix\":[\"home\"],\"top\":2},{\"ahead\":3}]}").get("items");
        assertEquals(distribution(ask("predict", "{\"prefix\":[\"home\"],\"top\":2}")), distribution(items.get(0)));
        assertEquals(distribution(ask("predict", "{\"ahead\":3}")), distribution(items.get(1)));
        assertEquals(1, distribution(items.get(1)).values().stream().mapToDouble(Double::doubleValue).sum(), 1e-12);
    }

    @Test
    void manyAtOnceGetTheSameAnswers() throws Exception {
        String[] pages = {"home", "search", "search", "product", "pay"};
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<List<Map<String, Double>>>> walks = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                walks.add(() -> {
                    List<Map<String, Double>> seen = new ArrayList<>();
                    String session = ask("sessions", "{}").get("id").asText();
                    for (String page : pages) {
                        seen.add(distribution(ask("sessions/" + session, "{\"symbol\":\"" + page + "\"}")));
                    }
                    return seen;
                });
            }
            List<Map<String, Double>> first = null;
            for (Future<List<Map<String, Double>>> walk : clients.invokeAll(walks)) {
                first = first == null ? walk.get() : first;
                assertEquals(first, walk.get());
            }
            assertEquals(distribution(ask("predict", "{\"prefix\":[\"home\",\"search\",\"search\",\"product\",\"pay\"]}")),
                    first.get(pages.length - 1));
        } finally {
            clients.shutdownNow();
        }
    }

    /** A request, and the status of the problem that it is answered with. */
    private record BadRequest(int status, String method, String path, String body) {}

    @Test
    void badRequestsChangeNothing() throws Exception {
        String one = "/api/v1/models/" + model;
        String learn = "{\"dataset\":\"" + DATASET + "\",\"recipe\":";
        List<BadRequest> bad = List.of(
                new BadRequest(400, "PUT", "/api/v1/data/.hidden", "x"), new BadRequest(400, "PUT", "/api/v1/data/a%20b", "x"),
                new BadRequest(400, "PUT", "/api/v1/data/" + "x".repeat(101), "x"),
                new BadRequest(409, "PUT", "/api/v1/data/visits.csv", "x"),
                new BadRequest(404, "GET", "/api/v1/data/missing.csv", ""),
                new BadRequest(404, "DELETE", "/api/v1/data/missing.csv", ""),
                new BadRequest(404, "POST", "/api/v1/data/missing.csv/restore", ""),
                new BadRequest(422, "POST", "/api/v1/data/preview", "{\"dataset\":\"csv:file=../token,sequence=1,symbol=2\"}"),
                new BadRequest(422, "POST", "/api/v1/data/preview", "{\"dataset\":\"csv:file=/etc/passwd,sequence=1,symbol=2\"}"),
                new BadRequest(422, "POST", "/api/v1/data/preview", "{\"dataset\":\"nothing:file=visits.csv\"}"),
                new BadRequest(422, "POST", "/api/v1/data/preview", "{\"dataset\":\"a b\"}"),
                new BadRequest(400, "POST", "/api/v1/data/preview", "{\"dataset\":\"ring\",\"limit\":-1}"),
                new BadRequest(400, "POST", "/api/v1/data/preview", "{\"data\":\"ring\"}"),
                new BadRequest(400, "GET", "/api/v1/data?limit=0", ""),
                new BadRequest(400, "GET", "/api/v1/models?removed=perhaps", ""),
                new BadRequest(400, "POST", "/api/v1/models", "{"), new BadRequest(400, "POST", "/api/v1/models", "[]"),
                new BadRequest(400, "POST", "/api/v1/models", "{\"recipe\":\"2sr\"}"),
                new BadRequest(422, "POST", "/api/v1/models", learn + "\"2sr:rank=-1\"}"),
                new BadRequest(422, "POST", "/api/v1/models", learn + "\"tsr\"}"),
                new BadRequest(422, "POST", "/api/v1/models", learn + "\"+\"}"),
                new BadRequest(400, "POST", "/api/v1/models", learn + "\"2sr\",\"seed\":1.5}"),
                new BadRequest(400, "POST", "/api/v1/models", learn + "\"2sr\",\"limit\":0}"),
                new BadRequest(400, "POST", "/api/v1/models", learn + "\"2sr\",\"name\":\"\"}"),
                new BadRequest(400, "POST", "/api/v1/models/import", ""),
                new BadRequest(422, "POST", "/api/v1/models/import", "no model"),
                new BadRequest(404, "GET", "/api/v1/models/unknown", ""),
                new BadRequest(404, "DELETE", "/api/v1/models/unknown", ""),
                new BadRequest(409, "POST", one + "/cancel", ""), new BadRequest(409, "POST", one + "/restore", ""),
                new BadRequest(400, "GET", one + "/file?encoding=xml", ""), new BadRequest(405, "PUT", one, "x"),
                new BadRequest(400, "POST", one + "/predict", "{\"prefix\":\"home\"}"),
                new BadRequest(422, "POST", one + "/predict", "{\"prefix\":[\"home\",\"nowhere\"]}"),
                new BadRequest(422, "POST", one + "/predict", "{\"prefix\":[\"<end>\"]}"),
                new BadRequest(400, "POST", one + "/predict", "{\"prefix\":[[]]}"),
                new BadRequest(400, "POST", one + "/predict", "{\"ahead\":0}"),
                new BadRequest(400, "POST", one + "/predict", "{\"ahead\":1e9}"),
                new BadRequest(400, "POST", one + "/predict", "{\"top\":0}"),
                new BadRequest(400, "POST", one + "/predict", "{\"batch\":{}}"),
                new BadRequest(400, "POST", one + "/predict", "{\"batch\":[1]}"),
                new BadRequest(400, "POST", one + "/predict", "{\"batch\":[{\"upper\":1}]}"),
                new BadRequest(413, "POST", one + "/predict", "{\"batch\":[" + "{},".repeat(1000) + "{}]}"),
                new BadRequest(413, "POST", one + "/predict", "{\"batch\":[{\"ahead\":1000000},{\"ahead\":1}]}"),
                new BadRequest(400, "POST", one + "/score", "{}"),
                new BadRequest(422, "POST", one + "/score", "{\"sequences\":[[\"x\"]]}"),
                new BadRequest(413, "POST", one + "/sample", "{\"number\":1000,\"length\":1001}"),
                new BadRequest(400, "POST", one + "/sample", "{\"seed\":\"one\"}"),
                new BadRequest(400, "POST", one + "/walk", "{\"sequence\":7}"),
                new BadRequest(404, "POST", one + "/sessions/none", "{\"symbol\":\"home\"}"),
                new BadRequest(404, "DELETE", one + "/sessions/none", ""));
        String before = state();
        for (BadRequest request : bad) {
            HttpRequest.Builder asked = server.request(request.path());
            if (request.body().startsWith("{") || request.body().startsWith("[")) {
                asked.header("Content-Type", "application/json");
            }
            HttpResponse<byte[]> answer = server.send(asked.method(request.method(), request.body().isEmpty()
                    ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(request.body())));
            String said = new String(answer.body(), StandardCharsets.UTF_8);
            assertEquals(request.status(), answer.statusCode(), () -> request + ": " + said);
            assertEquals("application/problem+json", answer.headers().firstValue("Content-Type").orElse(""), request::toString);
            JsonNode problem = ServerProcess.JSON.readTree(said);
            assertEquals(request.status(), problem.get("status").asInt());
            assertTrue(problem.get("detail").asText().length() > 10, said);
            assertTrue(!said.contains(folder.toString()), () -> "no path of the server may be shown: " + said);
        }
        assertEquals(before, state());
    }

    private static String state() throws Exception {
        return server.get("/api/v1/models") + "\n" + server.get("/api/v1/data");
    }

    @Test
    void filesAreReplacedOnlyWhereTheSenderHasSeenThem() throws Exception {
        HttpResponse<byte[]> first = put("letters.txt", "a b\n".getBytes(StandardCharsets.UTF_8));
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertEquals(200, put("letters.txt", "a b\n".getBytes(StandardCharsets.UTF_8)).statusCode());
        assertEquals(409, put("letters.txt", "c d\n".getBytes(StandardCharsets.UTF_8)).statusCode());
        assertEquals(412, put("letters.txt", "c d\n".getBytes(StandardCharsets.UTF_8), "If-Match", "\"other\"").statusCode());
        assertEquals("a b\n", new String(server.bytes("/api/v1/data/letters.txt"), StandardCharsets.UTF_8));
        assertEquals(200, put("letters.txt", "c d\n".getBytes(StandardCharsets.UTF_8), "If-Match", tag).statusCode());
        assertEquals("c d\n", new String(server.bytes("/api/v1/data/letters.txt"), StandardCharsets.UTF_8));
        assertEquals(204, server.send(server.request("/api/v1/data/letters.txt").DELETE()).statusCode());
        assertEquals(404, server.send(server.request("/api/v1/data/letters.txt")).statusCode());
        assertEquals(200, server.post("/api/v1/data/letters.txt/restore", "").statusCode());
        assertEquals("c d\n", new String(server.bytes("/api/v1/data/letters.txt"), StandardCharsets.UTF_8));
    }

    @Test
    @LongTest
    void aModelThatWasBeingLearnedIsLearnedAgainAfterAKill() throws Exception {
        Path data = folder.resolve("killed");
        Path home = Files.createDirectories(folder.resolve("killed-home"));
        String slow = "em:states=40,restarts=6,iterations=2000,tolerance=0";
        String id;
        String queued;
        try (ServerProcess first = new ServerProcess(home, data, "--threads", "1")) {
            assertEquals(201, first.send(first.request("/api/v1/data/visits.csv")
                    .PUT(HttpRequest.BodyPublishers.ofFile(folder.resolve("visits.csv")))).statusCode());
            id = order(first, slow);
            queued = order(first, RECIPE);
            awaitState(first, id, "learning");
            first.kill();
        }
        try (ServerProcess second = new ServerProcess(home, data, "--threads", "1")) {
            assertTrue(second.said().contains("2 models that had not been learned"), second.said());
            assertEquals(200, second.post("/api/v1/models/" + id + "/cancel", "").statusCode());
            awaitState(second, id, "cancelled");
            awaitState(second, queued, "ready");
            assertEquals(content(server.bytes("/api/v1/models/" + model + "/file")),
                    content(second.bytes("/api/v1/models/" + queued + "/file")));
        }
    }

    @Test
    void thePythonClientWorks() throws Exception {
        python("test_psrlab", "(?s).*Ran [1-9][0-9] tests.*\nOK.*");
    }

    /** Skips itself if NumPy is missing. */
    @Test
    void modelsInNumpyAndEstimatorsWork() throws Exception {
        python("test_models", "(?s).*\nOK.*");
    }

    private void python(String module, String words) throws Exception {
        assumeTrue(Python.present(), "skipped: there is no python3 of version 3.9 or newer");
        Path said = folder.resolve(module);
        ProcessBuilder builder = Python.withLibraries("-m", "unittest", "-v", module).redirectOutput(said.toFile());
        builder.environment().put("PSR_DATA", folder.resolve("data").toString());
        Process process = builder.start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "tests that end");
        assertEquals(0, process.exitValue(), () -> read(said));
        assertTrue(read(said).matches(words), () -> read(said));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
