package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A laboratory of its own for each class of tests, and the page of it, open in a browser; after each test the browser must have nothing to complain of. */
abstract class OpenPage {

    static final String NASTY = "<script>alert(1)</script>";

    @TempDir
    static Path folder;
    static LabProcess lab;
    static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Browser.installed().isPresent(),
                "SKIPPED: no Chromium here, so the page was not tried; apt-get install chromium");
        assumeTrue(LabProcess.present(), "SKIPPED: the application is not built, so the page was not tried; mvn package");
        lab = LabProcess.start(Files.createDirectories(folder.resolve("lab")));
        browser = Browser.start(folder.resolve("profile"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
            browser = null;
        }
        if (lab != null) {
            lab.close();
            lab = null;
        }
    }

    @BeforeEach
    final void open() throws Exception {
        browser.size(1280, 900);
        browser.open("about:blank");
        browser.complaints(); // what a request of the test before was answered after its end
        browser.open(lab.address());
        browser.sees("In the lab");
    }

    @AfterEach
    final void nothingWentWrong() {
        assertEquals(List.of(), browser.complaints());
    }

    /** Goes to another page within the page; what is looked at next is of that one. */
    static void visit(String hash) throws Exception {
        browser.eval("new Promise((there) => { const hash = '" + hash + "'; if (location.hash === hash) there();"
                + " else { addEventListener('hashchange', () => requestAnimationFrame(() => setTimeout(there)), { once: true }); location.hash = hash; } })");
    }

    /** The id at the end of the address, where a run or a model is shown. */
    static String id() throws Exception {
        return browser.eval("location.hash.split(/[/?]/)[2]").asText();
    }

    static String run() throws Exception {
        visit("#/");
        // A first experiment, or a small example where there are others already.
        browser.click("Run a ");
        browser.await("location.hash.startsWith('#/runs/')", "the page of the run");
        return id();
    }

    static void ended() throws Exception {
        browser.await("document.querySelector('.run-state .badge.is-done')", "the end of the run");
    }

    /** Waits until a file that was given to the page of data is in its list; while it is sent, it is named beside it. */
    static void kept(String file) throws Exception {
        browser.await("[...document.querySelectorAll('td.name')].some((cell) => cell.innerText === " + quoted(file) + ")", file);
    }

    /** Opens a new, unchanged experiment. */
    static void blank() throws Exception {
        visit("#/new");
        browser.choose(".page-head select", "-");
        browser.sees("Ready to run.");
    }

    static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
