package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a real server: the same numbers as the command line's, whatever happens to the process. */
class ServerRunsTest {

    /** How long a server may take to stop with its work saved, with some air for a machine that has other work. */
    private static final double STOP_SECONDS = 8;

    private static final String SMALL =
            """
            {"experiment":{"dataset":"ring:sequences=60","recipes":["unigram","2sr:rank=4"],"metrics":["pnll"],"trials":4,"seed":%d}}""";

    /** Takes a while, and longer as long as the file {@code hold} exists. */
    private static final String SLOW = """
            public final class Slow implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    java.io.File hold = new java.io.File(System.getProperty("psr.home"), "hold");
                    try {
                        do {
                            Thread.sleep(40);
                        } while (hold.exists() && !run.cancelled());
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), %s);
                }
            }
            """;

    /** Unwell while the file is there. */
    private static final String PULSE = """
            public final class Pulse implements org.apache.felix.hc.api.HealthCheck {
                public org.apache.felix.hc.api.Result execute() {
                    boolean held = new java.io.File(System.getProperty("psr.home"), "hold").exists();
                    return new org.apache.felix.hc.api.Result(held ? org.apache.felix.hc.api.Result.Status.CRITICAL
                            : org.apache.felix.hc.api.Result.Status.OK, held ? "held" : "well");
                }
            }
            """;

    @TempDir
    Path home;
    private Path data;

    @BeforeEach
    void needsTheApplication() {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
        data = home.resolve("data");
    }

    static PluginJar slow(String version, int first) {
        return new PluginJar("mine", version).source("Slow", SLOW.formatted(first)).source("ConstantModel", PluginJar.MODEL)
                .component("Slow", "psr.api.learn.Learner", "slow");
    }

    private Path hold() throws Exception {
        Files.createDirectories(home);
        return Files.createFile(home.resolve("hold"));
    }

    private byte[] commandLine(String name, String recipe, int trials, int seed) throws Exception {
        ServerProcess.command(home, "run", "ring:sequences=60", "unigram", recipe, "--metrics", "pnll", "--trials",
                Integer.toString(trials), "--seed", Integer.toString(seed), "--out", home.resolve(name).toString());
        return Files.readAllBytes(home.resolve(name).resolve("summary.csv"));
    }

