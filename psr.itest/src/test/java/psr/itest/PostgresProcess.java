package psr.itest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real PostgreSQL for a server to keep its runs in, where its programs are found; never as root, which it refuses. */
final class PostgresProcess implements AutoCloseable {

    private static final Path PLACES = Path.of("/usr/lib/postgresql");

    private final Path programs;
    private final Path folder;
    private final int port;
    private final boolean root = System.getProperty("user.name").equals("root");

    private PostgresProcess(Path programs) throws IOException {
        this.programs = programs;
        this.folder = Files.createTempDirectory("psr-postgresql");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        if (root) {
            call(List.of("chown", "postgres", folder.toString()));
        }
        program("initdb", "-D", folder.resolve("data").toString(), "-U", "psr", "-A", "trust", "-E", "UTF8", "--no-sync");
        start();
    }

    /** One that listens; empty where there are no programs. */
    static Optional<PostgresProcess> open() throws IOException {
        if (!Files.isDirectory(PLACES)) {
            return Optional.empty();
        }
        Optional<Path> newest;
        try (Stream<Path> versions = Files.list(PLACES)) {
            newest = versions.map(version -> version.resolve("bin")).filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparing(Path::toString));
        }
        return newest.isEmpty() ? Optional.empty() : Optional.of(new PostgresProcess(newest.get()));
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=psr";
    }

    void start() throws IOException {
        program("pg_ctl", "-D", folder.resolve("data").toString(), "-l", folder.resolve("log").toString(), "-w", "-t", "120",
                "-o",
                "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1", "start");
    }

    void stop() throws IOException {
        program("pg_ctl", "-D", folder.resolve("data").toString(), "-m", "immediate", "-w", "stop");
    }

    private void program(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(root ? List.of("runuser", "-u", "postgres", "--") : List.of());
        command.add(programs.resolve(name).toString());
        command.addAll(List.of(arguments));
        call(command);
    }

    private static void call(List<String> command) throws IOException {
        Path said = Files.createTempFile("psr-postgresql", ".said");
        try {
            Process process = new ProcessBuilder(command).directory(Path.of("/tmp").toFile()).redirectErrorStream(true)
                    .redirectOutput(said.toFile()).start();
            if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(command + " failed: " + Files.readString(said));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(command + " was interrupted", e);
        } finally {
            Files.delete(said);
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
