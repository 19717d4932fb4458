package psr.eval.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.When;
import psr.api.lab.Experiment;
import psr.api.lab.TrialResult.Point;
import psr.api.report.Results;
import psr.api.report.Verdict;

class ReportTest {

    @TempDir
    Path folder;

    private String page(Results results) throws IOException {
        new Report().report(results, folder);
        String page = Files.readString(folder.resolve("report.html"));
        assertFalse(page.contains("NaN"), "NaN on the page");
        assertFalse(page.contains("Infinity"), "Infinity on the page");
        wellFormed(page.substring(page.indexOf("<html")));
        try (Stream<Path> figures = Files.list(folder.resolve("figures"))) {
            for (Path figure : figures.toList()) {
                wellFormed(Files.readString(figure));
            }
        }
        return page;
    }

    private static void wellFormed(String text) {
        try {
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new AssertionError("not well-formed: " + text.substring(0, Math.min(200, text.length())), e);
        }
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return new TreeSet<>(all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/')).toList());
        }
    }

    @Test
    void writesThePapersFiguresAndAllOthers() throws IOException {
        List<Verdict> verdicts = new Report().report(RingLike.results(20), folder);
        assertEquals(RingLike.claims(), verdicts.stream().map(Verdict::claim).toList());
        assertEquals(Set.of("claims.csv", "report.html", "figures/legend.svg", "figures/pnll.operators.svg",
                "figures/ospa.features.svg", "figures/l2se.median.svg", "figures/l2se.log-mean.svg",
                "figures/l2se.p99.svg",
                "figures/pnll.features.svg", "figures/health.negative.svg"), files());
    }

    @Test
    void givesTheSameBytesForTheSameResults(@TempDir Path other) throws IOException {
        page(RingLike.results(5));
        new Report().report(RingLike.results(5), other);
        for (String file : files()) {
            assertArrayEquals(Files.readAllBytes(folder.resolve(file)), Files.readAllBytes(other.resolve(file)), file);
        }
    }

    @Test
    void needsNothingButItself() throws IOException {
        String page = page(RingLike.results(5));
        for (String part : List.of("<script", "<link", "<img", "@import")) {
            assertFalse(page.contains(part), part);
        }
        assertFalse(page.replace("http://www.w3.org/2000/svg", "").contains("http"), "an address");
    }

    @Test
    void namesEveryPartOnce() throws IOException {
        Matcher ids = Pattern.compile(" id=\"([^\"]+)\"").matcher(page(RingLike.results(5)));
        Set<String> seen = new HashSet<>();
        while (ids.find()) {
            assertTrue(seen.add(ids.group(1)), ids.group(1));
        }
        assertTrue(seen.size() > 20);
    }

    @Test
    void saysTheOutcomeInWords() throws IOException {
        String page = page(RingLike.results(20));
        assertTrue(page.contains("4 of 8 claims reproduced, 2 not, 2 undecided (20 trials). Lowest PNLL: BPTT"
                + " (ours), "), page);
        assertTrue(page.contains("3 results failed."));
        assertTrue(page.contains("✔ reproduced") && page.contains("✘ not reproduced") && page.contains("? undecided"));
    }

    @Test
    void marksLinesThatLeaveThePlotWithTheirValues() throws IOException {
        new Report().report(RingLike.results(20), folder);
        String pnll = Files.readString(folder.resolve("figures/pnll.operators.svg"));
        assertTrue(pnll.contains(">IG, random start ↑ 16.4<"), "the diverging line");
        assertTrue(pnll.contains(">EM (from 2.93)<"), "the line that comes from afar");
        assertTrue(pnll.contains(">1.60<") && pnll.contains(">1.64<"), "fine ticks in spite of both");
    }

