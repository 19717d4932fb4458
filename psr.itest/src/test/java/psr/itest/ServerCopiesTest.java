package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipFile;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of a busy server becomes another server, which has the same content and continues its work. */
class ServerCopiesTest {

    private static final int TRIALS = 60;
    private static final String RUN =
            """
            {"experiment":{"dataset":"ring:sequences=60","recipes":["unigram","2sr:rank=4"],"metrics":["pnll"],"trials":%d,"seed":3}}""";

    @TempDir
    Path home;

    @BeforeEach
    void needsTheApplication() {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
    }

    @Test
    void aBackupMadeDuringARunContinuesInAnotherFolder() throws Exception {
        copied();
    }

    @Test
    @LongTest
    void aBackupFromH2ContinuesInPostgres() throws Exception {
        Optional<PostgresProcess> postgres = PostgresProcess.open();
        assumeTrue(postgres.isPresent(), "no PostgreSQL: there is no /usr/lib/postgresql/*/bin/initdb");
        try (PostgresProcess process = postgres.get()) {
            copied("--store", process.url());
        }
    }

    @Test
    @LongTest
    void theCommandCopiesAServerThatRunsAndSaysWhereThereIsNone() throws Exception {
        Path data = home.resolve("data");
        String copy = home.resolve("lab.zip").toString();
        try (ServerProcess server = new ServerProcess(home, data)) {
            ServerProcess.command(home, "backup", copy, "--data", data.toString());
            try (ZipFile zip = new ZipFile(copy)) {
                assertTrue(zip.getEntry("database.sql.gz") != null && zip.getEntry("token") == null);
            }
            assertTrue(ServerProcess.failure(home, 2, "backup", copy, "--data", data.toString()).contains("must be a new file"));
            server.kill();
        }
        String said = ServerProcess.failure(home, 1, "backup", home.resolve("late.zip").toString(), "--data", data.toString());
        assertTrue(said.contains("no server answers for the folder " + data), said);
    }

    @Test
    @LongTest
    void clientsOfTheFolderTrustASelfSignedCertificate() throws Exception {
        Path data = home.resolve("data");
        Path copy = home.resolve("lab.zip");
        try (ServerProcess server = new ServerProcess(home, data, "--key-store", KeyTool.make(home).toString())) {
            assertTrue(Files.readString(data.resolve("address")).startsWith("https://127.0.0.1:"));
            ServerProcess.command(home, "backup", copy.toString(), "--data", data.toString());
            try (ZipFile zip = new ZipFile(copy.toFile())) {
                assertTrue(zip.getEntry("database.sql.gz") != null);
            }
            if (Python.present()) {
                assertEquals("full", role("data=r'" + data + "'"));
                String stranger = role("url=open(r'" + data.resolve("address") + "').read().strip(), token='any'");
                assertTrue(stranger.contains("must be trusted") && stranger.contains("certificate.pem"), stranger);
            }
            server.stop();
            assertTrue(Files.notExists(data.resolve("certificate.pem")), "it goes with the address");
        }
    }

    /** The role that the client in Python has, or what it says is wrong. */
    private static String role(String arguments) throws Exception {
        Process process = Python.with("-c", "import psrlab\ntry:\n  print(psrlab.Lab(" + arguments + ").about()['role'])\n"
                + "except psrlab.PsrError as e:\n  print(e)").start();
        String said = new String(process.getInputStream().readAllBytes()).strip();
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    private void copied(String... options) throws Exception {
        Path copy = home.resolve("lab.zip");
        String token;
        String owner;
        String ended;
        String underWay;
        String model;
        byte[] data = "a b\nb a b\na a\n".getBytes();
        byte[][] summaries = new byte[2][];
        byte[] predicted;
        try (ServerProcess server = new ServerProcess(home, home.resolve("data"), "--threads", "1")) {
            assertEquals(201,
                    server.send(server.request("/api/v1/data/lines.txt").PUT(HttpRequest.BodyPublishers.ofByteArray(data)))
                            .statusCode());
            HttpResponse<byte[]> learned = server.post("/api/v1/models",
                    "{\"dataset\":\"lines:file=lines.txt\",\"recipe\":\"ngram:order=2\",\"seed\":1}");
            assertEquals(202, learned.statusCode(), () -> new String(learned.body()));
            model = ServerProcess.JSON.readTree(learned.body()).get("id").asText();
            ServerProcess.await("a model that is ready",
                    () -> server.get("/api/v1/models/" + model).get("state").asText().equals("ready"));
            predicted = predict(server, model);
            token = ServerProcess.JSON.readTree(server.post("/api/v1/tokens", "{\"name\":\"notebook\",\"role\":\"read\"}").body())
                    .get("token").asText();
            owner = Files.readString(home.resolve("data/token")).strip();
            ended = server.submit(RUN.formatted(2));
            summaries[0] = summary(server, server.await(ended, "done").get("id").asText());
            underWay = server.submit(RUN.formatted(TRIALS));
            server.await(underWay, run -> run.at("/trials/done").asInt() > 0);
            Files.write(copy, server.post("/api/v1/backups", "").body());
            summaries[1] = summary(server, server.await(underWay, "done").get("id").asText());
        }
        String[] all = new String[options.length + 2];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = "--restore";
        all[options.length + 1] = copy.toString();
        Path other = home.resolve("other");
        try (ServerProcess server = new ServerProcess(home, other, all)) {
            assertTrue(server.said().contains("recovered: 1 run continues"), server.said());
            assertArrayEquals(summaries[0], summary(server, ended));
            JsonNode run = server.await(underWay, "done");
            assertEquals(TRIALS, run.at("/trials/done").asInt());
            assertArrayEquals(summaries[1], summary(server, underWay));
            assertEquals(3 * TRIALS, Files.readAllLines(other.resolve("runs").resolve(underWay).resolve("trials.jsonl")).size(),
                    "no trial twice");
            assertArrayEquals(predicted, predict(server, model));
            assertArrayEquals(data, server.bytes("/api/v1/data/lines.txt"));
            assertEquals(200, as(server, token), "tokens are in the copy");
            assertEquals(401, as(server, owner), "the owner's is not");
            assertNotEquals(owner, Files.readString(other.resolve("token")).strip());
        }
    }

    private static byte[] summary(ServerProcess server, String run) throws Exception {
        return server.bytes("/api/v1/runs/" + run + "/files/summary.csv");
    }

    private static byte[] predict(ServerProcess server, String model) throws Exception {
        HttpResponse<byte[]> answer = server.post("/api/v1/models/" + model + "/predict", "{\"prefix\":[\"a\"]}");
        assertEquals(200, answer.statusCode(), () -> new String(answer.body()));
        return answer.body();
    }

    private static int as(ServerProcess server, String token) throws Exception {
        return server.send(server.request("/api/v1/").setHeader("Authorization", "Bearer " + token)).statusCode();
    }
}
