package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import psr.itest.LongTest;
import psr.api.lab.Recipe;

/** Each page, used as a person would, in a real browser against the real server. */
class PageTest extends OpenPage {

    private static final int MOST_BYTES = 300_000;
    private static final int PHONE = 360;
    /** What can be used, and would have to be looked for beyond the edge of the screen; tables of numbers may be wider. */
    private static final String CUT_OFF =
            "[...document.querySelectorAll('main button, main a, main input, main select')].filter((e) => e.checkVisibility() && !e.closest('.unseen, .results')"
                    + " && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 120))";
    /** Until what is read last has come. */
    private static final int SETTLED_MILLIS = 800;

    @Test
    @LongTest
    void tokenLeavesTheAddressAndIsAskedForWhereItIsMissing() throws Exception {
        assertFalse(browser.eval("location.href").asText().contains("token"));
        browser.eval("sessionStorage.clear()");
        browser.open("about:blank");
        browser.open(lab.plainAddress());
        browser.sees("Please sign in.");
        browser.type("#token", "wrong");
        browser.click("Enter");
        browser.sees("does not know this token");
        browser.type("#token", lab.token());
        browser.click("Enter");
        browser.sees("In the lab");
        browser.complaints(); // the browser notes each 401
    }

    @Test
    void firstExperimentShowsCurvesThatGrow() throws Exception {
        run();
        browser.await("document.querySelectorAll('.curves .stroke').length >= 5", "five curves");
        browser.await("document.querySelectorAll('.curves .band').length >= 2",
                "bands of the standard error, which need two trials");
        ended();
        browser.sees("Table");
        assertTrue(browser.eval("document.querySelectorAll('.results .best').length").asInt() > 0,
                "the best values must be marked");
        browser.sees("Seconds per stage");
        browser.sees("Origin");
        browser.click("log scale");
        browser.click("Paired differences");
        browser.await("document.querySelector('.curves .zero') && document.querySelector('.switch input:disabled')",
                "the line at zero, and no logarithm of what may be below it");
        browser.click("Means");
        browser.await("!document.querySelector('.curves .zero') && document.querySelector('.switch input:enabled').checked",
                "means on the scale that was chosen");
        String all = browser.eval("document.querySelector('.curves .stroke').getAttribute('d')").asText();
        browser.drag(".curves", 0.2, 0.2, 0.6, 0.7);
        browser.sees("Show all");
        assertFalse(all.equals(browser.eval("document.querySelector('.curves .stroke').getAttribute('d')").asText()),
                "a drag must zoom");
        browser.click("Show all");
        browser.clickOn(".legend-item");
        // Not one less than before: the last of the results may come in between.
        browser.await("document.querySelectorAll('.legend-item[aria-pressed=false]').length === 1"
                + " && document.querySelectorAll('.curves .stroke').length === document.querySelectorAll('.legend-item[aria-pressed=true]').length",
                "a curve less");
        assertTrue(browser.eval("location.hash").asText().contains("hide="), "the address must hold the view");
        browser.eval("document.querySelector('.curves').focus()");
        browser.press("ArrowRight", 39);
        browser.await("document.querySelector('.tooltip').innerText.includes('iteration 0')", "values at the keyboard's cursor");
    }

    @Test
    void settingsAreCheckedAsOneTypes() throws Exception {
        blank();
        browser.sees("in the alphabet");
        browser.clickOn(".stage button[aria-expanded]");
        browser.await("document.querySelector('.stage .field input')", "a form of settings");
        String rank = ".stage .field input";
        browser.type(rank, "0");
        browser.await("document.querySelector('.stage .field.refused .refusal')", "the refusal at its field");
        browser.sees("rank must be");
        assertTrue(browser.eval("[...document.querySelectorAll('button')].find((b) => b.innerText === 'Run it').disabled")
                .asBoolean());
        browser.type(rank, "5");
        browser.sees("Ready to run.");
        assertTrue(browser.eval("document.querySelector('textarea.code').value").asText().contains("2sr:rank=5"),
                "JSON beside the forms");
        browser.await("document.querySelector('pre.command').innerText.includes('2sr:rank=5')", "the command line");
        JsonNode before = browser.eval("document.querySelector('textarea.code').value");
        browser.type("textarea.code",
                before.asText().replace("\"trials\": 3", "\"trials\": 2").replace("2sr:rank=5", "2sr:rank=4"));
        browser.await("document.querySelector('#n-trials').value === '2'", "the form to follow the JSON");
        browser.await("document.querySelector('.as-text input').value === '2sr:rank=4'", "the recipe to follow the JSON");
        browser.sees("Ready to run.");
        browser.click("Run it");
        browser.await("location.hash.startsWith('#/runs/')", "the page of the run");
        ended();
    }

