package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The list of runs, with tags and actions on several runs, and comparisons of runs. */
class PageRunsTest extends OpenPage {

    private static String submit(String name, String tag, String dataset, String recipes) throws Exception {
        return lab.api("/runs", "{\"name\":\"" + name + "\",\"tags\":[\"" + tag + "\"],\"experiment\":{\"dataset\":\"" + dataset
                + "\",\"recipes\":" + recipes + ",\"metrics\":[\"pnll\"],\"trials\":2}}").get("id").asText();
    }

    private static void done(int runs) throws Exception {
        visit("#/runs");
        browser.await("document.querySelectorAll('.badge.is-done').length === " + runs
                + " && document.querySelectorAll('.best-recipe').length === " + runs, runs + " runs with their best recipes");
    }

    @Test
    void runsAreSortedFilteredTaggedAndComparedByTheirData() throws Exception {
        String small =
                submit("small", "draft", "ring:sequences=60", "[\"unigram\",{\"label\":\"mine\",\"recipe\":\"2sr:rank=3\"}]");
        String same = submit("same", "final", "ring:sequences=60", "[\"2sr:rank=3\"]");
        String other = submit("other", "final", "ring:sequences=60,states=8", "[\"2sr:rank=3\"]");
        done(3);
        browser.click("run");
        browser.await("[...document.querySelectorAll('td.title > a')].map((a) => a.innerText).join() === 'other,same,small'",
                "runs by name");
        browser.type("input[type=search]", "unigram");
        browser.await("document.querySelectorAll('td.title').length === 1", "the run with this recipe");
        browser.type("input[type=search]", "");
        browser.choose(".among", "ring:sequences=60,states=8");
        browser.await("[...document.querySelectorAll('td.title > a')].map((a) => a.innerText).join() === 'other'",
                "the run on these data");
        browser.choose(".among", "");
        browser.click("final");
        browser.await("document.querySelectorAll('td.title').length === 2", "the runs with this tag");
        browser.clickOn("input[aria-label='Choose all runs']");
        browser.sees("2 chosen");
        browser.click("Move to trash");
        browser.sees("No run is like that.");
        browser.click("Trash");
        browser.await("document.querySelectorAll('td.title').length === 2", "both in the trash");
        browser.clickOn("input[aria-label='Choose all runs']");
        browser.click("Restore");
        browser.sees("The trash is empty.");
        visit("#/compare?runs=" + small + "," + other);
        browser.sees("These runs use different data.");
        browser.sees("true model · small");
        browser.sees("true model · other");
        visit("#/compare?runs=" + small + "," + same);
        browser.sees("Paired differences");
        browser.await("document.querySelectorAll('#paired').length === 1"
                + " && [...document.querySelectorAll('[aria-labelledby=paired] tbody tr')].some((row) => row.innerText.startsWith('2sr:rank=3') && row.cells[1].innerText.startsWith('0'))",
                "no difference of one recipe, whatever its label, on the same data");
        browser.sees("2 of 2 trials completed");
        assertTrue(!browser.text().contains("different data"), "the same seed and settings are the same data");
    }
}
