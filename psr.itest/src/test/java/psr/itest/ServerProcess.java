package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** {@code psr serve} as a process of its own, and a client of it. Needs target/psr.jar. */
public final class ServerProcess implements AutoCloseable {

    /** Reads what it answers. */
    public static final ObjectMapper JSON = new ObjectMapper();

    private static final Path JAR = Path.of("").toAbsolutePath().getParent().resolve("psr.app/target/psr.jar");
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(30)).build();
    private final Path said;
    private final Process process;
    private final String address;
    private final String token;

    /**
     * A server that listens.
     *
     * @param home the application's folder: plugins and logs
     * @param options besides the port
     */
    public ServerProcess(Path home, Path data, String... options) throws Exception {
        this.said = home.resolve("said-" + NUMBERS.incrementAndGet());
        List<String> words = new ArrayList<>(List.of("serve", "--data", data.toString()));
        words.addAll(List.of(options));
        if (!words.contains("--port")) {
            words.addAll(List.of("--port", "0"));
        }
        this.process = start(home, said, words);
        try {
            await("a server that listens",
                    () -> !process.isAlive() || said().contains("listening on ") && said().contains("the token"));
            assertTrue(process.isAlive(), said());
            this.address = said().lines().filter(line -> line.startsWith("listening on ")).findFirst().orElseThrow()
                    .substring("listening on ".length()).replaceAll("/$", "");
            this.token = Files.readString(data.resolve("token")).strip();
        } catch (Exception | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Whether there is an application to start. */
    public static boolean present() {
        return Files.exists(JAR);
    }

    /** Starts a command of the application; what it says goes into a file. */
    public static Process start(Path home, Path said, List<String> words) throws IOException {
        Path tmp = Files.createDirectories(home.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1", "-XX:TieredStopAtLevel=1", "-Dpsr.home=" + home,
                "-Djava.io.tmpdir=" + tmp, "-Dpsr.cluster.silence=5", "-Dpsr.cluster.merging=3", "-jar", JAR.toString()));
        command.addAll(words);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        process.getOutputStream().close();
        return process;
    }

    /** Runs a command to its end, which must be a good one. */
    static void command(Path home, String... words) throws Exception {
        ended(home, 0, words);
    }

    /** What a command says that fails with this code. */
    static String failure(Path home, int code, String... words) throws Exception {
        return ended(home, code, words);
    }

    /** Runs a command to its end; what it prints. */
    static String ended(Path home, int code, String... words) throws Exception {
        Path said = home.resolve("said-" + NUMBERS.incrementAndGet());
        Process process = start(home, said, List.of(words));
        assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "a command that ends");
        String text = Files.readString(said);
        assertEquals(code, process.exitValue(), text);
        return text;
    }

    /** What it has printed. */
    String said() throws IOException {
        return Files.readString(said);
    }

    /** Where it listens. */
    public int port() {
        return URI.create(address).getPort();
    }

    /** A request of its owner. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(60));
    }

    /** What it answers. */
    public HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<Stream<String>> lines(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofLines());
    }

    JsonNode get(String path) throws Exception {
        HttpResponse<byte[]> answer = send(request(path));
        assertEquals(200, answer.statusCode(), () -> path + ": " + new String(answer.body()));
        return JSON.readTree(answer.body());
    }

    byte[] bytes(String path) throws Exception {
        HttpResponse<byte[]> answer = send(request(path));
        assertEquals(200, answer.statusCode(), () -> path + ": " + new String(answer.body()));
        return answer.body();
    }

    /** Posts JSON; headers by name and value. */
    public HttpResponse<byte[]> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = request(path).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** Submits a run; its id. */
    String submit(String body) throws Exception {
        HttpResponse<byte[]> answer = post("/api/v1/runs", body);
        assertEquals(201, answer.statusCode(), () -> new String(answer.body()));
        return JSON.readTree(answer.body()).get("id").asText();
    }

    /** Waits until a run is as it is wanted. */
    JsonNode await(String id, Predicate<JsonNode> wanted) throws Exception {
        JsonNode[] last = new JsonNode[1];
        await("the run as it is wanted", () -> {
            last[0] = get("/api/v1/runs/" + id);
            return wanted.test(last[0]);
        });
        return last[0];
    }

    JsonNode await(String id, String state) throws Exception {
        return await(id, run -> run.get("state").asText().equals(state));
    }

    /** Something that comes true. */
    @FunctionalInterface
    interface Condition {

        boolean holds() throws Exception;
    }

    static void await(String what, Condition condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, "there must be " + what + " within " + PATIENCE);
            Thread.sleep(50);
        }
    }

    /** Without a word to anybody. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As an administrator does; how many seconds it took. */
    public double stop() throws InterruptedException {
        long begun = System.nanoTime();
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "a server that stops");
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Waits until it has ended by itself; what it ended with. */
    int awaitExit() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "a server that ends");
        return process.exitValue();
    }

    /** What it ended with; it must have ended. */
    int exitCode() {
        return process.exitValue();
    }

    /** Bytes of all objects that a full collection leaves; what is allocated after it does not count. */
    long heapAfterCollection() throws Exception {
        Matcher total = Pattern.compile("(?m)^Total +\\d+ +(\\d+)").matcher(histogram());
        assertTrue(total.find(), "the last line of a histogram is its sum");
        return Long.parseLong(total.group(1));
    }

    /** How many class loaders of bundles there are, after a full collection. */
    long bundleLoaders() throws Exception {
        return histogram().lines().map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length > 3 && words[3].endsWith("BundleClassLoader"))
                .mapToLong(words -> Long.parseLong(words[1])).sum();
    }

    /** What is in the heap, class by class, after a full collection. */
    String histogram() throws Exception {
        return jcmd("GC.class_histogram");
    }

    private String jcmd(String what) throws Exception {
        Process tool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()), what)
                .redirectErrorStream(true).start();
        String answer = new String(tool.getInputStream().readAllBytes());
        assertEquals(0, tool.waitFor(), answer);
        return answer;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