    @Test
    @LongTest
    void presetWithManyClaimsIsNotLost() throws Exception {
        blank();
        browser.choose(".page-head select", "ring");
        browser.sees("136 claims");
        assertEquals(0, browser.eval("document.querySelectorAll('.claim').length").asInt(), "claims are folded");
        assertEquals("name", browser.eval("document.querySelector('.composer input').id").asText(), "the name comes first");
        browser.click("136 claims");
        browser.await("document.querySelectorAll('.claim').length === 136", "the claims");
        browser.click("136 claims");
        browser.await("document.querySelectorAll('.claim').length === 0", "the claims folded again");
        browser.click("Add a claim");
        browser.await("document.querySelectorAll('.claim').length === 137", "the new claim among the others");
    }

    @Test
    void ownTableIsUploadedLearnedFromAndTried() throws Exception {
        Path table = folder.resolve("visits.csv");
        StringBuilder rows = new StringBuilder("user,page\n");
        for (int user = 0; user < 60; user++) {
            for (String page : List.of("home", "search", "item", user % 3 == 0 ? NASTY : "cart", "home")) {
                rows.append(user).append(',').append(page).append('\n');
            }
        }
        Files.writeString(table, rows);
        visit("#/models");
        browser.click("Learn a model");
        browser.give("input[aria-label='Upload a data file']", table);
        browser.await("document.querySelector('.preview')?.innerText.includes(" + quoted(NASTY) + ")",
                "a preview with every symbol as text");
        browser.type(".as-text input", "ngram:order=2");
        browser.click("Learn it");
        browser.await("location.hash.startsWith('#/models/')", "the page of the model");
        browser.sees("Try it");
        browser.await("document.querySelectorAll('.bar-row').length >= 5", "bars of the next symbol");
        browser.type(".sequence input", "home search item");
        browser.await("document.querySelectorAll('.surprise .heat').length === 3", "three coloured symbols");
        browser.sees(NASTY);
        String bars = browser.eval("[...document.querySelectorAll('.bar-row .num')].map((n) => n.innerText).join()").asText();
        browser.type(".sequence input", "home search item cart");
        browser.await("[...document.querySelectorAll('.bar-row .num')].map((n) => n.innerText).join() !== " + quoted(bars),
                "bars that change");
        browser.click("Sample five");
        browser.await("document.querySelectorAll('.examples li').length === 5", "five samples");
        browser.type(".sequence input", "home nowhere");
        browser.await("document.querySelector('.trouble')?.innerText.includes('nowhere')", "the unknown symbol named");
        browser.complaints(); // the browser notes each 422
    }

    @Test
    @LongTest
    void keptTableIsChosenWithItsColumns() throws Exception {
        visit("#/data");
        browser.give("input[aria-label='Upload data files']",
                Files.writeString(folder.resolve("shop.csv"), "user;item\n" + "1;tea\n1;cup\n2;tea\n2;pot\n".repeat(20)));
        kept("shop.csv");
        String found =
                "document.querySelector('textarea.code').value.includes('csv:file=shop.csv,sequence=user,symbol=item,separator=semicolon')";
        blank();
        browser.click("shop.csv");
        browser.await(found, "the columns of the file that was chosen");
        browser.choose(".dataset-picker select", "csv");
        browser.await("!" + found, "no file");
        browser.choose(".dataset-picker .settings select", "shop.csv");
        browser.await(found, "the columns of the file that was chosen in the form");
        browser.await("document.querySelector('.preview')?.innerText.includes('for testing 1 sequence')", "what is kept back");
        visit("#/models");
        browser.click("Learn a model");
        browser.click("shop.csv");
        browser.await(
                "document.querySelector('.preview')?.innerText.includes('for learning 2 sequences') && !document.querySelector('.preview').innerText.includes('for testing')",
                "that everything is learned from");
        browser.complaints(); // a table without a file is refused
    }

