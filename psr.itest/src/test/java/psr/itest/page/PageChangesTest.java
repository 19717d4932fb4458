package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import psr.itest.LongTest;

/** What is changed, thrown away, replaced and read on the page, with hostile names and with the keyboard alone. */
class PageChangesTest extends OpenPage {

    private static final Path PLUGIN = Path.of("earlier", "earlier-learner-1.0.0.jar").toAbsolutePath();
    /** How often Tab goes through a page that has not stopped growing. */
    private static final int ROUNDS = 4;
    /** What Tab must come to. */
    private static final String REACHABLE =
            "[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex=\"0\"]')]"
                    + ".filter((e) => !e.disabled && e.checkVisibility())";
    /** As if nothing had had the focus yet; how often Tab is pressed at most, because the browser also stops at what can be scrolled. */
    private static final String TOP = "document.body.tabIndex = -1, document.body.focus(), 2 * " + REACHABLE + ".length";
    /** Notes on the element that has the focus whether it shows it; and whether another Tab would leave the page. */
    private static final String FOCUS =
            "((e) => { e.dataset.met = '1'; const s = getComputedStyle(e.matches('.drop input') ? e.closest('.drop') : e);"
                    + " if (e !== document.body && s.outlineStyle === 'none' && s.boxShadow === 'none') e.dataset.unseen = '1';"
                    + " return { end: " + REACHABLE + ".at(-1) === e }; })(document.activeElement)";

    @Test
    void runIsCalledOtherwiseAndGivenPriority() throws Exception {
        blank();
        JsonNode text = browser.eval("document.querySelector('textarea.code').value");
        String experiment = text.asText().replace("\"trials\": 3", "\"trials\": 500").replaceFirst("\"2sr[^\"]*\"",
                "{ \"label\": \"" + NASTY + "\", \"recipe\": \"2sr\" }");
        browser.type("textarea.code", experiment);
        browser.await("document.querySelector('#n-trials').value === '500'", "the form to follow the JSON");
        browser.sees("Ready to run.");
        browser.click("Run it");
        browser.await("document.querySelector('.legend')?.innerText.includes(" + quoted(NASTY) + ")",
                "the label as text in the legend");
        browser.click("Name, priority");
        browser.type(".inline-form input.long", NASTY);
        browser.type(".inline-form input[type=number]", "9999");
        browser.click("Save");
        browser.await("document.querySelector('.inline-form .trouble')?.innerText.includes('priority must be')",
                "what is wrong with the priority, at the form");
        browser.type(".inline-form input[type=number]", "7");
        browser.click("Save");
        browser.await("document.querySelector('h1').innerText === " + quoted(NASTY), "the new name");
        browser.sees("priority 7");
        browser.click("Cancel");
        browser.await("document.querySelector('.run-state .is-cancelled')", "the end");
        browser.sees("Name, tags");
        String top = "Math.round(document.querySelector('.curves').getBoundingClientRect().top + scrollY)";
        int before = browser.eval(top).asInt();
        browser.click("Paired differences");
        browser.await("document.querySelector('.reference')", "from which recipe");
        assertEquals(before, browser.eval(top).asInt(), "the plot must stay where it is, however long a label is");
        for (String page : List.of("#/", "#/runs", "#/compare")) {
            visit(page);
            browser.sees(NASTY);
        }
        browser.complaints(); // the browser notes the 400
    }

    @Test
    @LongTest
    void modelsAndDataComeBackFromTheTrash() throws Exception {
        Path file = Files.writeString(folder.resolve("few.txt"), "a b c\na c b\nb a\n");
        visit("#/data");
        browser.give("input[aria-label='Upload data files']", file);
        kept("few.txt");
        browser.click("Move to trash");
        browser.sees("No files yet.");
        browser.click("Trash");
        browser.sees("few.txt");
        browser.click("Restore");
        browser.sees("The trash is empty.");
        browser.click("Stored");
        browser.sees("few.txt");
        visit("#/models");
        browser.click("Learn a model");
        browser.sees("in the alphabet");
        browser.type(".as-text input", "2sr:rank=3");
        browser.await("document.querySelector('.stage').innerText.includes('settings (1)')", "the recipe in the form");
        browser.click("Learn it");
        browser.sees("Try it");
        browser.await(
                "document.querySelectorAll('.spectrum .used').length === 3 && document.querySelectorAll('.spectrum .cut').length > 3",
                "singular values, three of them kept");
        String model = id();
        browser.click("Move to trash");
        browser.sees("Restore");
        visit("#/models");
        browser.sees("No models yet.");
        visit("#/models?state=trash");
        browser.await("document.querySelector('a[href$=\"" + model + "\"]')", "the model in the trash");
        browser.click("Restore");
        browser.sees("The trash is empty.");
        visit("#/models/" + model);
        browser.sees("Move to trash");
    }