    @Test
    void aRunGivesWhatTheCommandLineGivesAndTellsOnTheWay() throws Exception {
        byte[] expected = commandLine("local", "2sr:rank=4", 4, 7);
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            String body = SMALL.formatted(7).replace("}}", "},\"paused\":true}");
            HttpResponse<byte[]> first = server.post("/api/v1/runs", body, "Idempotency-Key", "one");
            assertEquals(201, first.statusCode());
            String id = ServerProcess.JSON.readTree(first.body()).get("id").asText();
            assertEquals("/api/v1/runs/" + id, first.headers().firstValue("Location").orElseThrow());
            // The first event, then the connection is lost, then the rest; on a fast machine the first may be the last.
            List<String> events = new ArrayList<>();
            String last = events(server, id, null, events, 1);
            if (events.stream().noneMatch(line -> line.contains("\"state\":\"done\""))) {
                events(server, id, last, events, Integer.MAX_VALUE);
            }
            List<Long> ids =
                    events.stream().filter(line -> line.startsWith("id: ")).map(line -> Long.parseLong(line.substring(4)))
                            .toList();
            assertEquals(ids.stream().sorted().distinct().toList(), ids, "each event once, in order");
            assertTrue(events.stream().anyMatch(line -> line.startsWith("data: ") && line.contains("\"trial\":")
                    && line.contains("\"done\":4,\"total\":4")), events.toString());

            JsonNode run = server.await(id, "done");
            assertEquals(4, run.at("/trials/done").asInt());
            assertArrayEquals(expected, server.bytes("/api/v1/runs/" + id + "/files/summary.csv"));
            assertEquals(expected.length, Files.size(data.resolve("runs").resolve(id).resolve("summary.csv")));

            HttpResponse<byte[]> again = server.post("/api/v1/runs", body, "Idempotency-Key", "one");
            assertEquals(id, ServerProcess.JSON.readTree(again.body()).get("id").asText());
            assertEquals(422, server.post("/api/v1/runs", SMALL.formatted(8), "Idempotency-Key", "one").statusCode());
            String other = server.submit(SMALL.formatted(8));
            assertNotEquals(id, other);
            server.await(other, "done");

            pages(server, List.of(other, id));
            tags(server, id);
            more(server, id, expected);
            outAndIn(server, id);
            trash(server, other);
        }
    }

    /** Reads events until the run is over or there were enough; the id of the last. */
    private static String events(ServerProcess server, String id, String after, List<String> into, int enough) throws Exception {
        HttpRequest.Builder request = server.request("/api/v1/runs/" + id + "/events");
        HttpResponse<Stream<String>> answer = server.lines(after == null ? request : request.header("Last-Event-ID", after));
        assertEquals(200, answer.statusCode());
        if (after == null) {
            assertEquals(200, server.post("/api/v1/runs/" + id + "/proceed", "").statusCode());
        }
        String last = after;
        int count = 0;
        try (Stream<String> lines = answer.body()) {
            Iterator<String> each = lines.iterator();
            boolean over = false;
            while (each.hasNext() && !over && count < enough) {
                String line = each.next();
                if (line.startsWith("id: ")) {
                    last = line.substring(4);
                }
                into.add(line);
                if (line.startsWith("data: {\"id\"")) {
                    count++;
                    over = line.contains("\"state\":\"done\"");
                }
            }
        }
        return last;
    }

    private static void pages(ServerProcess server, List<String> newestFirst) throws Exception {
        JsonNode one = server.get("/api/v1/runs?limit=1");
        JsonNode two = server.get("/api/v1/runs?limit=1&after=" + one.get("next").asText());
        assertEquals(newestFirst, List.of(one.at("/items/0/id").asText(), two.at("/items/0/id").asText()));
        assertTrue(two.get("next").isNull());
        assertEquals(server.get("/api/v1/runs"), server.get("/api/v1/runs/"), "a slash at the end means nothing");
        assertEquals(server.get("/api/v1/").get("limits"), server.get("/api/v1").get("limits"));
        long most = server.get("/api/v1/").at("/limits/page-items").asLong();
        assertEquals(2, server.get("/api/v1/runs?limit=" + most).get("items").size());
        assertEquals(0, server.get("/api/v1/runs?state=queued,running").get("items").size());
        assertEquals(2, server.get("/api/v1/runs?text=RANK%3D4").get("items").size());
        assertEquals(0, server.get("/api/v1/runs?text=%25%25rank").get("items").size());
    }

    private static void tags(ServerProcess server, String id) throws Exception {
        String path = "/api/v1/runs/" + id;
        String tag = server.send(server.request(path)).headers().firstValue("ETag").orElseThrow();
        assertEquals(304, server.send(server.request(path).header("If-None-Match", tag)).statusCode());
        HttpRequest.BodyPublisher renamed = HttpRequest.BodyPublishers.ofString("{\"name\":\"renamed\"}");
        assertEquals(200, server.send(server.request(path).header("If-Match", tag).header("Content-Type", "application/json")
                .method("PATCH", renamed)).statusCode());
        assertEquals(412, server.send(server.request(path).header("If-Match", tag).header("Content-Type", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"name\":\"late\"}"))).statusCode());
        assertEquals("renamed", server.get(path).get("name").asText());
    }

    @Test
    @LongTest
    void aPausedRunThatGetsMoreTrialsStaysPaused() throws Exception {
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "1")) {
            String id = server.submit(SMALL.formatted(7).replace("}}", "},\"paused\":true}"));
            assertEquals("paused", server.get("/api/v1/runs/" + id).get("state").asText());
            HttpResponse<byte[]> more = server.post("/api/v1/runs/" + id + "/more", "{\"trials\":6}");
            assertEquals(200, more.statusCode(), new String(more.body()));
            assertEquals("paused", ServerProcess.JSON.readTree(more.body()).get("state").asText());
            assertEquals(200, server.post("/api/v1/runs/" + id + "/proceed", "").statusCode());
            server.await(id, run -> run.get("state").asText().equals("done") && run.at("/trials/done").asInt() == 6);
        }
    }

    private void more(ServerProcess server, String id, byte[] before) throws Exception {
        assertEquals(422, server.post("/api/v1/runs/" + id + "/more", "{\"trials\":4}").statusCode());
        assertEquals(200, server.post("/api/v1/runs/" + id + "/more", "{\"trials\":6}").statusCode());
        server.await(id, run -> run.get("state").asText().equals("done") && run.at("/trials/done").asInt() == 6);
        byte[] now = server.bytes("/api/v1/runs/" + id + "/files/summary.csv");
        assertTrue(!Arrays.equals(before, now));
        assertArrayEquals(commandLine("six", "2sr:rank=4", 6, 7), now);
    }

    private static void outAndIn(ServerProcess server, String id) throws Exception {
        byte[] zip = server.bytes("/api/v1/runs/" + id + "/folder");
        HttpResponse<byte[]> taken = server.send(server.request("/api/v1/runs/import").header("Content-Type", "application/zip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(zip)));
        assertEquals(201, taken.statusCode(), new String(taken.body()));
        JsonNode run = ServerProcess.JSON.readTree(taken.body());
        assertEquals("done", run.get("state").asText());
        assertEquals("renamed", run.get("name").asText(), "it is called as it was");
        HttpResponse<byte[]> named =
                server.send(server.request("/api/v1/runs/import?name=a+twin").header("Content-Type", "application/zip")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(zip)));
        assertEquals("a twin", ServerProcess.JSON.readTree(named.body()).get("name").asText());
        HttpResponse<byte[]> report =
                server.send(server.request("/api/v1/runs/" + run.get("id").asText() + "/files/report.html").GET());
        assertTrue(report.headers().firstValue("Content-Security-Policy").orElseThrow().startsWith("sandbox; default-src 'none'"),
                "its scripts do not run with the rights of this origin");
        assertArrayEquals(server.bytes("/api/v1/runs/" + id + "/files/summary.csv"),
                server.bytes("/api/v1/runs/" + run.get("id").asText() + "/files/summary.csv"));
        for (String bad : List.of("../experiment.json", "run/../../experiment.json", "/experiment.json",
                "run/a/b/c/d/experiment.json")) {
            HttpResponse<byte[]> refused =
                    server.send(server.request("/api/v1/runs/import").header("Content-Type", "application/zip")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(zipOf("run/experiment.json", bad))));
            assertEquals(422, refused.statusCode(), bad + ": " + new String(refused.body()));
        }
        assertEquals(400, server.send(server.request("/api/v1/runs/import").header("Content-Type", "application/zip")
                .POST(HttpRequest.BodyPublishers.ofString("no zip"))).statusCode());
    }

    private static byte[] zipOf(String... names) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("{}".getBytes());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static void trash(ServerProcess server, String id) throws Exception {
        String path = "/api/v1/runs/" + id;
        assertEquals(204, server.send(server.request(path).DELETE()).statusCode());
        assertEquals(id, server.get("/api/v1/runs?removed=true").at("/items/0/id").asText());
        assertEquals(409, server.post(path + "/proceed", "").statusCode());
        assertEquals(200, server.post(path + "/restore", "").statusCode());
        assertEquals(0, server.get("/api/v1/runs?removed=true").get("items").size());
    }

    @Test
    void runsContinueAfterTheServerWasKilledAndAfterItWasStopped() throws Exception {
        Path plugins = Files.createDirectories(home.resolve("plugins"));
        slow("1.0.0", 2).writeTo(plugins.resolve("mine.jar"));
        byte[] expected = commandLine("local", "slow", 12, 3);
        String body =
                """
                {"experiment":{"dataset":"ring:sequences=60","recipes":["unigram","slow"],"metrics":["pnll"],"trials":12,"seed":3}}""";
        List<String> ids = new ArrayList<>();
        String paused;
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            Path hold = hold();
            for (int i = 0; i < 6; i++) {
                ids.add(server.submit(body));
            }
            awaitRunning(server, ids, 2);
            Files.delete(hold);
            paused = server.submit(body.replace("}}", "},\"paused\":true}"));
            server.await(ids.get(0), run -> run.at("/trials/done").asInt() >= 6);
            int second = number(server, ids.get(1), "done");
            assertTrue(second >= 2, "the first run must not have the machine alone; the second has finished " + second);
            hold();
            server.kill();
        }
        List<List<String>> finished = lines(ids);
        assertTrue(finished.get(0).size() >= 4 && finished.get(0).size() % 3 == 0,
                "some trials, whole: " + finished.get(0).size());

        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            assertTrue(server.said().contains("recovered: "), server.said());
            awaitRunning(server, ids, 2);
            double seconds = server.stop();
            assertTrue(seconds < STOP_SECONDS, "it took " + seconds + " s to stop");
        }
        Files.delete(home.resolve("hold"));

        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            for (int i = 0; i < ids.size(); i++) {
                server.await(ids.get(i), "done");
                assertArrayEquals(expected, server.bytes("/api/v1/runs/" + ids.get(i) + "/files/summary.csv"));
                List<String> now = Files.readAllLines(data.resolve("runs").resolve(ids.get(i)).resolve("trials.jsonl"));
                assertEquals(finished.get(i), now.subList(0, finished.get(i).size()), "what was finished is as it was");
                assertEquals(36, now.size(), "each trial once, of three rows");
            }
            assertEquals("paused", server.get("/api/v1/runs/" + paused).get("state").asText());
            assertEquals(200, server.post("/api/v1/runs/" + paused + "/proceed", "").statusCode());
            server.await(paused, "done");
        }
    }

    @Test
    @LongTest
    void aStoppedServerSavesFinishedTrialsAndTheNextContinues() throws Exception {
        slow("1.0.0", 2).writeTo(Files.createDirectories(home.resolve("plugins")).resolve("mine.jar"));
        String id;
        List<String> finished;
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            id = server.submit("""
                    {"experiment":{"dataset":"ring:sequences=60","recipes":["slow"],"metrics":["pnll"],"trials":40,"seed":3}}""");
            server.await(id, run -> run.at("/trials/done").asInt() >= 3);
            hold();
            awaitRunning(server, List.of(id), 2);
            int done = number(server, id, "done");
            server.stop();
            assertTrue(server.exitCode() == 0 || server.exitCode() == 143, "it ends by itself, with " + server.exitCode());
            finished = Files.readAllLines(data.resolve("runs").resolve(id).resolve("trials.jsonl"));
            assertTrue(done >= 3 && finished.size() >= done,
                    done + " trials were finished; kept are " + finished.size() + " rows");
            assertTrue(Files.notExists(data.resolve("address")), "a stopped server leaves no address");
        }
        Files.delete(home.resolve("hold"));
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            assertEquals(40, server.await(id, "done").at("/trials/done").asInt());
            List<String> now = Files.readAllLines(data.resolve("runs").resolve(id).resolve("trials.jsonl"));
            assertEquals(finished, now.subList(0, finished.size()), "what was finished is as it was");
        }
        String log = Files.readString(home.resolve("log/psr.log"));
        assertTrue(!log.contains("Jetty not started"), log);
    }

    private List<List<String>> lines(List<String> ids) throws Exception {
        List<List<String>> all = new ArrayList<>();
        for (String id : ids) {
            Path file = data.resolve("runs").resolve(id).resolve("trials.jsonl");
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            all.add(lines.subList(0, lines.size() - lines.size() % 3));
        }
        return all;
    }

    private static int number(ServerProcess server, String id, String what) throws Exception {
        for (JsonNode run : server.get("/api/v1/runs").get("items")) {
            if (run.get("id").asText().equals(id)) {
                return run.at("/trials/" + what).asInt();
            }
        }
        throw new AssertionError("there must be a run " + id);
    }

    /** The learner waits: so many trials are under way. */
    @Test
    @LongTest
    void aHealthCheckOfAPluginIsAskedAndGoesWithIt() throws Exception {
        Path jar = new PluginJar("checked", "1.0.0").learner("checked", 2).source("Pulse", PULSE)
                .component("Pulse", "org.apache.felix.hc.api.HealthCheck", "")
                .writeTo(Files.createDirectories(home.resolve("plugins")).resolve("checked.jar"));
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "1")) {
            ServerProcess.await("a check that is asked", () -> health(server).contains("200 ok store disk Pulse"));
            hold();
            assertEquals("503 check-failed store disk Pulse: held", health(server));
            assertEquals(200, server.send(server.request("/health/live")).statusCode(), "it answers for ready only");
            Files.delete(jar);
            ServerProcess.await("a server without the check", () -> health(server).equals("200 ok store disk"));
        }
    }

    private static String health(ServerProcess server) throws Exception {
        HttpResponse<byte[]> answer = server.send(server.request("/health/ready"));
        JsonNode json = ServerProcess.JSON.readTree(answer.body());
        StringBuilder text = new StringBuilder(answer.statusCode() + " " + json.get("status").asText());
        for (JsonNode check : json.get("checks")) {
            text.append(' ').append(check.get("name").asText());
            text.append(check.get("status").asText().equals("ok") ? "" : ": " + check.get("message").asText());
        }
        return text.toString();
    }

    private static void awaitRunning(ServerProcess server, List<String> ids, int wanted) throws Exception {
        ServerProcess.await(wanted + " trials under way", () -> {
            int running = 0;
            for (String id : ids) {
                running += number(server, id, "running");
            }
            return running == wanted;
        });
    }

    @Test
    @LongTest
    void aRunWaitsForItsPluginAndContinuesWhenItIsBack() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        slow("1.0.0", 2).writeTo(jar);
        String body =
                """
                {"experiment":{"dataset":"ring:sequences=60","recipes":["unigram","slow"],"metrics":["pnll"],"trials":8,"seed":3}}""";
        byte[] first = Files.readAllBytes(jar);
        String id;
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "1")) {
            id = server.submit(body);
            server.await(id, run -> run.at("/trials/done").asInt() >= 1);
            // Replaced under it: the run has what it began with.
            hold();
            slow("1.1.0", 50).writeTo(jar);
            server.kill();
        }
        Files.delete(home.resolve("hold"));
        try (Stream<Path> kept = Files.list(home.resolve("kept"))) {
            for (Path file : kept.toList()) {
                Files.delete(file);
            }
        }
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "1")) {
            JsonNode waiting = server.await(id, "waiting");
            assertEquals("learner slow 1.0.0, present: 1.1.0", waiting.get("waiting-for").asText());
            Path part = Files.write(jar.resolveSibling(".back.part"), first);
            Files.move(part, jar.resolveSibling("back.jar"));
            JsonNode done = server.await(id, "done");
            for (JsonNode bundle : done.get("bundles")) {
                if (bundle.get("name").asText().equals("mine")) {
                    assertEquals("1.0.0", bundle.get("version").asText());
                }
            }
            String anew = server.submit(body);
            server.await(anew, "done");
            assertTrue(!Arrays.equals(server.bytes("/api/v1/runs/" + id + "/files/summary.csv"),
                    server.bytes("/api/v1/runs/" + anew + "/files/summary.csv")), "the other version would have been seen");
            JsonNode differ = server.get("/api/v1/compare?runs=" + id + "," + anew).get("settings");
            assertEquals(1, differ.size(), differ.toString());
            assertEquals("bundle mine", differ.at("/0/name").asText());
        }
    }
}
