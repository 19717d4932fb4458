package psr.itest.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The application as it ships, serving a folder, in a process of its own that can be stopped and started again. */
final class LabProcess implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

    private final Path folder;
    private Process process;
    private int port;

    private LabProcess(Path folder) {
        this.folder = folder;
    }

    /** What is started; it is there after {@code mvn package}. */
    static Path application() {
        return Path.of("..", "psr.launcher", "target", "psr.jar").toAbsolutePath().normalize();
    }

    /** Serves a new folder within this one, at a port that is free. */
    static LabProcess start(Path folder) throws IOException, InterruptedException {
        LabProcess lab = new LabProcess(folder);
        Files.createDirectories(lab.plugins());
        lab.start();
        return lab;
    }

    /** Starts it; the second time at the port of the first. */
    void start() throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Files.deleteIfExists(said);
        process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dpsr.home=" + folder,
                "-jar", application().toString(), "serve", "--data", folder.resolve("data").toString(), "--port", String.valueOf(port),
                "--threads", "2", "--allow-plugins")).directory(folder.toFile()).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        process.getOutputStream().close();
        Pattern listening = Pattern.compile("listening on http://127\\.0\\.0\\.1:(\\d+)/");
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS); System.nanoTime() < end; Thread.sleep(50)) {
            Matcher found = listening.matcher(Files.readString(said));
            if (found.find()) {
                port = Integer.parseInt(found.group(1));
                return;
            }
            if (!process.isAlive()) {
                break;
            }
        }
        throw new IOException("the server must listen within " + PATIENCE_SECONDS + " s; it said " + Files.readString(said));
    }

    /** Stops it as Ctrl-C does. */
    void stop() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    /** The folder that takes plugins. */
    Path plugins() {
        return folder.resolve("plugins");
    }

    /** The address of the page, with the token of its owner. */
    String address() throws IOException {
        return "http://127.0.0.1:" + port + "/#token=" + token();
    }

    /** The address of the page, without a token. */
    String plainAddress() {
        return "http://127.0.0.1:" + port + "/";
    }

    String token() throws IOException {
        return Files.readString(folder.resolve("data").resolve("token")).strip();
    }

    @Override
    public void close() {
        stop();
    }
}
