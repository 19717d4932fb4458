package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins of a real server, put in and taken out by HTTP. */
class ServerPluginsTest {

    private static final String RUN = """
            {"experiment":{"dataset":"ring:sequences=60","recipes":["slow"],"metrics":["pnll"],"trials":2}}""";

    @TempDir
    Path home;

    @BeforeEach
    void needsTheApplication() {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
    }

    private static HttpResponse<byte[]> put(ServerProcess server, byte[] content) throws Exception {
        return server.send(server.request("/api/v1/plugins/mine.jar").PUT(HttpRequest.BodyPublishers.ofByteArray(content)));
    }

    private static JsonNode in(ServerProcess server, String state) throws Exception {
        for (JsonNode plugin : server.get("/api/v1/plugins").get("items")) {
            if (plugin.get("state").asText().equals(state)) {
                return plugin;
            }
        }
        return ServerProcess.JSON.missingNode();
    }

    @Test
    void listsBundlesThatRunsUseAfterTheirFilesWereReplacedOrRemoved() throws Exception {
        byte[] first = Files.readAllBytes(ServerRunsTest.slow("1.0.0", 2).writeTo(home.resolve("first.jar")));
        byte[] second = Files.readAllBytes(ServerRunsTest.slow("1.0.0", 50).writeTo(home.resolve("second.jar")));
        Path hold = Files.createFile(home.resolve("hold"));
        try (ServerProcess server = new ServerProcess(home, home.resolve("data"), "--threads", "1", "--allow-plugins")) {
            assertEquals(201, put(server, first).statusCode());
            ServerProcess.await("the first", () -> in(server, "active").at("/services/0").asText().equals("learner slow"));
            String old = server.submit(RUN);
            ServerProcess.await("a run with it", () -> in(server, "active").at("/runs/0").asText().equals(old));
            String hash = in(server, "active").at("/bundle/sha256").asText();

            assertEquals(200, put(server, second).statusCode());
            ServerProcess.await("another of the same version", () -> {
                JsonNode now = in(server, "active");
                return !now.isMissingNode() && !now.at("/bundle/sha256").asText().equals(hash);
            });
            JsonNode now = in(server, "active");
            assertEquals(0, now.get("runs").size(), now.toString());
            JsonNode held = in(server, "held");
            assertEquals(hash, held.at("/bundle/sha256").asText(), held.toString());
            assertEquals(old, held.at("/runs/0").asText());
            assertTrue(held.get("file").isNull() && held.get("services").isEmpty(), held.toString());
            String sum = now.at("/bundle/sha256").asText().substring(0, 8);
            assertEquals(
                    "its file was replaced; new runs use mine 1.0.0 (" + sum
                            + "…); runs that started with it use it until they end",
                    held.get("remark").asText());

            assertEquals(204, server.send(server.request("/api/v1/plugins/mine.jar").DELETE()).statusCode());
            ServerProcess.await("none", () -> in(server, "active").isMissingNode());
            assertEquals(1, server.get("/api/v1/plugins").get("items").size(), "bundles of the application are not listed");
            assertEquals("its file was removed; new runs do not use it; runs that started with it use it until they end",
                    in(server, "held").get("remark").asText());
            Files.delete(hold);
            server.await(old, "done");
            ServerProcess.await("nothing held", () -> server.get("/api/v1/plugins").get("items").isEmpty());
        }
    }

    /** With exit code 0 a service manager would not start it again. */
    @Test
    void aPluginThatEndsTheProcessMakesTheServerFail() throws Exception {
        new PluginJar("mine", "1.0.0").source("Leaves", """
                public final class Leaves implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                    public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                    public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                            psr.api.learn.Run run) {
                        System.exit(0);
                        return null;
                    }
                }
                """).component("Leaves", "psr.api.learn.Learner", "leaves")
                .writeTo(Files.createDirectories(home.resolve("plugins")).resolve("mine.jar"));
        try (ServerProcess server = new ServerProcess(home, home.resolve("data"))) {
            server.submit(RUN.replace("slow", "leaves"));
            assertEquals(1, server.awaitExit(), server.said());
            assertTrue(
                    server.said()
                            .contains("psr: plugin.Leaves.learn ended the process (System.exit) before its work was finished"),
                    server.said());
        }
    }

    @Test
    void rejectsFilesThatAreNotBundles() throws Exception {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(plain)) {
            zip.putNextEntry(new ZipEntry("plain.txt"));
        }
        try (ServerProcess server = new ServerProcess(home, home.resolve("data"), "--allow-plugins")) {
            HttpResponse<byte[]> table = put(server, "user,page\nann,home\n".getBytes());
            assertEquals(422, table.statusCode());
            assertEquals("a plugin must be a jar; the upload cannot be read as one", detail(table));
            HttpResponse<byte[]> jar = put(server, plain.toByteArray());
            assertEquals(422, jar.statusCode());
            assertTrue(detail(jar).startsWith("a plugin must be an OSGi bundle with the manifest header Bundle-SymbolicName; "),
                    detail(jar));
            assertNotEquals(201, put(server, new byte[0]).statusCode());
            for (String folder : new String[] {"plugins", "data/uploads"}) {
                try (Stream<Path> left = Files.list(home.resolve(folder))) {
                    assertEquals(0, left.count(), folder);
                }
            }
        }
    }

    private static String detail(HttpResponse<byte[]> answer) throws Exception {
        return ServerProcess.JSON.readTree(answer.body()).get("detail").asText();
    }
}
