package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
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
    void reportsHealthWhileManyClientsStall() throws Exception {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
        Path data = home.resolve("data");
        try (ServerProcess server = new ServerProcess(home, data)) {
            String half = "POST /api/v1/runs HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\nAuthorization: Bearer "
                    + Files.readString(data.resolve("token")).strip()
                    + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
            List<Socket> clients = new ArrayList<>();
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
                    clients.add(client);
                    client.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
                }
                ServerProcess.await("clients that are rejected", () -> answered(clients).size() >= CLIENTS - 200);
                assertEquals(200, server.send(server.request("/health/live")).statusCode());
                assertEquals(200, server.send(server.request("/health/ready")).statusCode());
                List<String> answers = new ArrayList<>();
                for (Socket client : answered(clients)) {
                    answers.add(answer(client));
                }
                // On a slow machine some have already timed out (408).
                assertTrue(answers.stream()
                        .anyMatch(answer -> answer.startsWith("HTTP/1.1 503 ") && answer.contains("at most 200 requests")
                                && answer.contains("Retry-After: 1")),
                        answers.get(0));
            } finally {
                for (Socket client : clients) {
                    client.close();
                }
            }
            ServerProcess.await("a server that has time again",
                    () -> server.send(server.request("/api/v1/")).statusCode() == 200);
            assertFalse(Files.readString(home.resolve("log/psr.log")).contains("POST /api/v1/runs failed"),
                    "who hangs up is no failure of the server");
        }
    }

    /** Up to the end of its JSON. */
    private static String answer(Socket client) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next;
        do {
            next = client.getInputStream().read();
            bytes.write(next);
        } while (next >= 0 && next != '}');
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static List<Socket> answered(List<Socket> clients) throws IOException {
        List<Socket> answered = new ArrayList<>();
        for (Socket client : clients) {
            if (client.getInputStream().available() > 0) {
                answered.add(client);
            }
        }
        return answered;
    }
}