    @Test
    @LongTest
    void pluginIsReplacedByANewerOneUnderTheOpenPage() throws Exception {
        visit("#/plugins");
        browser.sees("The plugin folder is empty.");
        Files.copy(PLUGIN, lab.plugins().resolve("one.jar"));
        browser.sees("earlier-learner 1.0.0");
        blank();
        browser.type(".as-text input", "earlier");
        browser.type("#n-trials", "5000");
        browser.await("document.querySelector('pre.command').innerText.includes('5000')", "the check of 5000 trials");
        browser.sees("Ready to run.");
        browser.click("Run it");
        browser.await("document.querySelector('.run-state .is-running')", "the run");
        String id = id();
        visit("#/plugins");
        browser.await("document.querySelector('article a[href$=\"" + id + "\"]')", "which run holds the plugin");
        newer(lab.plugins().resolve("two.jar"));
        browser.sees("earlier-learner 1.1.0");
        browser.sees("Replaced by a newer version; runs that started with it still use it.");
        browser.await(
                "[...document.querySelectorAll('article')].find((a) => a.innerText.includes('1.0.0')).innerText.includes('held by')",
                "the run to hold the old one still");
        Files.delete(lab.plugins().resolve("one.jar"));
        browser.sees("No longer installed; runs that started with it still use it.");
        browser.await(
                "(() => { const held = [...document.querySelectorAll('article')].find((a) => a.querySelector('h2').innerText === 'earlier-learner');"
                        + " return held && held.querySelector('a[href$=\"" + id + "\"]') && !held.querySelector('button'); })()",
                "the run to hold what no file has");
        Files.copy(PLUGIN, lab.plugins().resolve("<img src=x onerror=alert(1)>.jar"));
        browser.await(
                "[...document.querySelectorAll('article h2')].some((h) => h.innerText === '<img src=x onerror=alert(1)>.jar')",
                "a hostile name as text");
        visit("#/runs/" + id);
        browser.click("Cancel");
        browser.await("document.querySelector('.run-state .is-cancelled')", "the end");
    }

