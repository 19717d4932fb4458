package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose trials workers compute too. */
class ServerClusterTest {

    private static final int TRIALS = 240;
    private static final String RUN =
            """
            {"experiment":{"dataset":"lines:file=data.txt","recipes":["naps","unigram"],"metrics":["pnll"],"trials":%d,"seed":1}}""";

    @TempDir
    Path folder;

    @BeforeEach
    void needsTheApplication() {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
    }

    private static ServerProcess server(LabMachines lab, Path keys) throws Exception {
        return new ServerProcess(lab.home("server"), lab.home("server").resolve("data"), "--threads", "1", "--on", "cluster",
                "--cluster-host",
                "127.0.0.1", "--cluster-port", Integer.toString(lab.port(3)), "--secret-file", lab.secret().toString(),
                "--cluster-key-store", keys.toString());
    }

    /** How many trials of a run each has finished. */
    private static Map<String, Integer> finished(ServerProcess server, String run) throws Exception {
        Map<String, Integer> finished = new TreeMap<>();
        server.get("/api/v1/runs/" + run).get("computed-by").forEach(place -> finished.put(place.get("where").asText(),
                place.get("finished").asInt()));
        return finished;
    }

    private static List<String> workers(ServerProcess server) throws Exception {
        List<String> workers = new ArrayList<>();
        server.get("/api/v1/workers").get("items").forEach(worker -> workers.add(worker.get("where").asText()));
        return workers;
    }

    /** While workers compute trials of a run, beside which models are learned. */
    @Test
    void modelsAreLearnedByTheServerItself() throws Exception {
        try (LabMachines lab = new LabMachines(folder, Network.loopback(5))) {
            Path keys = lab.encrypt();
            Path jar = LabMachines.naps("1.0.0", 100, 1, 1).writeTo(folder.resolve("naps.jar"));
            Files.copy(jar, lab.plugins("server").resolve("naps.jar"));
            try (ServerProcess server = server(lab, keys)) {
                assertEquals(201, server.send(server.request("/api/v1/data/data.txt").PUT(HttpRequest.BodyPublishers.ofFile(
                        folder.resolve("data.txt")))).statusCode());
                lab.start("worker-1", 1, "200m", lab.worker(1, "--take-plugins"));
                lab.await("a worker", () -> workers(server).equals(List.of("server", lab.address(1))));
                String run = server.submit(RUN.formatted(TRIALS));
                lab.await("the worker computes", () -> finished(server, run).getOrDefault(lab.address(1), 0) > 0);
                for (int i = 0; i < 6; i++) {
                    HttpResponse<byte[]> asked =
                            server.post("/api/v1/models", "{\"dataset\":\"lines:file=data.txt\",\"recipe\":\"unigram\"}");
                    assertEquals(202, asked.statusCode(), new String(asked.body()));
                    String model = "/api/v1/models/" + ServerProcess.JSON.readTree(asked.body()).get("id").asText();
                    lab.await("a model", () -> !List.of("queued", "learning").contains(server.get(model).get("state").asText()));
                    assertEquals("ready", server.get(model).get("state").asText(), server.get(model).toString());
                }
            }
        }
    }

    /**
     * Two runs at once on a server and two workers. One worker is killed, the plugin is replaced by one that gives other numbers, a third
     * worker comes, the server is killed and started again. All of it encrypted. The bytes are those of the command line.
     */
    @Test
    @LongTest
    void workersComputeRunsOfAServerWhateverHappensToThemAndToIt() throws Exception {
        try (LabMachines lab = new LabMachines(folder, Network.loopback(5))) {
            Path keys = lab.encrypt();
            Path jar = LabMachines.naps("1.0.0", 100, 1, 1).writeTo(folder.resolve("naps.jar"));
            for (String name : List.of("server", "local")) {
                Files.copy(jar, lab.plugins(name).resolve("naps.jar"));
            }
            Path newer = LabMachines.naps("1.1.0", 100, 1, 7).writeTo(folder.resolve("newer.jar"));
            String small;
            String large;
            try (ServerProcess server = server(lab, keys)) {
                assertTrue(server.said().contains("member of the cluster psr at " + lab.address(3) + "; workers: none yet"),
                        server.said());
                assertEquals(List.of("server"), workers(server));
                assertEquals(201, server.send(server.request("/api/v1/data/data.txt").PUT(HttpRequest.BodyPublishers.ofFile(
                        folder.resolve("data.txt")))).statusCode());
                for (int i = 1; i <= 2; i++) {
                    lab.start("worker-" + i, i, "200m", lab.worker(i, "--take-plugins"));
                }
                lab.await("two workers", () -> workers(server).equals(List.of("server", lab.address(1), lab.address(2))));
                large = server.submit(RUN.formatted(TRIALS));
                small = server.submit(RUN.formatted(TRIALS / 4));
                for (String run : List.of(large, small)) {
                    lab.await("all three compute for both runs",
                            () -> finished(server, run).values().stream().filter(each -> each > 0)
                                    .count() == 3 || !server.get("/api/v1/runs/" + run).get("state").asText().equals("running"));
                }
                JsonNode run = server.get("/api/v1/runs/" + large);
                assertTrue(run.get("said").toString().contains(lab.address(1) + " takes part, 1 at once"), run::toString);
                assertEquals("psr", server.get("/api/v1/workers").get("cluster").asText());

                lab.kill("worker-1");
                // The run only says so if the worker had trials of this run just then.
                lab.await("the server to notice", () -> !workers(server).contains(lab.address(1)));
                // It waits, so that there is something left to do when the third worker comes.
                assertEquals(200, server.post("/api/v1/runs/" + large + "/pause", "").statusCode());
                lab.await("what was given out", () -> server.get("/api/v1/runs/" + large).at("/trials/running").asInt() == 0);
                Files.copy(newer, lab.plugins("server").resolve("naps.jar"), StandardCopyOption.REPLACE_EXISTING);
                lab.start("worker-4", 4, "200m", lab.worker(4, "--take-plugins"));
                lab.await("the third worker", () -> workers(server).contains(lab.address(4)));
                assertEquals(200, server.post("/api/v1/runs/" + large + "/proceed", "").statusCode());
                lab.await("what the third worker computes", () -> finished(server, large).getOrDefault(lab.address(4), 0) > 0);
                assertTrue(lab.said("worker-4").contains("took the plugin naps 1.0.0"), lab::words);
                server.kill();
            }
            try (ServerProcess server = server(lab, keys)) {
                assertTrue(server.said().contains("recovered: "), server.said());
                lab.await("both workers are back",
                        () -> workers(server).equals(List.of("server", lab.address(2), lab.address(4))));
                lab.await("they compute", () -> finished(server, large).getOrDefault(lab.address(2), 0) > 0
                        || server.get("/api/v1/runs/" + large).get("state").asText().equals("done"));
                server.await(large, "done");
                server.await(small, "done");
                lab.start("local", 5, "300m", LabMachines.run("local", TRIALS, "--seed", "1"));
                lab.ends("local", 0);
                assertArrayEquals(lab.summary("local"), server.bytes("/api/v1/runs/" + large + "/files/summary.csv"));
                String runs = "home-server/data/runs/";
                assertEquals(TRIALS, lab.trials(runs + large));
                assertEquals(TRIALS / 4, lab.trials(runs + small));
            }
        }
    }
}
