package psr.itest.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import org.junit.jupiter.api.Test;

/** A table of numbers with an input: its columns are detected, a model is learned in one click, and its forecast follows the sliders. */
class PageNumbersTest extends OpenPage {

    private static Path table() throws Exception {
        StringBuilder rows = new StringBuilder("machine,time,temp,load,valve\n");
        for (int machine = 0; machine < 4; machine++) {
            for (int t = 0; t < 60; t++) {
                double valve = t / 10 % 2 == 0 ? .25 : .75;
                rows.append(
                        String.format(Locale.ROOT, "%d,%d,%.4f,%.4f,%.2f%n", machine, t, 20 + Math.sin(t / 7. + machine) + valve,
                                Math.cos(t / 7. + machine), valve));
            }
        }
        return Files.writeString(folder.resolve("machines.csv"), rows);
    }

    private static void slide(String label, String value) throws Exception {
        browser.eval("(() => { const e = [...document.querySelectorAll('.slider')].find((each) => each.innerText.startsWith("
                + quoted(label) + ")).querySelector('input'); e.value = " + value
                + "; e.dispatchEvent(new Event('input', { bubbles: true })); })()");
    }

    @Test
    void columnsAreDetectedAndTheForecastFollowsTheSliders() throws Exception {
        visit("#/data");
        browser.give("input[aria-label='Upload data files']", table());
        kept("machines.csv");
        browser.click("Preview");
        browser.sees("csv:file=machines.csv,sequence=machine,time=time,values=temp:load,inputs=valve");
        browser.await("document.querySelectorAll('.preview .series .past').length === 2", "a line for each channel");
        browser.click("Learn with other settings");
        browser.await(
                "[...document.querySelectorAll('.columns select')].map((e) => e.value).join() === 'sequence,time,value,value,input'",
                "the columns and what they are used as");
        browser.choose(".columns select[aria-label='load is used as']", "");
        browser.await("document.querySelector('.preview')?.innerText.includes('1 channel and 1 input')",
                "a preview of one channel");
        String model = lab.api("/models",
                "{\"recipe\":\"ar\",\"dataset\":\"csv:file=machines.csv,sequence=machine,time=time,values=temp:load,inputs=valve\"}")
                .get("id").asText();
        visit("#/models/" + model);
        browser.await("document.querySelector('.forecast')?.dataset.ahead === '20'", "a forecast of twenty rows");
        assertEquals(2, browser.eval("document.querySelectorAll('.forecast .means').length").asInt());
        slide("after row", "10");
        browser.await("document.querySelector('.forecast').dataset.after === '10'", "the forecast after the tenth row");
        slide("rows ahead", "5");
        browser.await("document.querySelector('.forecast').dataset.ahead === '5'", "a forecast of five rows");
        String path = browser.eval("document.querySelector('.forecast .means').getAttribute('d')").asText();
        slide("input valve", "0.9");
        browser.await(
                "document.querySelector('.forecast').dataset.ahead === '5' && document.querySelector('.forecast .means')?.getAttribute('d') !== "
                        + quoted(path),
                "a forecast that follows the input");
        browser.sees("How well it predicts");
        browser.type(".evaluate input[list=evaluation-files]", "machines.csv");
        browser.click("Evaluate");
        browser.await("[...document.querySelectorAll('.evaluation td')].some((cell) => cell.innerText.startsWith('mse'))",
                "its mean squared error");
    }
}
