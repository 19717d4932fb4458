package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients who send half of what they said and then wait hold threads of the server, and not all of them. */
class SlowClientsTest {

    /** More than the server has threads. */
    private static final int CLIENTS = 300;

    @TempDir
    Path home;

    @Test
    void theHealthIsToldWhileManyClientsDoNotGoOn() throws Exception {
        assumeTrue(ServerProcess.present(), "there is no psr.launcher/target/psr.jar: mvn verify builds it");
        Path data = home.resolve("data");
        try (ServerProcess server = new ServerProcess(home, data)) {
            String half = "POST /api/v1/runs HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\nAuthorization: Bearer "
                    + Files.readString(data.resolve("token")).strip() + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
            List<Socket> clients = new ArrayList<>();
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
                    clients.add(client);
                    client.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
                }
                ServerProcess.await("clients that are sent away", () -> told(clients).size() >= CLIENTS - 200);
                assertEquals(200, server.send(server.request("/health/live")).statusCode());
                assertEquals(200, server.send(server.request("/health/ready")).statusCode());
                List<Socket> told = told(clients);
                assertEquals(CLIENTS - 200, told.size(), "the others are still waited for");
                String answer = new String(told.get(0).getInputStream().readNBytes(told.get(0).getInputStream().available()), StandardCharsets.UTF_8);
                assertTrue(answer.startsWith("HTTP/1.1 503 ") && answer.contains("at most 200 requests") && answer.contains("Retry-After: 1"), answer);
            } finally {
                for (Socket client : clients) {
                    client.close();
                }
            }
            ServerProcess.await("a server that has time again", () -> server.send(server.request("/api/v1/")).statusCode() == 200);
            assertFalse(Files.readString(home.resolve("log/psr.log")).contains("POST /api/v1/runs failed"), "who hangs up is no failure of the server");
        }
    }

    private static List<Socket> told(List<Socket> clients) throws IOException {
        List<Socket> told = new ArrayList<>();
        for (Socket client : clients) {
            if (client.getInputStream().available() > 0) {
                told.add(client);
            }
        }
        return told;
    }
}
