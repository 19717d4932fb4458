package psr.itest.page;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A Chromium without a window, used as a person would: open, look, click, type, drop a file. */
final class Browser implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path folder;
    private final WebSocket socket;
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Browser(Process process, Path folder, String address) {
        this.process = process;
        this.folder = folder;
        this.socket = HTTP.newWebSocketBuilder().buildAsync(URI.create(address), new Ear()).join();
        ask("Page.enable", Map.of());
        ask("Runtime.enable", Map.of());
        ask("Log.enable", Map.of());
        ask("DOM.enable", Map.of());
    }

    /** Where Chromium is, by the PATH; empty if it is not installed. */
    static Optional<String> installed() {
        List<Path> folders = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty()).map(Path::of).toList();
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
                .filter(Files::isExecutable).map(Path::toString).findFirst();
    }

    /** Starts one with an empty profile in the folder. */
    static Browser start(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(installed().orElseThrow(), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--disable-renderer-backgrounding", "--no-first-run", "--hide-scrollbars",
                "--remote-debugging-port=0", "--user-data-dir=" + folder, "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        Pattern said = Pattern.compile("ws://([^/]+)/");
        BufferedReader errors = process.errorReader();
        for (String line = errors.readLine(); line != null; line = errors.readLine()) {
            Matcher found = said.matcher(line);
            if (found.find()) {
                Thread drain = new Thread(() -> errors.lines().forEach(ignored -> {}), "browser-errors");
                drain.setDaemon(true);
                drain.start();
                return new Browser(process, folder, page("http://" + found.group(1) + "/json"));
            }
        }
        throw new IOException("Chromium has said nothing of where it listens");
    }

    private static String page(String list) throws IOException, InterruptedException {
        for (JsonNode target : JSON.readTree(HTTP.send(HttpRequest.newBuilder(URI.create(list)).build(),
                HttpResponse.BodyHandlers.ofString()).body())) {
            if (target.path("type").asText().equals("page")) {
                return target.path("webSocketDebuggerUrl").asText();
            }
        }
        throw new IOException("Chromium has no page");
    }

    /** What the browser says: answers, and what went wrong in the page. */
    private final class Ear implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean end) {
            text.append(data);
            if (end) {
                hear(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }
    }

    private void hear(String text) {
        try {
            JsonNode message = JSON.readTree(text);
            String method = message.path("method").asText();
            if (message.has("id")) {
                asked.remove(message.path("id").asInt()).complete(message);
            } else if (method.equals("Runtime.exceptionThrown")) {
                complaints.add(message.at("/params/exceptionDetails").toString());
            } else if (method.equals("Log.entryAdded") && message.at("/params/entry/level").asText().equals("error")) {
                complaints.add(message.at("/params/entry/text").asText() + " " + message.at("/params/entry/url").asText());
            } else if (method.equals("Runtime.consoleAPICalled") && message.at("/params/type").asText().equals("error")) {
                complaints.add(message.at("/params/args").toString());
            } else if (method.equals("Page.javascriptDialogOpening")) {
                complaints.add("a dialog: " + message.at("/params/message").asText());
                ask("Page.handleJavaScriptDialog", Map.of("accept", true));
            }
        } catch (IOException e) {
            complaints.add(e.toString());
        }
    }

    private CompletableFuture<JsonNode> ask(String method, Map<String, ?> parameters) {
        int id = last.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        try {
            synchronized (this) {
                socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true).join();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return answer;
    }

    private JsonNode say(String method, Map<String, ?> parameters) throws Exception {
        JsonNode answer = ask(method, parameters).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (answer.has("error")) {
            throw new IllegalStateException(method + ": " + answer.get("error"));
        }
        return answer.path("result");
    }

    /** What went wrong in the page since it was last asked: exceptions, refused requests, breaches of its policy, dialogs. */
    List<String> complaints() {
        List<String> all = List.copyOf(complaints);
        complaints.clear();
        return all;
    }

    void open(String url) throws Exception {
        say("Page.navigate", Map.of("url", url));
        await("document.readyState === 'complete'", "the page to be loaded");
    }

    /** Has a script run in each page that is opened from now on, before the page's own. */
    String early(String script) throws Exception {
        return say("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script)).path("identifier").asText();
    }

    /** Forgets such a script. */
    void forget(String early) throws Exception {
        say("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", early));
    }

    /** The value of an expression; a promise is awaited. */
    JsonNode eval(String expression) throws Exception {
        JsonNode result = say("Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (result.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + result.at("/exceptionDetails/exception/description").asText());
        }
        return result.at("/result/value");
    }

    /** Waits until an expression is true. */
    void await(String expression, String what) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!eval("Promise.resolve(" + expression + ").then(Boolean)").asBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "waited in vain for " + what + "; the page shows:\n" + text() + "\nand complained: " + complaints);
            }
            Thread.sleep(50);
        }
    }

    /** Waits until the page shows these words. */
    void sees(String words) throws Exception {
        await("document.body.innerText.includes(" + JSON.writeValueAsString(words) + ")", "'" + words + "'");
    }

    String text() throws Exception {
        return eval("document.body.innerText").asText();
    }

    /** Clicks, with the mouse, on a button, link or summary with these words; the first where there are several. */
    void click(String words) throws Exception {
        clickAt("[...document.querySelectorAll('button, a, summary, label')].find((e) => e.innerText.trim().startsWith("
                + JSON.writeValueAsString(words)
                + ") && e.offsetParent !== null && !e.disabled)", "'" + words + "' to click on");
    }

    /** Clicks on an element that a selector finds. */
    void clickOn(String selector) throws Exception {
        clickAt("document.querySelector(" + JSON.writeValueAsString(selector) + ")", selector);
    }

    private void clickAt(String element, String what) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        do {
            if (System.nanoTime() > end) {
                throw new AssertionError("no click reaches " + what + "; the page shows:\n" + text());
            }
            // What is still read may move it: it must stay where it is, and nothing may lie over it.
            await("((e) => { if (!e) return false; e.scrollIntoView({ block: 'center' }); const place = () => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };"
                    + " const before = place(); return new Promise((r) => setTimeout(() => { const now = place(); const top = document.elementFromPoint(...now);"
                    + " r(e.isConnected && now.join() === before.join() && (e.contains(top) || top?.contains(e))); }, 100)); })("
                    + element + ")", what);
            // It may yet move before the mouse has come: a click that lands elsewhere is kept from the page, and tried again.
            JsonNode at = eval("((e) => { globalThis.missed = true; globalThis.aim?.abort(); if (!e) return [];"
                    + " const r = e.getBoundingClientRect(); const place = [r.left + r.width / 2, r.top + r.height / 2]; const top = document.elementFromPoint(...place);"
                    + " if (!e.contains(top) && !top?.contains(e)) return []; globalThis.aim = new AbortController();"
                    + " addEventListener('click', (event) => { globalThis.missed = event.target !== top && !e.contains(event.target);"
                    + " if (missed) { event.stopImmediatePropagation(); event.preventDefault(); } }, { capture: true, once: true, signal: aim.signal }); return place; })("
                    + element + ")");
            for (String type : at.isEmpty() ? List.<String>of() : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
                say("Input.dispatchMouseEvent", Map.of("type", type, "x", at.get(0).asDouble(), "y", at.get(1).asDouble(),
                        "button", "left", "clickCount", 1));
            }
        } while (eval("globalThis.missed === true").asBoolean());
    }

    /** Drags over an element, from one share of its size to another. */
    void drag(String selector, double fromX, double fromY, double toX, double toY) throws Exception {
        JsonNode box = eval("(() => { const e = document.querySelector(" + JSON.writeValueAsString(selector)
                + "); e.scrollIntoView({ block: 'center' });"
                + " const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()");
        mouse("mouseMoved", box, fromX, fromY);
        mouse("mousePressed", box, fromX, fromY);
        mouse("mouseMoved", box, (fromX + toX) / 2, (fromY + toY) / 2);
        mouse("mouseMoved", box, toX, toY);
        mouse("mouseReleased", box, toX, toY);
    }

    private void mouse(String type, JsonNode box, double x, double y) throws Exception {
        say("Input.dispatchMouseEvent", Map.of("type", type, "x", box.get(0).asDouble() + x * box.get(2).asDouble(), "y",
                box.get(1).asDouble() + y * box.get(3).asDouble(), "button", "left", "clickCount", 1));
        eval("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))");
    }

    /** Puts the focus on a field, empties it and types. */
    void type(String selector, String text) throws Exception {
        await("document.querySelector(" + JSON.writeValueAsString(selector) + ")", selector);
        eval("(() => { const e = document.querySelector(" + JSON.writeValueAsString(selector) + "); e.focus(); e.select(); })()");
        if (text.isEmpty()) {
            press("Backspace", 8);
        } else {
            say("Input.insertText", Map.of("text", text));
        }
    }

    /** Presses a key. */
    void press(String key, int code) throws Exception {
        // What Enter does to a button comes with its character.
        String text = key.equals("Enter") ? "\r" : "";
        for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
            say("Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code, "text", text));
        }
    }

    /** Chooses an option of a list by its value, once the list has it. */
    void choose(String selector, String value) throws Exception {
        await("[...document.querySelector(" + JSON.writeValueAsString(selector)
                + ")?.options ?? []].some((option) => option.value === " + JSON.writeValueAsString(value) + ")",
                value + " among the options of " + selector);
        eval("(() => { const e = document.querySelector(" + JSON.writeValueAsString(selector) + "); e.value = "
                + JSON.writeValueAsString(value)
                + "; e.dispatchEvent(new Event('change', { bubbles: true })); })()");
    }

    /** Gives a file to a field for files. */
    void give(String selector, Path file) throws Exception {
        await("document.querySelector(" + JSON.writeValueAsString(selector) + ")", selector);
        int root = say("DOM.getDocument", Map.of()).path("root").path("nodeId").asInt();
        int node = say("DOM.querySelector", Map.of("nodeId", root, "selector", selector)).path("nodeId").asInt();
        say("DOM.setFileInputFiles", Map.of("files", List.of(file.toString()), "nodeId", node));
    }

    /** The size of the window. */
    void size(int width, int height) throws Exception {
        say("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 700));
    }

    /** What the system prefers: light or dark. */
    void prefers(String theme) throws Exception {
        say("Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    /** A picture (WebP) of the window's width, so high as the page but not higher than that. */
    void picture(Path file, int height) throws Exception {
        JsonNode size = say("Page.getLayoutMetrics", Map.of()).path("cssLayoutViewport");
        double tall = Math.min(height, eval("document.documentElement.scrollHeight").asDouble());
        JsonNode picture =
                say("Page.captureScreenshot", Map.of("format", "webp", "quality", 82, "captureBeyondViewport", true, "clip",
                        Map.of("x", 0, "y", 0, "width", size.path("clientWidth").asDouble(), "height", tall, "scale", 1)));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            // A link out of the profile; JUnit would warn of it.
            Files.deleteIfExists(folder.resolve("SingletonSocket"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
