package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes the pictures of docs/PAGE.md anew, of a laboratory that has done something; only with {@code -Dpsr.pictures=FOLDER}. */
class PicturesTest {

    private static final int LARGEST = 150_000;
    private static final String RUN = """
            fetch('/api/v1/runs', { method: 'POST', headers: { Authorization: 'Bearer ' + sessionStorage.getItem('psr.token'), 'Content-Type': 'application/json' },
              body: JSON.stringify({ name: '%s', experiment: { name: '%s', description: 'What refining makes of a spectral start, beside EM and n-grams.',
                dataset: 'ring:sequences=2000,states=10,symbols=10', recipes: [{ label: '2SR', recipe: '2sr:rank=10' }, { label: '2SR + IG', recipe: '2sr:rank=10+ig:rate=%s,passes=20' },
                { label: '2SR + BPTT', recipe: '2sr:rank=10+bptt:epochs=20' }, { label: 'EM', recipe: 'em' }, { label: 'trigrams', recipe: 'ngram:order=3' }],
                metrics: ['pnll', 'ospa'], trials: %d, seed: %d,
                claims: [{ id: 'ig', words: 'IG lowers the PNLL', measure: 'pnll.operators', subject: '2SR + IG', reference: '2SR', expected: 'below', margin: 0 },
                  { id: 'bptt', words: 'BPTT is better than n-grams', measure: 'pnll.operators', subject: '2SR + BPTT', reference: 'trigrams', expected: 'below', margin: 0 }] } }) })
              .then((r) => r.json()).then((r) => r.id)""";
    private static final String LEARN =
            """
            fetch('/api/v1/models', { method: 'POST', headers: { Authorization: 'Bearer ' + sessionStorage.getItem('psr.token'), 'Content-Type': 'application/json' },
              body: JSON.stringify({ name: 'English letters', dataset: 'text:length=40000', recipe: '2sr:rank=30' }) }).then((r) => r.json()).then((r) => r.id)""";

    private static final String SEND =
            """
            Promise.all([['chords.txt', 'C G Am F\\n'.repeat(80)], ['visits.csv', 'user,page\\n1,home\\n1,cart\\n'.repeat(60)]].map(([name, text]) => fetch('/api/v1/data/' + name,
              { method: 'PUT', headers: { Authorization: 'Bearer ' + sessionStorage.getItem('psr.token') }, body: text }))).then((all) => all.every((r) => r.ok))""";

    @TempDir
    private Path folder;
    private Browser browser;
    private Path pictures;

    @Test
    void everyPageInLightAndDarkWideAndNarrow() throws Exception {
        String where = System.getProperty("psr.pictures", "");
        assumeTrue(!where.isEmpty(), "pictures are made with -Dpsr.pictures=FOLDER only");
        pictures = Path.of(where).toAbsolutePath();
        try (LabProcess lab = LabProcess.start(Files.createDirectories(folder.resolve("lab")));
                Browser started = Browser.start(folder.resolve("profile"))) {
            browser = started;
            browser.size(1280, 900);
            browser.open(lab.address());
            browser.sees("Run a first experiment");
            both("welcome", "#/", 900);
            String first = browser.eval(RUN.formatted("gentle rate", "gentle rate", "1e-3", 8, 1)).asText();
            String second = browser.eval(RUN.formatted("bold rate", "bold rate", "1e-2", 8, 1)).asText();
            String model = browser.eval(LEARN).asText();
            for (String run : List.of(first, second)) {
                go("#/runs/" + run);
                browser.await("document.querySelector('.run-state .is-done')", "the end of a run");
            }
            go("#/models/" + model);
            browser.sees("Try it");
            browser.eval(RUN.formatted("many trials", "many trials", "3e-3", 400, 2));
            Files.copy(Path.of("earlier", "earlier-learner-1.0.0.jar"), lab.plugins().resolve("earlier-learner.jar"));
            Thread.sleep(4000);
            both("home", "#/", 1100);
            both("new", "#/new", 1300);
            both("run", "#/runs/" + second + "?measure=pnll.operators", 1300);
            both("differences", "#/runs/" + second + "?measure=pnll.operators&reference=2SR&hide=%5B%22oracle%22%5D", 760);
            both("compare", "#/compare?runs=" + first + "," + second + "&measure=ospa.operators", 1000);
            both("models", "#/models", 700);
            both("model", "#/models/" + model + "?sequence=the+lab+is+quixotic", 1400);
            browser.eval(SEND);
            both("data", "#/data", 700);
            both("runs", "#/runs", 700);
            both("plugins", "#/plugins", 900);
        }
        assertEquals(List.of(), browser.complaints());
    }

    private void go(String hash) throws Exception {
        browser.eval("location.hash = '" + hash + "'");
    }

    /** Wide and narrow, light and dark. */
    private void both(String name, String hash, int height) throws Exception {
        for (String theme : List.of("light", "dark")) {
            one(name + "-wide-" + theme, hash, theme, 1280, height);
            one(name + "-narrow-" + theme, hash, theme, 390, 1000);
        }
    }

    private void one(String name, String hash, String theme, int width, int height) throws Exception {
        browser.size(width, 900);
        browser.prefers(theme);
        go("#/nowhere");
        browser.sees("There is no such page");
        go(hash);
        browser.await(
                "document.querySelector('main h1') && !document.body.innerText.includes('no such page') && !document.querySelector('.loading')",
                hash);
        Thread.sleep(2500);
        Path file = pictures.resolve(name + ".webp");
        browser.picture(file, height);
        assertTrue(Files.size(file) < LARGEST, name + " has " + Files.size(file) + " bytes");
    }
}
