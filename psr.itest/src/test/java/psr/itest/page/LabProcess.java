package psr.itest.page;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import psr.itest.ServerProcess;

/** A server with all that the page shows, plugins too, that can be stopped and started again at the same address. */
final class LabProcess implements AutoCloseable {

    private final Path folder;
    private final List<String> options;
    private ServerProcess server;
    /** Any that is free at the first start. */
    private int port;

    private LabProcess(Path folder, List<String> options) {
        this.folder = folder;
        this.options = options;
    }

    /** Whether there is an application to start; it is there after {@code mvn package}. */
    static boolean present() {
        return ServerProcess.present();
    }

    /** Serves a new folder within this one, at a port that is free; with more options of {@code serve} than the usual ones. */
    static LabProcess start(Path folder, String... options) throws Exception {
        LabProcess lab = new LabProcess(folder, List.of(options));
        Files.createDirectories(lab.plugins());
        lab.start();
        return lab;
    }

    /** Starts it; the second time at the port of the first. */
    void start() throws Exception {
        List<String> words = new ArrayList<>(List.of("--port", String.valueOf(port), "--threads", "2", "--allow-plugins"));
        words.addAll(options);
        server = new ServerProcess(folder, folder.resolve("data"), words.toArray(String[]::new));
        port = server.port();
    }

    /** Kills it, so that it says nothing to anybody. */
    void kill() throws InterruptedException {
        server.kill();
    }

    /** Stops it as Ctrl-C does. */
    void stop() throws InterruptedException {
        server.stop();
    }

    /** The folder that takes plugins. */
    Path plugins() {
        return folder.resolve("plugins");
    }

    /** The address of the page, with the token of its owner. */
    String address() throws IOException {
        return plainAddress() + "#token=" + token();
    }

    /** The address of the page, without a token. */
    String plainAddress() {
        return "http://127.0.0.1:" + port + "/";
    }

    String token() throws IOException {
        return Files.readString(folder.resolve("data").resolve("token")).strip();
    }

    /** What the API answers; a body, if there is one, is posted. */
    JsonNode api(String path, String... body) throws Exception {
        HttpResponse<byte[]> answer =
                body.length > 0 ? server.post("/api/v1" + path, body[0]) : server.send(server.request("/api/v1" + path));
        if (answer.statusCode() >= 300) {
            throw new IOException(path + " was answered with " + answer.statusCode() + ": "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return ServerProcess.JSON.readTree(answer.body());
    }

    @Override
    public void close() {
        server.close();
    }
}
