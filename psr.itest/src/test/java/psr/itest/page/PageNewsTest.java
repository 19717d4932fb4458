package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.Test;
import psr.itest.LongTest;
import psr.itest.ServerProcess;

/** What happens in the laboratory is on the page, whenever it happens: between two answers, without the page, on other machines. */
class PageNewsTest extends OpenPage {

    private static final String SMALL =
            """
            {"name":"%s","experiment":{"dataset":"ring:sequences=50,states=3,symbols=3","recipes":["unigram"],"metrics":["pnll"],"trials":1,"seed":1}}""";

    /** Waits until the server has sent the last event of a run. */
    private static final int TOLD_MILLIS = 1_500;

    /** A finished run of another client. */
    private static String elsewhere(String name) throws Exception {
        String id = lab.api("/runs", SMALL.formatted(name)).get("id").asText();
        while (!lab.api("/runs/" + id).get("state").asText().equals("done")) {
            Thread.sleep(50);
        }
        return id;
    }

    private static String ended(String id) {
        return "document.querySelector('#ended') && [...document.querySelectorAll('main tr')].some((row) => row.querySelector('a[href$=\""
                + id + "\"]') && row.querySelector('.is-done'))";
    }

    @Test
    void runThatEndsBeforeThePageHearsAnythingIsShown() throws Exception {
        String late = browser
                .early("{ const real = fetch; globalThis.fetch = async (...what) => { if (String(what[0]).endsWith('/events'))"
                        + " await new Promise((heard) => { globalThis.hear = heard; }); return real(...what); }; }");
        try {
            browser.open("about:blank");
            browser.open(lab.address());
            browser.await("document.querySelector('.welcome, #now')", "the runs, though no event can be heard");
            String id = elsewhere("unheard");
            Thread.sleep(TOLD_MILLIS);
            browser.eval("hear(true)");
            browser.await(ended(id), "the run that ended before");
        } finally {
            browser.forget(late);
        }
    }

    @Test
    @LongTest
    void listThatComesLateHidesNothingThatWasHeard() throws Exception {
        String slow = browser.early(
                "{ const real = fetch; const held = []; globalThis.deliver = () => { held.forEach((go) => go()); held.push = (go) => go(); };"
                        + " globalThis.fetch = async (...what) => { const answer = await real(...what);"
                        + " if (String(what[0]).includes('/runs?')) await new Promise((go) => { globalThis.read = true; held.push(go); }); return answer; }; }");
        try {
            browser.open("about:blank");
            browser.open(lab.address());
            browser.await("globalThis.read", "the list to be read, and held back");
            browser.eval(
                    "import('/events.js').then((events) => { events.onEvent(({ type, data }) => { if (type === 'run' && data.state === 'done') globalThis.finished = data.id; }); return true; })");
            String id = elsewhere("heard");
            browser.await("globalThis.finished === '" + id + "'", "the event");
            browser.eval("deliver(), true");
            browser.await(ended(id), "the run, though the list is older");
        } finally {
            browser.forget(slow);
        }
    }

    @Test
    @LongTest
    void pageHealsWhenTheServerWasKilled() throws Exception {
        blank();
        browser.type("#n-trials", "400");
        browser.await("document.querySelector('pre.command').innerText.includes('400')", "the check of 400 trials");
        browser.sees("Ready to run.");
        browser.click("Run it");
        browser.await("document.querySelector('.curves .stroke')", "curves");
        lab.kill();
        browser.sees("Connection lost");
        lab.start();
        browser.await("!document.querySelector('.connection').innerText", "the connection");
        int before = lab.api("/runs/" + id()).at("/trials/done").asInt();
        browser.await("Number(document.querySelector('.run-state .num').innerText.split(' ')[0]) > " + before,
                "the run to go on");
        browser.click("Cancel");
        browser.await("document.querySelector('.run-state .is-cancelled')", "the end");
        browser.complaints(); // unanswered requests
    }

    @Test
    @LongTest
    void otherMachinesAreShownWithWhatTheyDo() throws Exception {
        Path secret = folder.resolve("secret");
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "a secret of sufficient length");
        try (LabProcess server = LabProcess.start(Files.createDirectories(folder.resolve("server")), "--on", "cluster",
                "--cluster-host", "127.0.0.1",
                "--secret-file", secret.toString())) {
            browser.open(server.address());
            browser.sees("no worker has joined yet");
            String address = server.api("/workers").get("address").asText();
            browser.sees("./psr worker --join " + address);
            Path home = Files.createDirectories(folder.resolve("worker"));
            Process worker = ServerProcess.start(home, home.resolve("said"), List.of("worker", "--join", address, "--host",
                    "127.0.0.1", "--threads", "1", "--secret-file", secret.toString()));
            try {
                browser.sees("1 worker");
                String where = server.api("/workers").at("/items/1/where").asText();
                browser.sees(where);
                browser.eval("location.hash = '#/runs/" + server
                        .api("/runs", SMALL.formatted("shared").replace("\"trials\":1", "\"trials\":20000")).get("id").asText()
                        + "'");
                browser.await("document.querySelector('#computed-by')", "who computes");
                browser.await(
                        "[...document.querySelectorAll('[aria-labelledby=computed-by] tr')].some((row) => row.innerText.includes('"
                                + where
                                + "') && Number(row.querySelector('.num').innerText.replace(',', '')) > 0)",
                        "trials that the worker has finished");
                browser.sees("this server");
                browser.click("Cancel");
                browser.await("document.querySelector('.run-state .is-cancelled')", "the end");
            } finally {
                worker.destroy();
                worker.waitFor();
            }
            browser.eval("location.hash = '#/'");
            browser.sees("no worker has joined yet");
        }
        browser.open(lab.address());
        browser.sees("In the lab");
        assertEquals(0, browser.eval("document.querySelectorAll('#workers').length").asInt(),
                "a lab that computes alone says nothing of workers");
        browser.complaints(); // the server that has gone
    }
}
