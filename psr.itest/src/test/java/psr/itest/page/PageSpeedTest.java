package psr.itest.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Measures how long a visitor waits, for docs/PAGE.md; only with {@code -Dpsr.page.speed=true}. It fails for no figure. */
@EnabledIfSystemProperty(named = "psr.page.speed", matches = "true")
class PageSpeedTest extends OpenPage {

    private static final int REPEATS = 5;
    private static final int CHANGES = 12;
    private static final int POINTS = 40;
    private static final String DRAWN = "new Promise((drawn) => { const look = () => document.querySelector('.curves .stroke')"
            + " ? requestAnimationFrame(() => setTimeout(() => drawn(performance.now() - globalThis.begun))) : setTimeout(look, 2); look(); })";
    private static final String CHANGE =
            "new Promise((drawn) => { const select = document.querySelector('.measure select'); const line = () => document.querySelector('.curves .stroke').getAttribute('d');"
                    + " const before = line(); const begun = performance.now(); select.selectedIndex = %d; select.dispatchEvent(new Event('change', { bubbles: true }));"
                    + " const look = () => line() !== before ? requestAnimationFrame(() => setTimeout(() => drawn(performance.now() - begun))) : setTimeout(look, 2); look(); })";
    /** From the pointer that has moved to the values that are drawn there. */
    private static final String POINT =
            "new Promise((drawn) => { const box = document.querySelector('.curves').getBoundingClientRect(); const begun = performance.now();"
                    + " document.querySelector('.curves').dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + 80 + %d, clientY: box.top + 100, bubbles: true }));"
                    + " requestAnimationFrame(() => setTimeout(() => drawn(performance.now() - begun))); })";
    private static final String LARGE = """
            fetch('/api/v1/runs', { method: 'POST', headers: { Authorization: 'Bearer ' + sessionStorage.getItem('psr.token'), 'Content-Type': 'application/json' },
              body: JSON.stringify({ name: 'fifty', experiment: { name: 'fifty', dataset: 'ring:sequences=60,states=5,symbols=5', trials: 3, seed: 1,
                metrics: ['pnll', 'ospa', 'accuracy', 'l2se', 'health', 'perplexity'],
                recipes: [...Array(50).keys()].map((i) => ({ label: 'rate ' + i, recipe: `2sr:rank=${2 + i % 5}+ig:rate=${1e-4 * 1.1 ** i},passes=200` })) } }) })
              .then((r) => r.json()).then((r) => r.id)""";

    private static String median(List<Double> milliseconds) {
        Collections.sort(milliseconds);
        return Math.round(milliseconds.get(milliseconds.size() / 2)) + " ms, at most "
                + Math.round(milliseconds.get(milliseconds.size() - 1)) + " ms";
    }

    @Test
    void howLongAVisitorWaits() throws Exception {
        visit("#/");
        browser.sees("Run a first experiment");
        browser.eval(
                "globalThis.begun = performance.now(); [...document.querySelectorAll('button')].find((b) => b.innerText.startsWith('Run a')).click(); true");
        System.out.println(
                "from the button of the first visit to the first curve: " + Math.round(browser.eval(DRAWN).asDouble()) + " ms");
        ended();
        String small = id();
        String large = browser.eval(LARGE).asText();
        visit("#/runs/" + large);
        ended();
        for (String run : List.of(small, large)) {
            lab.stop();
            lab.start();
            List<Double> waits = new ArrayList<>();
            for (int i = 0; i <= REPEATS; i++) {
                browser.open("about:blank");
                browser.open(lab.address() + "&/runs/" + run);
                waits.add(browser.eval("globalThis.begun = 0; " + DRAWN).asDouble());
            }
            double first = waits.remove(0);
            System.out.println("from navigation to the curves of a finished run ("
                    + (run.equals(small) ? "6 curves" : "50 × 200 × 18") + "): " + median(waits)
                    + "; " + Math.round(first) + " ms the first time after the server was started");
        }
        browser.complaints(); // unanswered requests
        Thread.sleep(10_000);
        List<Double> changes = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
            changes.add(browser.eval(CHANGE.formatted((i * 5 + 1) % 18)).asDouble());
            Thread.sleep(300);
        }
        System.out.println("from another measure chosen to its 50 curves: " + median(changes));
        List<Double> points = new ArrayList<>();
        for (int i = 0; i < POINTS; i++) {
            points.add(browser.eval(POINT.formatted(i * 15)).asDouble());
        }
        System.out.println("from the pointer moved over 50 curves to the values there: " + median(points));
    }
}
