package psr.server.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real PostgreSQL in a folder of its own, where its programs are found; never runs as root, which PostgreSQL rejects. */
public final class PostgresServer implements AutoCloseable {

    /** Said where there is none. */
    public static final String ABSENT =
            "no PostgreSQL: there is no /usr/lib/postgresql/*/bin/initdb (Debian: apt install postgresql)";

    private static final Path PLACES = Path.of("/usr/lib/postgresql");
    private static final String USER = "psr";

    private static final Map<Path, String> DATABASES = new HashMap<>();
    /** Null before the first is wanted. */
    private static Optional<PostgresServer> shared;

    private final Path programs;
    private final Path folder;
    private final int port;
    private final boolean root;

    private PostgresServer(Path programs) throws IOException, InterruptedException {
        this.programs = programs;
        this.root = System.getProperty("user.name").equals("root");
        this.folder = Files.createTempDirectory("psr-postgresql");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        if (root) {
            call(List.of("chown", "postgres", folder.toString()));
        }
        program("initdb", "-D", folder.resolve("data").toString(), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync");
        start();
    }

    /** One that listens; empty where there are no programs. */
    public static Optional<PostgresServer> open() throws IOException, InterruptedException {
        if (!Files.isDirectory(PLACES)) {
            return Optional.empty();
        }
        Optional<Path> newest;
        try (Stream<Path> versions = Files.list(PLACES)) {
            newest = versions.map(version -> version.resolve("bin")).filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparing(Path::toString));
        }
        return newest.isEmpty() ? Optional.empty() : Optional.of(new PostgresServer(newest.get()));
    }

    /**
     * The database of a folder, in a server that lasts until {@link #end}; skips the test where there are no programs.
     *
     * @param folder the same one is the same database
     */
    public static synchronized Store store(Path folder) throws IOException, InterruptedException {
        if (shared == null) {
            shared = open();
        }
        assumeTrue(shared.isPresent(), ABSENT);
        String url = DATABASES.get(folder);
        if (url == null) {
            url = shared.get().database("lab" + DATABASES.size());
            DATABASES.put(folder, url);
        }
        return Store.open(Optional.of(url), folder);
    }

    /** Another server on the database of a folder, after {@link #store}. */
    static synchronized Store again(Path database, Path folder) throws IOException {
        return Store.open(Optional.of(DATABASES.get(database)), folder);
    }

    /** No test needs {@link #store} any more. */
    public static synchronized void end() throws IOException {
        if (shared != null && shared.isPresent()) {
            shared.get().close();
        }
        shared = null;
        DATABASES.clear();
    }

    /** Makes a database; its address. */
    public String database(String name) throws IOException, InterruptedException {
        program("createdb", "-h", "127.0.0.1", "-p", Integer.toString(port), "-U", USER, name);
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=" + USER;
    }

    /** Starts it after {@link #stop}. */
    public void start() throws IOException, InterruptedException {
        program("pg_ctl", "-D", folder.resolve("data").toString(), "-l", folder.resolve("log").toString(), "-w", "-t", "120",
                "-o",
                "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1 -c fsync=off", "start");
    }

    /** Stops it immediately, without notice to clients. */
    public void stop() throws IOException, InterruptedException {
        program("pg_ctl", "-D", folder.resolve("data").toString(), "-m", "immediate", "-w", "stop");
    }

    private void program(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(root ? List.of("runuser", "-u", "postgres", "--") : List.of());
        command.add(programs.resolve(name).toString());
        command.addAll(List.of(arguments));
        call(command);
    }

    private void call(List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("psr-postgresql", ".said");
        try {
            Process process = new ProcessBuilder(command).directory(Path.of("/tmp").toFile()).redirectErrorStream(true)
                    .redirectOutput(said.toFile()).start();
            if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(command + " failed: " + Files.readString(said));
            }
        } finally {
            Files.delete(said);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            throw new IOException("interrupted while it was stopping", e);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
