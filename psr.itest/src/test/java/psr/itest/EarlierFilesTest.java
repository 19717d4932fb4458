package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the files in earlier/earlier-files.zip, which version 1.0.0 wrote; earlier/README.md describes them. */
class EarlierFilesTest {

    private static final Path ZIP = Path.of("").toAbsolutePath().resolve("earlier/earlier-files.zip");
    private static final double TOLERANCE = 1e-12;

    @TempDir
    Path folder;

    @BeforeEach
    void unpack() throws IOException {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
        try (InputStream in = Files.newInputStream(ZIP); ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path path = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.getParent());
                    Files.copy(zip, path);
                }
            }
        }
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private void assertSame(String expected, String found) throws IOException {
        assertEquals(Files.readString(folder.resolve(expected)), Files.readString(folder.resolve(found)));
    }

    /** Claims have more columns than they had, after those of before. */
    private void assertSameClaims(String expected, String found) throws IOException {
        List<String> before = Files.readAllLines(folder.resolve(expected).resolve("claims.csv"));
        List<String> now = Files.readAllLines(folder.resolve(found).resolve("claims.csv"));
        assertEquals(before.size(), now.size());
        for (int i = 0; i < before.size(); i++) {
            assertEquals(before.get(i), now.get(i).substring(0, Math.min(before.get(i).length(), now.get(i).length())));
        }
    }

    /** The numbers of all trials, without times and wording. */
    private List<JsonNode> trials(String run) throws IOException {
        List<JsonNode> trials = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(run).resolve("trials.jsonl"))) {
            trials.add(((ObjectNode) ServerProcess.JSON.readTree(line)).retain("trial", "last", "recipe", "seed", "experiment",
                    "data",
                    "true-model", "curve"));
        }
        trials.sort(Comparator.comparingInt(trial -> trial.get("trial").asInt()));
        return trials;
    }

    /** One of them has a choice of rates, which a claim is about. */
    @Test
    void finishedRunsAreReportedWithTheSameNumbers() throws Exception {
        for (String run : List.of("finished", "rates")) {
            String again = run + "-again";
            ServerProcess.command(folder, "report", path(run), "--out", path(again));
            assertSame(run + "/summary.csv", again + "/summary.csv");
            assertSame(run + "/times.csv", again + "/times.csv");
            assertSameClaims(run, again);
            assertTrue(Files.exists(folder.resolve(again).resolve("report.html")));
        }
    }

    @Test
    void anInterruptedRunEndsWithTheNumbersOfAWholeOne() throws Exception {
        assertTrue(trials("interrupted").size() < trials("finished").size());
        // The code that began the run is not the present one, which is to give the same numbers.
        ServerProcess.ended(folder, 0, "resume", path("interrupted"), "--anyway", "--threads", "2");
        assertSame("finished/summary.csv", "interrupted/summary.csv");
        assertSameClaims("finished", "interrupted");
        assertEquals(trials("finished"), trials("interrupted"));
    }

    @Test
    void theRecordOfARunRunsAgainWithTheRatesThatWereChosen() throws Exception {
        ServerProcess.command(folder, "run", path("rates/experiment.json"), "--out", path("again"));
        assertSame("rates/summary.csv", "again/summary.csv");
        assertEquals(trials("rates"), trials("again"));
    }

    @Test
    @LongTest
    void modelsPredictScoreAndDrawTheSame() throws Exception {
        String text = path("models/new.txt");
        for (String name : List.of("psr.json", "psr.npz", "ngram.json", "hmm.npz")) {
            String model = path("models/" + name);
            assertEquals(Files.readString(folder.resolve("models/" + name + ".predict")),
                    withoutRemarks(ServerProcess.ended(folder, 0, "predict", model, text, "--ahead", "2", "--repair", "clip")));
            assertEquals(Files.readString(folder.resolve("models/" + name + ".score")),
                    withoutRemarks(ServerProcess.ended(folder, 0, "score", model, text, "--repair", "absolute")));
            assertEquals(Files.readString(folder.resolve("models/" + name + ".sample")),
                    ServerProcess.ended(folder, 0, "sample", model, "--seed", "5", "--sequences", "4", "--repair", "clip"));
        }
    }

    /** The output without what the commands of today print on standard error about negative scores. */
    private static String withoutRemarks(String output) {
        return output.lines().filter(line -> !line.contains(" had negative scores")).map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private ServerProcess server() throws Exception {
        return new ServerProcess(folder, folder.resolve("server"), "--threads", "2");
    }

    /** The ids of runs or models by their names. */
    private static Map<String, String> ids(ServerProcess server, String path) throws Exception {
        Map<String, String> ids = new TreeMap<>();
        server.get("/api/v1/" + path).get("items").forEach(item -> ids.put(item.get("name").asText(), item.get("id").asText()));
        return ids;
    }

    private static void order(ServerProcess server, String run, String what) throws Exception {
        HttpResponse<byte[]> answer = server.post("/api/v1/runs/" + run + "/" + what, "");
        assertEquals(200, answer.statusCode(), () -> new String(answer.body()));
    }

    private JsonNode expected(String name) throws IOException {
        return ServerProcess.JSON.readTree(folder.resolve("http/" + name + ".json").toFile());
    }

    @Test
    void aServerHasTheDataTheModelsTheRunsAndTheTokens() throws Exception {
        try (ServerProcess server = server()) {
            Map<String, String> runs = ids(server, "runs");
            assertEquals("[begun, done, paused]", runs.keySet().toString());
            assertEquals("[new.txt, visits.csv]",
                    server.get("/api/v1/data").get("items").findValuesAsText("name").stream().sorted()
                            .toList().toString());
            assertEquals(expected("summary"), server.get("/api/v1/runs/" + runs.get("done") + "/summary"));
            assertNear(expected("differences"), server.get("/api/v1/runs/" + runs.get("done") + "/differences?reference=ngram"));
            String model = ids(server, "models").get("pages");
            HttpResponse<byte[]> predicted = server.post("/api/v1/models/" + model + "/predict",
                    "{\"batch\":[{\"prefix\":[\"home\"],\"ahead\":2},{\"prefix\":[]}]}");
            assertEquals(expected("predict"), ServerProcess.JSON.readTree(predicted.body()));
            String reader = "Bearer " + Files.readString(folder.resolve("server/reader"));
            assertEquals(200, server.send(server.request("/api/v1/runs").setHeader("Authorization", reader)).statusCode());
            assertEquals(403, server.send(server.request("/api/v1/models/" + model).setHeader("Authorization", reader).DELETE())
                    .statusCode());
            assertEquals(401, server.send(server.request("/api/v1/runs").setHeader("Authorization", reader + "x")).statusCode());
        }
    }

    @Test
    void aServerComputesTheRunsThatWerePaused() throws Exception {
        try (ServerProcess server = server()) {
            Map<String, String> runs = ids(server, "runs");
            byte[] done = server.bytes("/api/v1/runs/" + runs.get("done") + "/files/summary.csv");
            String paused = runs.get("paused");
            assertEquals("paused", server.get("/api/v1/runs/" + paused).get("state").asText());
            order(server, paused, "proceed");
            server.await(paused, "done");
            assertArrayEquals(done, server.bytes("/api/v1/runs/" + paused + "/files/summary.csv"));

            // It has results of bundles that are not there any more.
            String begun = runs.get("begun");
            assertEquals("paused", server.get("/api/v1/runs/" + begun).get("state").asText());
            JsonNode before = server.get("/api/v1/runs/" + begun + "/trials");
            order(server, begun, "proceed");
            assertTrue(server.await(begun, "waiting").get("waiting-for").asText().contains("psr.spectral 1.0.0"));
            order(server, begun, "restart");
            server.await(begun, "done");
            JsonNode after = server.get("/api/v1/runs/" + begun + "/trials?limit=1000");
            assertEquals(curves(before, before), curves(after, before));
        }
    }

    /** The curves of the recipes in those trials that are also in others, by number and label. */
    private static Map<String, JsonNode> curves(JsonNode trials, JsonNode others) {
        Map<String, JsonNode> curves = new TreeMap<>();
        trials.get("items").forEach(trial -> curves.put(trial.get("trial") + " " + trial.get("recipe"), trial.get("curve")));
        List<String> kept = new ArrayList<>();
        others.get("items").forEach(trial -> kept.add(trial.get("trial") + " " + trial.get("recipe")));
        assertTrue(kept.size() > 0);
        curves.keySet().retainAll(kept);
        return curves;
    }

    /** Equal but for the last digits. */
    private static void assertNear(JsonNode expected, JsonNode found) {
        assertEquals(expected.size(), found.size());
        if (expected.isDouble()) {
            assertEquals(expected.asDouble(), found.asDouble(), TOLERANCE);
        } else if (expected.isObject()) {
            expected.fieldNames().forEachRemaining(name -> assertNear(expected.get(name), found.path(name)));
        } else if (expected.isArray()) {
            for (int i = 0; i < expected.size(); i++) {
                assertNear(expected.get(i), found.get(i));
            }
        } else {
            assertEquals(expected, found);
        }
    }
}
