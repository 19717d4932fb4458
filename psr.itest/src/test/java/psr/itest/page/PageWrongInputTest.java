package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import psr.itest.LongTest;

/**
 * What a visitor may get wrong: experiments, numbers, addresses, files, and what a token does not allow. The page says so
 * and stays usable.
 */
class PageWrongInputTest extends OpenPage {

    private static final int MEGABYTE = 1 << 20;

    @Test
    @LongTest
    void experimentOfAnyShapeIsAnsweredInWords() throws Exception {
        blank();
        List<List<String>> wrong = List.of(List.of("{\"dataset\": \"ring\", \"recipes\": 5}", "recipes must be a list of"),
                List.of("{\"dataset\": \"ring\", \"recipes\": [null]}", "recipes must be a list of"),
                List.of("{\"dataset\": 7}", "dataset must be a text"),
                List.of("{\"dataset\": \"ring\", \"recipes\": [\"2sr\"], \"metrics\": [1]}", "metrics must be a list of"),
                List.of("{\"dataset\": \"ring\", \"recipes\": [\"2sr\"], \"claims\": [2]}", "claims must be a list of"),
                List.of("{\"name\": {}}", "name must be a text"), List.of("[]", "an experiment is an object"),
                List.of("{\"dataset\": ", "JSON"));
        for (List<String> each : wrong) {
            browser.type("textarea.code", each.get(0));
            browser.await("document.querySelector('.beside .refusal')?.innerText.includes(" + quoted(each.get(1)) + ")",
                    each.toString());
            browser.sees("The text has a mistake; see there.");
            assertTrue(browser.eval("[...document.querySelectorAll('button')].find((b) => b.innerText === 'Run it').disabled")
                    .asBoolean(), "what cannot be read cannot be run");
            assertEquals("…", browser.eval("document.querySelector('pre.command').innerText").asText(), "nor is it a command");
        }
        browser.type("#n-trials", "2");
        browser.sees("Ready to run.");
        browser.type("textarea.code", "{\"recipes\": [{\"recipe\": \"2sr\"}]}");
        browser.sees("must have the field 'dataset'");
        browser.type("textarea.code", "{\"dataset\": \"ring:sequences=100\", \"recipes\": [{\"recipe\": \"2sr\"}, \"nosuch\"]}");
        browser.sees("no learner named 'nosuch'");
        browser.type("textarea.code", "{\"dataset\": \"ring:sequences=100\", \"recipes\": [{\"recipe\": \"2sr\"}]}");
        browser.sees("Ready to run.");
        // What an earlier page has left.
        browser.eval("sessionStorage.setItem('psr.draft', '{\"recipes\": 5}')");
        browser.open("about:blank");
        browser.open(lab.plainAddress() + "#/new");
        browser.sees("Ready to run.");
        browser.complaints(); // the browser notes what the server refuses
    }

    @Test
    @LongTest
    void absurdNumbersAreRefusedAtTheirField() throws Exception {
        blank();
        for (String field : List.of("trials", "every")) {
            for (String number : List.of("-1", "0", "1e400", "many", "1.5", "99999999999999999999")) {
                browser.type("#n-" + field, number);
                browser.await("document.querySelector('#n-" + field + "').closest('.field.refused')?.innerText.includes('" + field
                        + " must')", field + " " + number);
            }
            browser.type("#n-" + field, "2");
            browser.sees("Ready to run.");
        }
        // As a number of JavaScript it would silently be another.
        browser.type("#n-seed", "9007199254740993");
        browser.await("document.querySelector('#n-seed').closest('.field.refused')", "the seed that no number of the page holds");
        browser.type("#n-seed", "");
        browser.sees("Ready to run.");
        browser.complaints(); // the browser notes what the server refuses
    }

    @Test
    @LongTest
    void addressesThatWereCutLeadToThePage() throws Exception {
        String id = run();
        ended();
        visit("#/runs/" + id + "?hide=%5B%222S");
        browser.await("document.querySelectorAll('.curves .stroke').length >= 5", "all curves");
        visit("#/runs/%E0%A4%A");
        browser.await("document.querySelector('.trouble')", "words about the run that is not there");
        browser.open("about:blank");
        browser.open(lab.plainAddress() + "#token=%E0%A4%A");
        browser.sees("Please sign in.");
        browser.complaints(); // the browser notes each 401 and 404
    }

