package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients, and a server that is killed under them, and whose learner is replaced under it. Only with {@code -Pserver-load}; the numbers
 * are system properties: {@code psr.load.experiments}, {@code .clients}, {@code .kills}, {@code .swaps}. Prints what it measured.
 */
class ServerLoadTest {

    private static final int SEEDS = 5;
    private static final int TRIALS = 3;

    /** Its score is in a file beside it, so that a version is made without a compiler. */
    private static final String SCORED = """
            public final class Scored implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    try (java.io.InputStream in = Scored.class.getResourceAsStream("score.txt")) {
                        return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), Double.parseDouble(new String(in.readAllBytes())));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
            }
            """;

    @TempDir
    Path home;
    private Path data;
    private int port;

    @BeforeEach
    void onlyWhenAsked() throws Exception {
        assumeTrue(System.getProperty("psr.load.experiments") != null, "long: mvn verify -Pserver-load");
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar");
        data = home.resolve("data");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    private static int number(String name, int standard) {
        return Integer.getInteger("psr.load." + name, standard);
    }

    @Test
    void nothingIsLostInTheFolderDatabase() throws Exception {
        load("h2", Optional.empty());
    }

    @Test
    void nothingIsLostInPostgres() throws Exception {
        Optional<PostgresProcess> postgres = PostgresProcess.open();
        assumeTrue(postgres.isPresent(), "no PostgreSQL: there is no /usr/lib/postgresql/*/bin/initdb");
        try (PostgresProcess process = postgres.get()) {
            load("postgresql", Optional.of(process));
        }
    }

    private static String body(int seed) {
        return """
                {"experiment":{"dataset":"ring:sequences=60","recipes":["unigram","2sr:rank=4"],"metrics":["pnll"],"trials":%d,"seed":%d}}"""
                .formatted(TRIALS, seed);
    }

    private ServerProcess start(Optional<PostgresProcess> postgres) throws Exception {
        List<String> options = new ArrayList<>(List.of("--port", Integer.toString(port), "--threads", "2"));
        postgres.ifPresent(process -> options.addAll(List.of("--store", process.url())));
        return new ServerProcess(home, data, options.toArray(String[]::new));
    }

    private void load(String name, Optional<PostgresProcess> postgres) throws Exception {
        int experiments = number("experiments", 200);
        int clients = number("clients", 20);
        int kills = number("kills", 10);
        Map<Integer, byte[]> expected = new LinkedHashMap<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            ServerProcess.command(home, "run", "ring:sequences=60", "unigram", "2sr:rank=4", "--metrics", "pnll", "--trials",
                    Integer.toString(TRIALS), "--seed", Integer.toString(seed), "--out",
                    home.resolve("local-" + seed).toString());
            expected.put(seed, Files.readAllBytes(home.resolve("local-" + seed).resolve("summary.csv")));
        }
        ServerProcess[] server = {start(postgres)};
        Map<Integer, String> ids = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Long> health = Collections.synchronizedList(new ArrayList<>());
        ExecutorService people = Executors.newFixedThreadPool(clients + 1);
        long begun = System.nanoTime();
        int recovered = 0;
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                int first = client;
                all.add(people.submit(() -> {
                    for (int i = first; i < experiments; i += clients) {
                        ids.put(i, submit(server, i));
                        await(server, ids.get(i));
                    }
                    return null;
                }));
            }
            Future<?> watch = people.submit(() -> watch(server, over, health));
            Random moments = new Random(1);
            for (int kill = 0; kill < kills; kill++) {
                Thread.sleep(2_000 + moments.nextInt(6_000));
                server[0].kill();
                recovered += server[0].said().contains("recovered: ") ? 1 : 0;
                server[0] = start(postgres);
            }
            if (postgres.isPresent()) {
                postgres.get().stop();
                Thread.sleep(5_000);
                postgres.get().start();
            }
            for (Future<?> each : all) {
                each.get();
            }
            over.set(true);
            watch.get();
            recovered += server[0].said().contains("recovered: ") ? 1 : 0;
            double seconds = (System.nanoTime() - begun) / 1e9;
            assertEquals(experiments, ids.size());
            assertEquals(experiments, ids.values().stream().distinct().count());
            for (Map.Entry<Integer, String> run : ids.entrySet()) {
                assertArrayEquals(expected.get(1 + run.getKey() % SEEDS),
                        server[0].bytes("/api/v1/runs/" + run.getValue() + "/files/summary.csv"));
                assertEquals(3 * TRIALS,
                        Files.readAllLines(data.resolve("runs").resolve(run.getValue()).resolve("trials.jsonl")).size());
            }
            int listed = 0;
            for (String after = ""; after != null;) {
                JsonNode page = server[0].get("/api/v1/runs?limit=100" + after);
                listed += page.get("items").size();
                after = page.get("next").isNull() ? null : "&after=" + page.get("next").asText();
            }
            assertEquals(experiments, listed, "each submission is one run, however often it was sent");
            long[] sorted = health.stream().mapToLong(Long::longValue).sorted().toArray();
            System.out.printf(
                    "load on %s: %d experiments of %d trials by %d clients, %d kills (%d starts recovered runs), %.0f s; health: "
                            + "%d answers, median %.1f ms, 99 %% %.1f ms, longest %.1f ms%n",
                    name, experiments, TRIALS, clients, kills, recovered,
                    seconds, sorted.length, share(sorted, 0.5), share(sorted, 0.99), share(sorted, 1));
        } finally {
            over.set(true);
            people.shutdownNow();
            server[0].close();
        }
    }

    /** How long a client waits until a run of the preset {@code ring} is submitted, while no other run computes and while one does. */
    @Test
    void submissionsOfAPresetAreAnswered() throws Exception {
        int submissions = number("submissions", 60);
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            for (boolean busy : new boolean[] {false, true}) {
                if (busy) {
                    server.submit("{\"preset\":\"ring\"}");
                }
                long[] times = new long[submissions];
                for (int i = 0; i < submissions; i++) {
                    long asked = System.nanoTime();
                    HttpResponse<byte[]> answer = server.post("/api/v1/runs", "{\"preset\":\"ring\"}");
                    times[i] = System.nanoTime() - asked;
                    assertEquals(201, answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
                    server.post("/api/v1/runs/" + ServerProcess.JSON.readTree(answer.body()).get("id").asText() + "/cancel", "");
                }
                Arrays.sort(times);
                System.out.printf("POST /runs, preset ring, %s: %d answers, median %.1f ms, 90 %% %.1f ms, longest %.1f ms%n",
                        busy ? "beside a run" : "idle server", submissions, share(times, 0.5), share(times, 0.9),
                        share(times, 1));
            }
        }
    }

    private static double share(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)] / 1e6;
    }

    /** Sends it until it is answered, whatever happens to the server meanwhile. */
    private static String submit(ServerProcess[] server, int number) throws Exception {
        while (true) {
            try {
                HttpResponse<byte[]> answer =
                        server[0].post("/api/v1/runs", body(1 + number % SEEDS), "Idempotency-Key", "load-" + number);
                if (answer.statusCode() == 201) {
                    return ServerProcess.JSON.readTree(answer.body()).get("id").asText();
                }
                assertEquals(503, answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It is being killed, or starts.
                assertTrue(!(e instanceof HttpTimeoutException) || server[0] != null);
            }
            Thread.sleep(100);
        }
    }

    private static void await(ServerProcess[] server, String id) throws Exception {
        while (true) {
            try {
                HttpResponse<byte[]> answer = server[0].send(server[0].request("/api/v1/runs/" + id));
                assertTrue(List.of(200, 503).contains(answer.statusCode()), new String(answer.body(), StandardCharsets.UTF_8));
                String state = ServerProcess.JSON.readTree(answer.body()).path("state").asText();
                assertTrue(!List.of("failed", "cancelled", "waiting").contains(state),
                        () -> new String(answer.body(), StandardCharsets.UTF_8));
                if (state.equals("done")) {
                    return;
                }
                if (state.equals("paused")) {
                    // It was active in three kills in a row.
                    server[0].post("/api/v1/runs/" + id + "/proceed", "");
                }
            } catch (IOException e) {
                // It is being killed, or starts.
                assertTrue(server[0] != null);
            }
            Thread.sleep(200);
        }
    }

    private static Object watch(ServerProcess[] server, AtomicBoolean over, List<Long> health) throws InterruptedException {
        while (!over.get()) {
            long asked = System.nanoTime();
            try {
                HttpResponse<byte[]> answer = server[0].send(server[0].request("/health/ready"));
                if (answer.statusCode() == 200) {
                    health.add(System.nanoTime() - asked);
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // It is being killed, or starts.
                assertTrue(server[0] != null);
            }
            Thread.sleep(50);
        }
        return null;
    }

    /**
     * The heap is collected after each tenth of the swaps. What the first collection of a weak reference leaves behind (an entry of a map, a slot of
     * a thread) goes when its owner is next used: so it counts as much after the first tenth as after the last, and is no growth.
     */
    @Test
    void aLearnerIsReplacedManyTimesUnderLoad() throws Exception {
        int tenth = Math.max(1, number("swaps", 1000) / 10);
        int swaps = 10 * tenth;
        Path plugins = Files.createDirectories(home.resolve("plugins"));
        Path first = new PluginJar("scored", "1.0.0").source("Scored", SCORED).source("ConstantModel", PluginJar.MODEL)
                .component("Scored", "psr.api.learn.Learner", "scored").writeTo(home.resolve("first.jar"));
        byte[] jar = Files.readAllBytes(first);
        version(jar, 0, plugins);
        String body = """
                {"experiment":{"dataset":"ring:sequences=20","recipes":["scored"],"metrics":["pnll"],"trials":2,"seed":1}}""";
        List<String> ids = new ArrayList<>();
        List<Long> heap = new ArrayList<>();
        List<Long> loaders = new ArrayList<>();
        long begun = System.nanoTime();
        try (ServerProcess server = new ServerProcess(home, data, "--threads", "2")) {
            for (int swap = 1; swap <= swaps; swap++) {
                version(jar, swap, plugins);
                ids.add(server.submit(body));
                String taken = "\"1.0." + swap + "\"";
                ServerProcess.await("version " + taken, () -> server.get("/api/v1/plugins").toString().contains(taken));
                if (swap % tenth == 0) {
                    for (String id : ids) {
                        server.await(id, "done");
                    }
                    heap.add(server.heapAfterCollection());
                    loaders.add(server.bundleLoaders());
                    Files.writeString(Path.of("target", "heap-after-" + swap + "-swaps.txt"), server.histogram());
                }
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Map<String, String> results = new LinkedHashMap<>();
            for (String id : ids) {
                JsonNode run = server.await(id, "done");
                String version = null;
                for (JsonNode bundle : run.get("bundles")) {
                    version = bundle.get("name").asText().equals("scored") ? bundle.get("version").asText() : version;
                }
                String summary = new String(server.bytes("/api/v1/runs/" + id + "/files/summary.csv"), StandardCharsets.UTF_8);
                String same = results.putIfAbsent(version, summary);
                assertTrue(same == null || same.equals(summary), "one version, one result: " + version);
            }
            assertEquals(results.size(), results.values().stream().distinct().count(), "other versions, other results");
            assertTrue(results.size() > swaps / 4, "runs must have had many versions: " + results.size());
            double growth = (double) heap.get(9) / heap.get(0) - 1;
            System.out.printf(Locale.ROOT,
                    "swaps: %d versions of a learner under %d runs, %d versions in results, %.0f s; heap after a collection %.2f MB at "
                            + "swap %d, %.2f MB at swap %d (%+.1f %%), after each tenth %s kB; class loaders of bundles %s%n",
                    swaps, ids.size(), results.size(),
                    seconds, heap.get(0) / 1e6, tenth, heap.get(9) / 1e6, swaps, 100 * growth,
                    heap.stream().map(bytes -> bytes / 1000).toList(), loaders);
            assertTrue(loaders.get(0) > 10 && loaders.get(9) <= loaders.get(0) + 8,
                    "old versions must be collected; class loaders: " + loaders);
            if (swaps >= 1000) {
                assertTrue(growth < 0.05, "the heap must be flat; it grew by " + 100 * growth + " %");
            }
        }
    }

    /** The same learner with another version and another score. */
    private static void version(byte[] jar, int number, Path plugins) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                if (entry.getName().equals("META-INF/MANIFEST.MF")) {
                    Matcher version =
                            Pattern.compile("Bundle-Version: [0-9.]+").matcher(new String(content, StandardCharsets.UTF_8));
                    content = version.replaceFirst("Bundle-Version: 1.0." + number).getBytes(StandardCharsets.UTF_8);
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(content);
                out.closeEntry();
            }
            out.putNextEntry(new ZipEntry("plugin/score.txt"));
            out.write(Integer.toString(2 + number).getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
        Path part = Files.write(plugins.resolve(".scored.part"), bytes.toByteArray());
        Files.move(part, plugins.resolve("scored.jar"), StandardCopyOption.ATOMIC_MOVE);
    }
}