    @Test
    @LongTest
    void answersOfAModelStayWithWhatItWasAsked() throws Exception {
        visit("#/data");
        browser.give("input[aria-label='Upload data files']",
                Files.writeString(folder.resolve("ends.txt"), "a b\na b c\nb c a b\n".repeat(30)));
        kept("ends.txt");
        visit("#/models/"
                + lab.api("/models", "{\"dataset\":\"lines:file=ends.txt\",\"recipe\":\"ngram:order=2\"}").get("id").asText());
        browser.await("document.querySelectorAll('.bar-row').length === 4", "bars of the next symbol");
        assertEquals("DIV",
                browser.eval(
                        "[...document.querySelectorAll('.bar-row')].find((row) => row.innerText.startsWith('<end>')).tagName")
                        .asText(),
                "nothing can be added by the end");
        browser.type(".sequence input", "ab");
        browser.click("Sample five");
        browser.await(
                "[...document.querySelectorAll('.examples li')].filter((line) => line.innerText.trim().endsWith('<end>')).length === 5",
                "samples that say where they end");
        browser.type(".try input", "999999999");
        browser.await(
                "document.querySelector('.trouble')?.innerText.includes('ahead must be') && document.querySelector('.stale .bar-row')",
                "bars that are not of now");
        assertEquals("Next symbol", browser.eval("document.querySelector('.try h3').innerText").asText());
        browser.type(".try input", "2");
        browser.await(
                "!document.querySelector('.stale') && document.querySelector('.try h3').innerText === 'Symbol 2 steps ahead'",
                "bars of two steps ahead");
        browser.type(".sequence input", "ax");
        browser.await(
                "!document.querySelector('.bar-row') && !document.querySelector('.plane circle') && !document.querySelector('.examples li')",
                "nothing that looks like an answer");
        browser.click("Clear");
        browser.await("!document.querySelector('.trouble, .stale')", "nothing to complain of");
        browser.complaints(); // the browser notes each 400 and 422
    }

    @Test
    @LongTest
    void onlyWhatIsCertainIsAHundredPerCent() throws Exception {
        assertEquals("[\"100 %\",\"> 99.99 %\",\"99.7 %\",\"99 %\",\"0.1 %\",\"1e-7 %\",\"0 %\"]",
                browser.eval(
                        "import('/format.js').then((m) => JSON.stringify([1, 0.99999, 0.9966, 0.99, 0.001, 1e-9, 0].map(m.percent)))")
                        .asText());
    }

    @Test
    @LongTest
    void axesWritePowersOfTenInOneWay() throws Exception {
        assertEquals("1e−7 1e−3 1e1 | 0.01 0.1 1 | 0.0 0.5 1.0",
                browser.eval("import('/parts/scale.js').then((m) => [[1e-7, 1e-3, 10], [0.01, 0.1, 1], [0, 0.5, 1]]"
                        + ".map((all) => all.map((each) => m.tickText(each, all)).join(' ')).join(' | '))").asText());
    }

    @Test
    @LongTest
    void runsAreComparedByALink() throws Exception {
        String first = run();
        ended();
        String second = run();
        ended();
        visit("#/compare?runs=" + first + "," + second + "&measure=ospa.operators&log=on");
        browser.await("document.querySelectorAll('.curves .stroke').length >= 10", "the curves of both runs");
        assertEquals("ospa.operators", browser.eval("document.querySelector('.measure select').value").asText());
        assertTrue(browser.eval("document.querySelector('.switch input').checked").asBoolean(), "the scale of the link");
        browser.sees("None: the experiments are the same.");
        assertTrue(browser.eval("document.querySelectorAll('.results .best').length").asInt() > 0,
                "the best values must be marked");
        String other = lab.api("/runs",
                "{\"name\":\"other data\",\"experiment\":{\"dataset\":\"ring:sequences=50\",\"recipes\":[\"unigram\"],\"metrics\":[\"ospa\"],\"trials\":1}}")
                .get("id").asText();
        visit("#/runs/" + other);
        ended();
        visit("#/compare?runs=" + first + "," + other + "&measure=ospa.operators");
        browser.await(
                "document.querySelector('.settings-table')?.innerText.includes('ring:sequences=50') && document.querySelector('.results td.num')",
                "other data");
        assertEquals(0, browser.eval("document.querySelectorAll('.results .best').length").asInt(),
                "nothing is best across different data");
    }

    @Test
    @LongTest
    void pageHealsWhenTheServerIsStartedAgain() throws Exception {
        String id = run();
        ended();
        lab.stop();
        browser.sees("Connection lost");
        lab.start();
        browser.await("!document.querySelector('.connection').innerText", "the connection");
        browser.click("Run again");
        browser.await("location.hash.startsWith('#/runs/') && !location.hash.includes('" + id + "')", "a new run");
        ended();
        browser.complaints(); // unanswered requests
    }