    @Test
    @LongTest
    void fileDroppedBesideItsPlaceLeavesThePage() throws Exception {
        assertTrue(browser.eval(
                "['dragover', 'drop'].every((type) => !document.querySelector('main').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true })))")
                .asBoolean());
    }

    @Test
    @LongTest
    void filesAreKeptUnderNamesThatTheServerTakesWithTheirEndings() throws Exception {
        assertEquals("data.csv Ubung-1-neu.txt visits.tsv git-ignore", browser.eval("import('/parts/uploads.js').then((m) =>"
                + " ['\u6570\u636e.csv', '\u00dcbung 1 (neu).txt', '__visits.tsv', '.git ignore'].map(m.storedAs).join(' '))")
                .asText());
    }

    @Test
    @LongTest
    void filesOfAnyKindAreTakenOrRefusedInWords() throws Exception {
        byte[] noise = new byte[20_000];
        new Random(1).nextBytes(noise);
        blank();
        String field = "input[aria-label='Upload a data file']";
        browser.give(field, Files.write(folder.resolve("noise.csv"), noise));
        browser.await(chosen("noise.csv") + " && document.querySelector('.dataset-picker .refusal')", "what is wrong with noise");
        browser.give(field, Files.createFile(folder.resolve("empty.txt")));
        browser.await(chosen("empty.txt") + " && document.querySelector('.dataset-picker .refusal')",
                "what is wrong with nothing");
        browser.sees("The data cannot be read; see below.");
        browser.give(field, Files.writeString(folder.resolve("Übung 1 (neu).txt"), "a b a\nb a\n".repeat(50)));
        browser.await("document.querySelector('.preview')?.innerText.includes('3 symbols in the alphabet')", "a preview");
        assertTrue(browser.eval(chosen("Ubung-1-neu.txt")).asBoolean(), "a name that the server takes");
        browser.eval(
                "{ const real = fetch; globalThis.fetch = async (...what) => { if (String(what[0]).endsWith('/large.txt')) await new Promise((go) => { globalThis.go = go; }); return real(...what); }; }");
        browser.give(field, Files.writeString(folder.resolve("large.txt"),
                "the quick brown fox jumps over the lazy dog. ".repeat(MEGABYTE / 45)));
        browser.await("document.querySelector('.drop').innerText === 'Sending large.txt (1024 KiB) …'", "that it is being sent");
        browser.give(field, Files.writeString(folder.resolve("last.txt"), "c d c\nd c\n".repeat(50)));
        browser.await("document.querySelector('.preview')?.innerText.includes('last.txt')",
                "a preview of the file that was given last");
        browser.await("document.querySelector('.drop').innerText === 'Sending large.txt (1024 KiB) …'",
                "that the other is still being sent");
        browser.give(field, Files.writeString(folder.resolve("empty.txt"), "a b\n"));
        browser.sees("There is another file called empty.txt here.");
        browser.eval("go(), true");
        browser.sees("Drop a file");
        browser.await("document.querySelector('.stored').innerText.includes('large.txt')", "the larger file");
        assertTrue(browser.eval(chosen("last.txt")).asBoolean(), "the file that was given last stays");
        browser.sees("There is another file called empty.txt here.");
        browser.complaints(); // the browser notes what the server refuses
    }

    /** Whether the experiment on the screen learns from this file. */
    private static String chosen(String file) {
        return "document.querySelector('textarea.code').value.includes('file=" + file + "')";
    }