    /** The same plugin with a higher version. */
    private static void newer(Path file) throws IOException {
        Path made = folder.resolve("newer.jar");
        try (JarFile old = new JarFile(PLUGIN.toFile())) {
            Manifest manifest = new Manifest(old.getManifest());
            manifest.getMainAttributes().putValue("Bundle-Version", "1.1.0");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(made), manifest)) {
                for (ZipEntry entry : old.stream()
                        .filter(each -> !each.isDirectory() && !each.getName().equals(JarFile.MANIFEST_NAME)).toList()) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    old.getInputStream(entry).transferTo(out);
                }
            }
        }
        Files.move(made, file);
    }

    @Test
    @LongTest
    void reportIsReadWithinThePageAndRunsNothing() throws Exception {
        String id = run();
        ended();
        browser.click("Read the report");
        String inside = "document.querySelector('iframe.report')?.contentDocument";
        browser.await(inside + "?.body?.innerText.includes('At the last iteration')", "the report");
        browser.await("getComputedStyle(" + inside + ".querySelector('table')).borderCollapse === 'collapse'",
                "the style of the report");
        browser.await("document.querySelector('iframe.report').offsetHeight > 1000", "a frame as high as the report");
        browser.click("Close the report");
        browser.await("!document.querySelector('iframe.report')", "the report to be closed");
        assertEquals(List.of(), browser.complaints());
        Path hostile = hostile(id);
        visit("#/runs");
        browser.give("input[aria-label='Import a run folder']", hostile);
        browser.await("location.hash.startsWith('#/runs/') && !location.hash.includes('" + id + "')", "the run from elsewhere");
        browser.click("Read the report");
        // The server writes the report of an imported run anew, from its trials.
        browser.await(inside + "?.body?.innerText.includes('At the last iteration')", "the report of the imported run");
        assertFalse(browser.eval(inside + ".body.innerText.includes('from elsewhere')").asBoolean(),
                "a report from elsewhere must not be shown");
        assertTrue(browser.eval("document.title !== 'taken' && window.taken === undefined && " + inside
                + ".querySelectorAll('script, meta').length === 0").asBoolean());
        assertEquals("allow-same-origin",
                browser.eval("document.querySelector('iframe.report').getAttribute('sandbox')").asText(),
                "no script may run in the frame");
        assertFalse(browser.complaints().toString().contains("a dialog"));
    }

    /** The folder of a run whose report tries to do something. */
    private static Path hostile(String id) throws Exception {
        byte[] zip = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(lab.plainAddress() + "api/v1/runs/" + id + "/folder"))
                        .header("Authorization", "Bearer " + lab.token()).build(), HttpResponse.BodyHandlers.ofByteArray())
                .body();
        Path file = folder.resolve("hostile.zip");
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip));
                OutputStream made = Files.newOutputStream(file);
                ZipOutputStream out = new ZipOutputStream(made)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                if (entry.getName().endsWith("report.html")) {
                    out.write(
                            ("<html><head><meta http-equiv=refresh content='0;url=/'><script>parent.document.title = 'taken'; parent.taken = 1</script></head><body>"
                                    + "<p>from elsewhere</p><img src=x onerror=\"parent.taken = 1; alert(1)\"><svg onload=\"parent.taken = 1\"></svg></body></html>")
                                    .getBytes(StandardCharsets.UTF_8));
                } else {
                    in.transferTo(out);
                }
            }
        }
        return file;
    }

    @Test
    @LongTest
    void whatIsDownloadedIsWhatIsShown() throws Exception {
        run();
        ended();
        browser.eval(
                "globalThis.saved = []; { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { saved.push(blob); return make(blob); }; }"
                        + " HTMLAnchorElement.prototype.click = function () { saved[saved.length - 1].called = this.download; }; true");
        int asked = 0;
        for (String words : List.of("SVG", "summary.csv", "trials.jsonl", "times.csv", "experiment.json", "report.html",
                "run folder")) {
            browser.click(words);
            asked++;
            browser.await("saved.length === " + asked + " && saved[" + (asked - 1) + "].called", words);
        }
        JsonNode files = browser.eval("Promise.all(saved.map(async (blob) => [blob.called, (await blob.text())]))");
        assertTrue(files.get(0).get(0).asText().endsWith("-pnll.operators.svg")
                && files.get(0).get(1).asText().matches("(?s).*<path[^>]*stroke.*"), files.get(0)::toString);
        assertTrue(files.get(1).get(1).asText().startsWith("recipe,"), files.get(1)::toString);
        assertTrue(files.get(5).get(1).asText().contains("<html"), files.get(5)::toString);
        assertTrue(files.get(6).get(0).asText().endsWith(".zip") && files.get(6).get(1).asText().startsWith("PK"),
                files.get(6)::toString);
    }

    @Test
    @LongTest
    void everythingIsReachedWithTheTabKey() throws Exception {
        visit("#/");
        browser.sees("In the lab");
        tabTo("b.innerText.startsWith('Run a')");
        browser.press("Enter", 13);
        browser.await("location.hash.startsWith('#/runs/')", "the page of the run");
        ended();
        browser.sees("Read the report");
        String id = id();
        tabTo("b.matches('.curves')");
        browser.press("ArrowRight", 39);
        browser.await("document.querySelector('.tooltip').innerText.includes('iteration 0')", "values at the keyboard's cursor");
        browser.press("Escape", 27);
        Map<String, String> pages = new LinkedHashMap<>();
        for (String list : List.of("#/", "#/runs", "#/compare")) {
            pages.put(list, "document.querySelector('main a[href$=\"" + id + "\"]')");
        }
        pages.put("#/runs/" + id,
                "document.body.innerText.includes('Read the report') && document.querySelector('.legend-item')");
        pages.put("#/new", "document.body.innerText.includes('Ready to run.')");
        pages.put("#/models", "document.body.innerText.includes('Learn a model') && !document.querySelector('.loading')");
        pages.put("#/data", "document.querySelector('.drop input') && !document.querySelector('.loading')");
        pages.put("#/plugins", "document.querySelector('.drop input') && !document.querySelector('.loading')");
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, String> page : pages.entrySet()) {
            visit(page.getKey());
            browser.await(page.getValue(), page.getKey());
            tabThrough().forEach(each -> wrong.add(page.getKey() + " " + each));
        }
        assertEquals(List.of(), wrong);
    }

    /** Waits for the element that an expression of b finds, and presses Tab, from the top, until it has the focus. */
    private static void tabTo(String found) throws Exception {
        browser.await(REACHABLE + ".some((b) => " + found + ")", found);
        for (int round = 0; round < ROUNDS; round++) {
            int most = browser.eval(TOP).asInt();
            for (int pressed = 0; pressed < most && !browser.eval(FOCUS).get("end").asBoolean(); pressed++) {
                browser.press("Tab", 9);
                if (browser.eval("((b) => " + found + ")(document.activeElement)").asBoolean()) {
                    return;
                }
            }
        }
        throw new AssertionError("Tab does not come to " + found);
    }

    /**
     * What Tab did not come to, or does not show that it has the focus. A page may still have grown while Tab went through it: what was missed is
     * looked for again.
     */
    private static Set<String> tabThrough() throws Exception {
        Set<String> wrong = new LinkedHashSet<>();
        String missed =
                REACHABLE + ".filter((e) => !e.dataset.met).map((e) => 'Tab does not come to ' + e.outerHTML.slice(0, 120))";
        JsonNode left = browser.eval(missed);
        for (int round = 0; round < ROUNDS && left.size() > 0; round++) {
            int most = browser.eval(TOP).asInt();
            for (int pressed = 0; pressed < most && !browser.eval(FOCUS).get("end").asBoolean(); pressed++) {
                browser.press("Tab", 9);
            }
            browser.eval("[...document.querySelectorAll('[data-unseen]')].map((e) => e.outerHTML.slice(0, 120))")
                    .forEach(each -> wrong.add("the focus is not visible on " + each.asText()));
            left = browser.eval(missed);
        }
        left.forEach(each -> wrong.add(each.asText()));
        return wrong;
    }
}