    @Test
    void runIsPausedCancelledAndResumed() throws Exception {
        blank();
        browser.type("#n-trials", "500");
        browser.sees("Ready to run.");
        browser.await("document.querySelector('pre.command').innerText.includes('500')", "the check of 500 trials");
        browser.click("Run it");
        browser.await("document.querySelector('.curves .stroke')", "curves");
        browser.click("Pause");
        browser.await("document.querySelector('.run-state .is-paused')", "the pause");
        browser.click("Resume");
        browser.await("document.querySelector('.run-state .is-running')", "the run to go on");
        browser.click("Cancel");
        browser.await("document.querySelector('.run-state .is-cancelled')", "the end");
        browser.click("More trials");
        assertEquals("500", browser.eval("document.querySelector('.inline-form input').value").asText(), "the planned number");
        browser.click("Run them");
        browser.await("document.querySelector('.run-state .is-running')", "the cancellation undone");
        browser.click("Cancel");
        browser.await("document.querySelector('.run-state .is-cancelled')", "the end");
    }

    @Test
    void tokensAreCreatedShownOnceAndRemoved() throws Exception {
        visit("#/tokens");
        browser.type("[aria-labelledby=new-token] input", "a reader");
        browser.click("Create the token");
        browser.await("document.querySelector('.secret')?.innerText.length > 20", "the token");
        String token = browser.eval("document.querySelector('.secret').innerText").asText();
        assertEquals("read", browser.eval("fetch('/api/v1/', { headers: { Authorization: 'Bearer " + token
                + "' } }).then((r) => r.json()).then((about) => about.role)").asText());
        visit("#/");
        visit("#/tokens");
        browser.await("[...document.querySelectorAll('td.title')].some((cell) => cell.innerText === 'a reader')",
                "the list of tokens");
        assertFalse(browser.text().contains(token), "a token is shown once");
        browser.click("Remove …");
        browser.click("Remove a reader");
        browser.sees("There is only the owner's token.");
    }

    @Test
    @LongTest
    void runComesBackFromTheTrash() throws Exception {
        String id = run();
        ended();
        browser.click("Move to trash");
        browser.sees("Restore");
        visit("#/runs?state=trash");
        browser.await("document.querySelector('a[href$=\"" + id + "\"]')", "the run in the trash");
        visit("#/runs/" + id);
        browser.click("Restore");
        browser.sees("Run again");
    }

    @Test
    @LongTest
    void pluginComesAndGoesUnderTheOpenPage() throws Exception {
        visit("#/plugins");
        browser.sees("The plugin folder is empty.");
        browser.await(
                "import('/events.js').then((events) => { let now; events.onConnection((state) => { now = state; })(); return now === 'open'; })",
                "the page to hear of changes");
        Path plugin = Path.of("earlier", "earlier-learner-1.0.0.jar").toAbsolutePath();
        Files.copy(plugin, lab.plugins().resolve("earlier.jar"));
        browser.sees("earlier.jar");
        browser.sees("In use: its services are available to experiments.");
        browser.sees("was installed");
        Files.delete(lab.plugins().resolve("earlier.jar"));
        browser.sees("was removed");
        browser.sees("The plugin folder is empty.");
        browser.give("input[aria-label='Upload a plugin']", plugin);
        browser.sees("In use: its services are available to experiments.");
        browser.click("Remove");
        browser.sees("The plugin folder is empty.");
    }

    @Test
    @LongTest
    void wrongAddressesAndFilesAreAnsweredInWords() throws Exception {
        visit("#/runs/nosuchrun");
        browser.await("document.querySelector('.trouble')", "words about the run that is not there");
        visit("#/nowhere");
        browser.sees("There is no such page");
        JsonNode statuses = browser.eval(
                "Promise.all(['/psr/page/Page.class', '/%2e%2e/x.js', '/lib/nothing.js'].map((p) => fetch(p).then((r) => r.status)))");
        statuses.forEach(status -> assertTrue(status.asInt() >= 400, statuses::toString));
        browser.complaints(); // the browser notes each 404
    }

    @Test
    @LongTest
    void loadsLittleAndOnlyFromHere() throws Exception {
        browser.open("about:blank");
        browser.open(lab.plainAddress());
        browser.sees("In the lab");
        JsonNode loaded = browser.eval("performance.getEntriesByType('resource').map((e) => [e.name, e.encodedBodySize])");
        int bytes = 0;
        for (JsonNode entry : loaded) {
            assertTrue(entry.get(0).asText().startsWith(lab.plainAddress()), entry::toString);
            bytes += entry.get(1).asInt();
        }
        assertTrue(bytes < MOST_BYTES, bytes + " bytes");
        assertTrue(loaded.size() > 20, "modules must be counted: " + loaded);
    }