    @Test
    void whatIsWrongIsSaidOnceAndByTheNameOfTheFile() throws Exception {
        blank();
        browser.type(".as-text input", "2sr:");
        browser.await("document.querySelector('.recipe-card .refusal')?.innerText.includes('key=value')",
                "what is wrong with the recipe");
        browser.sees("There is a problem to fix.");
        browser.click("There is a problem to fix.");
        browser.await(
                "document.activeElement.getAttribute('aria-invalid') === 'true' || [...document.querySelectorAll('main .refusal')].some((e) => { const r = e.getBoundingClientRect(); return r.top > 60 && r.bottom < innerHeight; })",
                "the problem in view");
        assertEquals(1, browser.eval("document.querySelectorAll('.recipe-card .refusal').length").asInt(), "it is said once");
        browser.type(".as-text input", "2sr");
        browser.choose(".dataset-picker select", "pautomac");
        browser.await("document.querySelector('.dataset-picker .refusal')?.innerText.includes('folder')",
                "which setting it needs");
        browser.choose(".dataset-picker select", "ring");
        browser.sees("Ready to run.");
        visit("#/models");
        browser.give("input[aria-label='Import a model file']", Files.writeString(folder.resolve("letter.json"), "{\"dear\":1}"));
        browser.await("document.querySelector('main > .trouble')?.innerText.startsWith('letter.json: it is not a model file')",
                "what is wrong with the file");
        browser.click("Learn a model");
        browser.type(".as-text input", "2sr:rank=0");
        browser.click("Learn it");
        browser.sees("There is a problem above to fix.");
        browser.await("document.querySelector('.train .field.refused')?.innerText.includes('rank must be')",
                "the refusal at its field");
        assertEquals(1, browser.eval(
                "[...document.querySelectorAll('.train .refusal, .train .trouble')].filter((e) => e.innerText.includes('rank must be')).length")
                .asInt(), "it is said once");
        browser.type(".as-text input", "nosuch");
        browser.click("Learn it");
        browser.await("[...document.querySelectorAll('.train .refusal')].some((e) => e.innerText.includes('no learner named'))",
                "the learner that is not there");
        visit("#/runs");
        browser.give("input[aria-label='Import a run folder']", Files.writeString(folder.resolve("not.zip"), "hello"));
        browser.await("document.querySelector('main > .trouble')?.innerText.startsWith('not.zip must be a zip file')",
                "what is wrong with the file");
        browser.complaints(); // the browser notes what the server refuses
    }

    @Test
    @LongTest
    void fileOfTheSameNameIsReplacedOnlyByWhoSaysSo() throws Exception {
        visit("#/data");
        String field = "input[aria-label='Upload data files']";
        browser.give(field, Files.writeString(folder.resolve("same.txt"), "a b\n"));
        kept("same.txt");
        browser.give(field, Files.writeString(folder.resolve("same.txt"), "a b c\n"));
        browser.sees("There is another file called same.txt here.");
        browser.click("Cancel");
        browser.await("!document.querySelector('.asked')", "nothing to be asked");
        assertEquals(4, lab.api("/data").at("/items/0/bytes").asInt());
        browser.give(field, folder.resolve("same.txt"));
        browser.sees("Replace it");
        browser.click("Move to trash");
        browser.await("!document.querySelector('.asked')", "nothing to be asked of a file that has gone");
        browser.click("Trash");
        browser.click("Restore");
        browser.sees("The trash is empty.");
        browser.click("Stored");
        browser.sees("same.txt");
        browser.give(field, folder.resolve("same.txt"));
        browser.click("Replace it");
        browser.await("!document.querySelector('.asked')", "nothing to be asked");
        JsonNode files = lab.api("/data");
        assertEquals(6, files.at("/items/0/bytes").asInt(), files::toString);
        browser.await(
                "[...document.querySelectorAll('tr')].some((row) => row.innerText.includes('same.txt') && row.innerText.includes('6 B'))",
                "its new size");
        browser.complaints(); // the browser notes the 409
    }

    @Test
    @LongTest
    void whoMayOnlyReadIsOfferedNothingElse() throws Exception {
        String id = run();
        ended();
        String token = lab.api("/tokens", "{\"name\":\"guest\",\"role\":\"read\"}").get("token").asText();
        browser.open("about:blank");
        browser.open(lab.plainAddress() + "#token=" + token + "&/runs/" + id);
        browser.sees("this token is read-only");
        browser.sees("Origin");
        for (String page : List.of("#/runs/" + id, "#/", "#/runs", "#/models", "#/data", "#/plugins")) {
            visit(page);
            browser.await("document.querySelector('main h1') && !document.querySelector('.loading')", page);
            Thread.sleep(300);
            assertEquals("[]", browser.eval(
                    "JSON.stringify([...document.querySelectorAll('main button, main .button, .drop')].filter((b) => /^(Run|New|Into|Rename|More|Learn|Drop|Bring|Add|Name|Cancel|Pause)/.test(b.innerText)).map((b) => b.innerText))")
                    .asText(), page);
        }
        visit("#/new");
        browser.sees("Your token is read-only: it can check experiments, but not run them.");
    }
}
