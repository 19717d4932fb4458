package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs bad-requests.txt against a server: each gets its problem document, and afterwards everything is as it was. */
class BadRequestsTest {

    private static final int LEAST_ROWS = 100;
    private static final String RUN =
            "{\"experiment\":{\"dataset\":\"ring:sequences=60\",\"recipes\":[\"unigram\"],\"trials\":2}}";

    private final Map<String, String> places = new TreeMap<>();
    /** The kinds of problems that the description of the API lists. */
    private final Set<String> kinds = new TreeSet<>();
    private String reader;

    @Test
    void everyBadRequestGetsItsProblemAndChangesNothing(@TempDir Path home) throws Exception {
        assumeTrue(ServerProcess.present(), "skipped: there is no psr.jar");
        try (ServerProcess server = new ServerProcess(home, home.resolve("data"))) {
            prepare(server);
            Map<String, String> before = state(server, home.resolve("data"));
            List<String> wrong = new ArrayList<>();
            List<String> rows = rows();
            assertTrue(rows.size() >= LEAST_ROWS, rows.size() + " rows");
            for (String row : rows) {
                String problem = tried(server, row.split("\t", -1));
                if (!problem.isEmpty()) {
                    wrong.add(row + "\n    " + problem);
                }
            }
            assertEquals("", String.join("\n", wrong));
            assertEquals(before, state(server, home.resolve("data")));
        }
    }

    private static List<String> rows() throws IOException {
        try (InputStream in = BadRequestsTest.class.getResourceAsStream("bad-requests.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
        }
    }

    private void prepare(ServerProcess server) throws Exception {
        server.get("/api/v1/openapi.json").at("/components/schemas/Problem/properties/type/enum")
                .forEach(kind -> kinds.add(kind.asText()));
        reader = ServerProcess.JSON.readTree(server.post("/api/v1/tokens", "{\"name\":\"reader\",\"role\":\"read\"}").body())
                .get("token").asText();
        assertEquals(201, server.send(server.request("/api/v1/data/small.txt")
                .PUT(HttpRequest.BodyPublishers.ofString("a b a\nb a\n"))).statusCode());
        assertEquals(201, server.send(server.request("/api/v1/data/visits.csv")
                .PUT(HttpRequest.BodyPublishers.ofString("user,page\nann,home\nbob,home\nann,pay\n"))).statusCode());
        String run = server.submit(RUN);
        server.await(run, "done");
        // The best recipe is stored soon after the end.
        ServerProcess.await("the best recipe", () -> server.get("/api/v1/runs/" + run).get("best").isObject());
        JsonNode model = ServerProcess.JSON.readTree(server.post("/api/v1/models",
                "{\"dataset\":\"ring:sequences=60\",\"recipe\":\"2sr:rank=3\"}").body());
        String id = model.get("id").asText();
        ServerProcess.await("a model", () -> server.get("/api/v1/models/" + id).get("state").asText().equals("ready"));
        places.put("{run}", run);
        places.put("{model}", id);
        places.put("{deep}", "[".repeat(5_000));
        places.put("{huge}", "{\"name\":\"" + "x".repeat(5_000_000) + "\"}");
        places.put("{long}", "x".repeat(300));
    }

    /** All that a client could see of a change, and what lies in the folder. */
    private static Map<String, String> state(ServerProcess server, Path data) throws Exception {
        Map<String, String> state = new TreeMap<>();
        for (String list : List.of("runs", "runs?removed=true", "models", "models?removed=true", "data", "data?removed=true",
                "tokens", "plugins")) {
            state.put(list, server.get("/api/v1/" + list).toString());
        }
        try (Stream<Path> files = Files.walk(data)) {
            // The database writes as it likes.
            files.filter(file -> Files.isRegularFile(file) && !file.startsWith(data.resolve("store"))).forEach(file -> state.put(
                    data.relativize(file).toString(), Long.toString(file.toFile().length())));
        }
        return state;
    }

    /** What is wrong with the answer; empty if nothing is. */
    private String tried(ServerProcess server, String[] row) throws Exception {
        HttpRequest.Builder request = server.request(filled(row[1]));
        for (String header : row[2].isEmpty() ? new String[0] : row[2].split("; ")) {
            String[] parts = filled(header).split(": ", 2);
            switch (header) {
                case "Authorization: none" -> request.setHeader("Authorization", "");
                case "Authorization: reader" -> request.setHeader("Authorization", "Bearer " + reader);
                default -> request.setHeader(parts[0], parts[1]);
            }
        }
        byte[] body = body(row[3]);
        request.method(row[0], body.length == 0 && !row[0].equals("POST") ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(body));
        HttpResponse<byte[]> answer;
        try {
            answer = sent(server, request);
        } catch (IOException e) {
            // A server that refuses a large body need not read it to its end.
            return row[4].equals("413") ? "" : "no answer: " + e;
        }
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        String status = Integer.toString(answer.statusCode());
        if (!status.matches(row[4])) {
            return "found " + status + ": " + text;
        }
        if (!answer.headers().firstValue("Content-Type").orElse("").startsWith("application/problem+json")) {
            return "no problem document: " + text;
        }
        JsonNode problem = ServerProcess.JSON.readTree(text);
        boolean whole = problem.get("status").asInt() == answer.statusCode() && !problem.get("title").asText().isEmpty()
                && kinds.contains(problem.get("type").asText()) && !problem.get("detail").asText().isEmpty()
                && !text.contains("Exception");
        return whole && problem.get("detail").asText().contains(row[5]) ? "" : "found " + text;
    }

    /** A server may close a connection whose last request it refused, just when the next one is sent on it: that one is sent again. */
    private static HttpResponse<byte[]> sent(ServerProcess server, HttpRequest.Builder request) throws Exception {
        try {
            return server.send(request);
        } catch (IOException e) {
            return server.send(request);
        }
    }

    private String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> place : places.entrySet()) {
            filled = filled.replace(place.getKey(), place.getValue());
        }
        return filled;
    }

    private byte[] body(String text) throws IOException {
        return switch (text) {
            case "{zip-traversal}" -> zip("../../evil.txt", 10);
            case "{zip-empty}" -> zip(null, 0);
            case "{zip-bomb}" -> zip("trials.jsonl", 600_000_000);
            default -> filled(text).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static byte[] zip(String name, int zeros) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            if (name != null) {
                zip.putNextEntry(new ZipEntry(name));
                byte[] block = new byte[1_000_000];
                for (int left = zeros; left > 0; left -= block.length) {
                    zip.write(block, 0, Math.min(left, block.length));
                }
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
