package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;

import org.junit.jupiter.api.Test;

import psr.itest.ServerProcess;

/** Models on data that they have not seen: one alone, with the same as commands, and several side by side. */
class PageModelsTest extends OpenPage {

    /** Learns a model of a stored file; its id. */
    private static String model(String recipe) throws Exception {
        String id = lab
                .api("/models",
                        "{\"dataset\":\"lines:file=known.txt\",\"recipe\":\"" + recipe + "\",\"name\":\"" + recipe + "\"}")
                .get("id").asText();
        browser.await("fetch('/api/v1/models/" + id
                + "', { headers: { Authorization: `Bearer ${sessionStorage.getItem('psr.token')}` } }).then((r) => r.json()).then((m) => m.state === 'ready')",
                "a model of " + recipe);
        return id;
    }

    private static void known() throws Exception {
        visit("#/data");
        browser.give("input[aria-label='Upload data files']",
                Files.writeString(folder.resolve("known.txt"), "a b a\nb a b\n".repeat(20)));
        kept("known.txt");
    }

    @Test
    void evaluatesModelsOnAFileAndShowsTheCommands() throws Exception {
        known();
        String first = model("unigram");
        String second = model("ngram:order=2");
        visit("#/models/" + second);
        browser.sees("How well it predicts");
        browser.give("input[aria-label='Evaluate a file']", Files.writeString(folder.resolve("new.txt"), "a b a\n".repeat(5)));
        browser.await("document.querySelectorAll('.evaluation td.num').length >= 2", "values of the file that was given");
        browser.sees("lines:file=new.txt: 5 sequences, 15 observations in total");
        browser.click("The same as a command");
        browser.click("Shell");
        browser.sees("./psr evaluate ngram:order=2.json lines:file=new.txt");
        browser.type(".evaluate input[list]", "ring");
        browser.click("Evaluate");
        browser.sees("is not in the alphabet of the model");
        browser.complaints(); // the browser notes each 422
        browser.click("Measure on held-out data");
        browser.await(
                "document.querySelector('.held-out .is-done') && document.querySelector('.held-out b')?.innerText.includes('±')",
                "the quality on held-out data");
        visit("#/models/compare?models=" + first + "," + second);
        browser.type(".evaluate input[list]", "new.txt");
        browser.click("Evaluate 2");
        browser.await("document.querySelectorAll('.evaluation thead th').length === 3", "a column for each model");
        double value = lab.api("/models/" + second + "/evaluate", "{\"file\":\"new.txt\"}").at("/values/0/value").asDouble();
        assertTrue(value > 1 && value < 4, ServerProcess.JSON.createObjectNode().put("value", value).toString());
        browser.await("document.querySelector('.evaluation tbody tr .best').cellIndex === 2",
                "the bigrams marked as better than the unigrams");
    }
}