    @Test
    void writesClaimsForSpreadsheets() throws IOException {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 2).add(1, "a", 2).add(1, "b", 4);
        page(trials.results(List.of("a", "b"),
                RingLike.claim("one", "a, \"so to say\", is below", Trials.X, "a", When.LAST, "b", When.LAST,
                Expected.BELOW, 0.5),
                RingLike.claim("two", "no such thing", "no.measure", "a", When.FIRST, "b", When.MIDDLE,
                Expected.WITHIN, 0)));
        assertEquals(List.of(ClaimsFile.HEADER,
                "one,\"a, \"\"so to say\"\", is below\",m.x,a@last,b@last,below,0.5,undecided,-1.5,0.5,2,0,2",
                "two,no such thing,no.measure,a@first,b@middle,within,0.0,undecided,,,0,0,0"),
                Files.readAllLines(folder.resolve("claims.csv")));
    }

    @Test
    void reportsASingleTrial() throws IOException {
        String page = page(RingLike.results(1));
        assertTrue(page.contains("0 of 8 claims reproduced, 0 not, 8 undecided (1 trial)."));
    }

    @Test
    void escapesLabels() throws IOException {
        String label = "<b>&\"x'";
        Trials trials = new Trials().add(0, label, 1, 2).fail(0, "<i>", "<u> & so on").add(0, Experiment.ORACLE, 0);
        String page = page(trials.results(List.of(label, "<i>")));
        assertFalse(page.contains("<b>") || page.contains("<i>") || page.contains("<u>"));
        assertTrue(page.contains("&lt;b&gt;&amp;&quot;x&#39;") && page.contains("&lt;u&gt; &amp; so on"));
    }

    @Test
    void reportsWhereEverythingFailed() throws IOException {
        Trials trials = new Trials().fail(0, "a", "no data").fail(1, "a", "no data");
        String page = page(trials.results(List.of("a")));
        assertTrue(page.contains("2 of 2") && page.contains("no data"));
        assertEquals(Set.of("claims.csv", "report.html"), files());
    }

    @Test
    void reportsBeforeTheFirstResult() throws IOException {
        assertTrue(page(new Trials().results(List.of("a"))).contains("1 recipe on data (0 of 1 trial)."));
    }

    @Test
    void drawsRowsWhereNothingIterates() throws IOException {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 2).add(1, "a", 1.5).add(1, "b", 2);
        String page = page(trials.results(List.of("a", "b")));
        assertFalse(page.contains(">iterations</text>"));
        assertEquals(Set.of("claims.csv", "report.html", "figures/m.x.svg"), files());
    }

    @Test
    void drawsThirtyRecipes() throws IOException {
        List<String> labels = new ArrayList<>();
        Trials trials = new Trials();
        for (int i = 0; i < 30; i++) {
            labels.add("recipe number " + i);
        }
        for (int trial = 0; trial < 3; trial++) {
            for (int i = 0; i < 30; i++) {
                trials.add(trial, labels.get(i), i + trial, i, i * 0.5);
            }
        }
        page(trials.results(labels));
        String figure = Files.readString(folder.resolve("figures/m.x.svg"));
        assertTrue(figure.contains("and 6 more: see the legend"));
        String legend = Files.readString(folder.resolve("figures/legend.svg"));
        assertTrue(labels.stream().allMatch(label -> legend.contains(">" + label + "<")));
    }

    @Test
    void numbersLabelsThatLookTheSameWhenShortened() throws IOException {
        List<String> labels = List.of("2sr:method=ridge,rank=5+ig:horizon=3,rate=3e-3,shuffle=off",
                "2sr:method=ridge,rank=6+ig:horizon=3,rate=3e-3,shuffle=off");
        page(new Trials().add(0, labels.get(0), 1, 2).add(0, labels.get(1), 1, 3).results(labels));
        String figure = Files.readString(folder.resolve("figures/m.x.svg"));
        assertTrue(figure.contains(">1 2sr:method") && figure.contains(">2 2sr:method"), figure);
        assertTrue(Files.readString(folder.resolve("figures/legend.svg")).contains(">1 " + labels.get(0) + "<"));
    }

    @Test
    void givesEveryMeasureAFileOfItsOwn() throws IOException {
        Trials trials = new Trials();
        trials.add(0, "a", List.of(new Point(0, Map.of("legend", 1.0, "m.y z", 2.0, "M.Y-Z", 3.0))), Map.of());
        page(trials.results(List.of("a")));
        assertEquals(Set.of("claims.csv", "report.html", "figures/legend-2.svg", "figures/m.y-z.svg",
                "figures/m.y-z-2.svg"), files());
    }

    @Test
    void drawsValuesBeyondAllBounds() throws IOException {
        Trials trials = new Trials();
        for (int trial = 0; trial < 2; trial++) {
            trials.add(trial, "a", 1, 1e300 * (trial + 1)).add(trial, "b", 1, 2).add(trial, "c", 1, 1.5)
                    .add(trial, "d", 1e-300, -1e-300);
        }
        page(trials.results(List.of("a", "b", "c", "d")));
    }

    @Test
    void showsAMeasureThatNobodyDeclared() throws IOException {
        Trials trials = new Trials();
        trials.add(0, "a", List.of(new Point(0, Map.of("odd/..\\Name", 1.0)),
                new Point(1, Map.of("odd/..\\Name", 2.0))),
                Map.of());
        page(trials.results(List.of("a")));
        assertEquals(Set.of("claims.csv", "report.html", "figures/legend.svg", "figures/odd-..-name.svg"), files());
    }

    @Test
    void touchesNothingElseInTheFolder() throws IOException {
        Files.createDirectories(folder.resolve("figures"));
        Files.writeString(folder.resolve("figures/mine.svg"), "mine");
        Files.writeString(folder.resolve("report.html"), "a longer page than the new one".repeat(10_000));
        new Report().report(RingLike.results(2), folder);
        assertEquals("mine", Files.readString(folder.resolve("figures/mine.svg")));
        assertTrue(Files.readString(folder.resolve("report.html")).endsWith("</html>\n"));
    }
}