    @Test
    @LongTest
    void everyPageIsAccessibleAndFitsAPhone() throws Exception {
        String other = run();
        ended();
        String id = run();
        ended();
        visit("#/models");
        browser.click("Learn a model");
        browser.sees("in the alphabet");
        browser.type(".as-text input", "2sr");
        browser.click("Learn it");
        browser.sees("Try it");
        String model = id();
        List<String> findings = new ArrayList<>();
        List<String> pages = List.of("#/", "#/new", "#/runs", "#/runs/" + id, "#/compare?runs=" + id + "," + other, "#/compare",
                "#/models", "#/models/" + model
                        + "?sequence=1+2+3",
                "#/data", "#/plugins");
        browser.eval(axe());
        for (String page : pages) {
            browser.size(1280, 900);
            browser.prefers("light");
            visit(page);
            browser.await("document.querySelector('main h1') && !document.querySelector('.loading')", page);
            Thread.sleep(SETTLED_MILLIS);
            for (String theme : List.of("light", "dark")) {
                browser.prefers(theme);
                browser.await(
                        "document.getAnimations().every((each) => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity)",
                        "the colours");
                for (JsonNode finding : browser.eval("axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations"
                        + ".filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.html).slice(0, 3).join(' ')))")) {
                    findings.add(page + " " + theme + " " + finding.asText());
                }
            }
            browser.size(PHONE, 800);
            int wide = browser.eval(
                    "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(document.documentElement.scrollWidth))))")
                    .asInt();
            if (wide > PHONE) {
                findings.add(page + " is " + wide + " pixels wide on a phone");
            }
            browser.eval(CUT_OFF).forEach(each -> findings.add(page + " cuts off " + each.asText()));
        }
        browser.prefers("light");
        assertEquals(List.of(), findings);
    }

    private static String axe() throws IOException {
        try (InputStream script = PageTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8) + "; true";
        }
    }

    @Test
    @LongTest
    void recipesAreReadAsTheLaboratoryReadsThem() throws Exception {
        for (String text : List.of("2sr", "2sr:rank=40+ig:horizon=5,rate=3e-3", "mix/2sr+bptt/ngram:order=5",
                "\"mix/2sr/em\"+bptt",
                "mix:validation=0/\"mix/2sr/em\"/ngram", "csv:file=\"a,b.csv\",symbol=1", "lines:file='it''s',separator=\"+\"",
                "lines:file=x,separator='\"'",
                "text:file=\"a/b\"")) {
            String script = "import('/recipe.js').then((m) => m.recipeText(m.parseRecipe("
                    + new ObjectMapper().writeValueAsString(text) + ")))";
            assertEquals(Recipe.parse(text).text(), browser.eval(script).asText(), text);
        }
    }

    @Test
    @LongTest
    void sequencesAreTypedAsTheirAlphabetIs() throws Exception {
        String letters = "{ symbols: ['a', 'b', '<blank>', '<line>'] }";
        String words = "{ symbols: ['home', 'cart', '<end>'] }";
        assertEquals("[\"a\",\"<blank>\",\"b\",\"<line>\",\"x\"]", browser
                .eval("import('/notation.js').then((m) => JSON.stringify(m.cut('a b<line>x', " + letters + ")))").asText());
        assertEquals("a b<line>", browser
                .eval("import('/notation.js').then((m) => m.glue(['a', '<blank>', 'b', '<line>'], " + letters + "))").asText());
        assertEquals("[\"home\",\"cart\"]",
                browser.eval("import('/notation.js').then((m) => JSON.stringify(m.cut(' home  cart', " + words + ")))").asText());
        assertEquals("[\"1\",\"2\"]", browser
                .eval("import('/notation.js').then((m) => JSON.stringify(m.cut('1 2', { symbols: ['1', '2'] })))").asText());
    }

    @Test
    @LongTest
    void everyModuleIsAskedForAtOnce() throws IOException {
        Path files = Path.of("..", "psr.page", "src", "main", "resources", "psr", "page");
        String index = Files.readString(files.resolve("index.html"));
        try (Stream<Path> all = Files.walk(files)) {
            assertEquals(List.of(),
                    all.filter(file -> file.toString().endsWith(".js"))
                            .map(file -> files.relativize(file).toString().replace('\\', '/'))
                            .filter(name -> !index.contains('"' + name + '"')).toList(),
                    "index.html must name every module, or they come one after the other");
        }
    }
}
