package psr.eval.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.When;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Point;
import psr.api.lab.Verdict;

@Tag("slow")
class RunReportTest {

    @TempDir
    Path folder;

    private static List<Path> report(Results results, Path into) throws IOException {
        RunReport report = new RunReport();
        return report.write(results, report.judge(results), into);
    }

    private String page(Results results) throws IOException {
        report(results, folder);
        String page = Files.readString(folder.resolve("report.html"));
        assertFalse(page.contains("NaN"), "NaN on the page");
        assertFalse(page.contains("Infinity"), "Infinity on the page");
        wellFormed(page.substring(page.indexOf("<html")));
        try (Stream<Path> figures = Files.walk(folder)) {
            for (Path figure : figures.filter(any -> any.toString().endsWith(".svg")).toList()) {
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

    /** Every figure of a measure: means and differences, for pages and papers. */
    private static Set<String> figures(String... names) {
        Set<String> all = new TreeSet<>(Set.of("claims.csv", "report.html"));
        for (String name : names) {
            all.addAll(Set.of("figures/" + name + ".svg", "figures/" + name + ".pdf"));
        }
        return all;
    }

    @Test
    void writesFiguresOfMeansAndDifferences() throws IOException {
        List<Path> written = report(RingLike.results(20), folder);
        assertEquals(folder.resolve("report.html"), written.get(0));
        assertEquals(figures("legend", "pnll.operators", "pnll.operators-difference", "ospa.features",
                "ospa.features-difference", "l2se.median", "l2se.median-difference", "l2se.log-mean",
                "l2se.log-mean-difference", "l2se.p99", "l2se.p99-difference", "pnll.features", "pnll.features-difference",
                "health.negative", "health.negative-difference"), files());
        assertEquals(files().size(), written.size());
    }

    @Test
    void judgesEveryClaim() {
        assertEquals(RingLike.claims(), new RunReport().judge(RingLike.results(20)).stream().map(Verdict::claim).toList());
    }

    @Test
    void bandsOfDifferencesLeaveOutWhatAllRecipesShare() throws IOException {
        Trials trials = new Trials();
        for (int trial = 0; trial < 4; trial++) {
            trials.add(trial, "a", 100 * trial).add(trial, "b", 100 * trial, 100 * trial + 1);
        }
        String page = page(trials.results(List.of("a", "b")));
        assertTrue(page.contains(">m.x minus a<") && page.contains(">difference in m.x<"), "title and axis");
        String difference = Files.readString(folder.resolve("figures/m.x-difference.svg"));
        assertTrue(difference.contains("b: from 0.0000 to 1.000."), difference);
        assertTrue(difference.contains(">0.2<") && !difference.contains(">100<"), "the axis is the difference's own");
    }

    @Test
    void followsTheOrderOfTheMetrics() throws IOException {
        List<String> names = List.of("perplexity.operators", "perplexity.bits", "ospa.features", "ospa.operators",
                "pnll.features", "pnll.operators");
        Map<String, Measure> measures = new LinkedHashMap<>();
        Map<String, Double> values = new LinkedHashMap<>();
        names.forEach(name -> measures.put(name, Measure.of(name, Better.LOWER, "")));
        names.forEach(name -> values.put(name, 1.0 + values.size()));
        Trials trials = new Trials().add(0, "a", List.of(new Point(0, values)));
        Results made = trials.results(List.of("a"));
        String page = page(new MadeResults(made.experiment(), measures, Map.of(), 1, trials));
        assertTrue(page.contains("(1 trial). Lowest perplexity.operators: a, 1.000. Lowest OSPA from operators: a, 4.000."),
                page);
        List<String> headings = new ArrayList<>();
        Matcher heading = Pattern.compile("<th scope=\"col\" class=\"n\">([^<]*)</th>").matcher(page);
        while (heading.find()) {
            headings.add(heading.group(1));
        }
        assertEquals(List.of("perplexity.operators ↓", "OSPA from operators ↓", "PNLL ↓", "perplexity.bits ↓", "OSPA ↓",
                "pnll.features ↓"), headings);
        assertTrue(page.indexOf(">perplexity.operators</title>") < page.indexOf(">OSPA from operators</title>"));
        assertTrue(page.indexOf(">OSPA from operators</title>") < page.indexOf(">PNLL</title>"));
        assertTrue(page.indexOf(">PNLL</title>") < page.indexOf(">perplexity.bits</title>"));
    }

    /** Ranks are spaced by factors; the rate has two values; one recipe was not measured. */
    @Test
    void drawsTheMeasureAgainstEachNumberAndAHeatMapOfTwo() throws IOException {
        Trials trials = new Trials();
        List<String> labels = new ArrayList<>();
        for (int rank : new int[] {5, 10, 20, 40}) {
            for (double rate : new double[] {.01, .1}) {
                labels.add("2sr:rank=" + rank + "+ig:rate=" + rate);
                trials.add(0, labels.get(labels.size() - 1),
                        rank == 40 && rate == .1 ? List.of() : List.of(new Point(0, Map.of("m.x", rank + rate))));
            }
        }
        Results made = trials.results(List.of("a"));
        Experiment experiment = made.experiment().change().recipes(labels.stream().map(Recipe::parse).toList()).build();
        String page = page(new MadeResults(experiment, Map.of("m.x", Measure.of("x", Better.LOWER, "")), Map.of(), 1, trials));
        String lines = Files.readString(folder.resolve("figures/m.x-by-rank.svg"));
        assertTrue(lines.contains("rate=0.01: rank 5.00, 5.010; rank 10.0, 10.01"), lines);
        assertTrue(Files.exists(folder.resolve("figures/m.x-by-rate.svg")), page);
        String map = Files.readString(folder.resolve("figures/m.x-by-rank-and-rate.svg"));
        assertTrue(map.contains(">5.010<") && map.contains(">40.01<") && !map.contains(">40.10<"), map);
        assertTrue(page.contains("biased upwards"), page);
    }

    @Test
    void labelsEveryAxis() throws IOException {
        page(RingLike.results(5));
        String pnll = Files.readString(folder.resolve("figures/pnll.operators.svg"));
        assertTrue(Pattern.compile("transform=\"rotate\\(-90 [^>]*>nats per step<").matcher(pnll).find(), "upwards");
        assertTrue(pnll.contains(">iterations<"));
    }

    @Test
    void showsWhatStartsLikeTheBaseline() throws IOException {
        page(RingLike.results(20));
        String figure = Files.readString(folder.resolve("figures/l2se.log-mean.svg"));
        for (String label : List.of("2SR", "IG", "Multi-step IG", "Jiang et al.", "BPTT (ours)", "EM")) {
            assertTrue(figure.contains(">" + label + "<"), label + " without an arrow");
        }
    }

    @Test
    void figuresAndPageTurnDark() throws IOException {
        String page = page(RingLike.results(2));
        assertTrue(page.contains("prefers-color-scheme: dark) {\n  :root {"), "the page");
        String figure = Files.readString(folder.resolve("figures/pnll.operators.svg"));
        assertTrue(figure.contains("@media screen and (prefers-color-scheme: dark)"), "the figure");
        assertTrue(page.contains(".f-blue{fill:"), "the figures on the page");
        Matcher colored = Pattern.compile("<[a-z]+ [^>]*(fill|stroke)=\"#[^>]*>").matcher(figure);
        int count = 0;
        while (colored.find()) {
            assertTrue(colored.group().contains(" class=\""), colored.group());
            count++;
        }
        assertTrue(count > 50, "colored elements: " + count);
    }

    @Test
    void everyCellNamesItsColumnForNarrowScreens() throws IOException {
        String page = page(RingLike.results(5));
        Matcher cells = Pattern.compile("<td([^>]*)>").matcher(page);
        int count = 0;
        while (cells.find()) {
            assertTrue(cells.group(1).contains("data-label=\""), cells.group());
            count++;
        }
        assertTrue(count > 100 && page.contains("class=\"slim\""), "cells: " + count);
    }

    @Test
    void roundsMarginsForReaders() throws IOException {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 2);
        String page = page(trials.results(List.of("a", "b"),
                RingLike.claim("one", "w", Trials.X, "a", When.LAST, "b", When.LAST, Expected.WITHIN, Math.log10(3)),
                RingLike.claim("two", "w", Trials.X, "a", When.LAST, "b", When.LAST, Expected.BELOW, 2),
                RingLike.claim("three", "w", Trials.X, "a", When.LAST, "b", When.LAST, Expected.ABOVE, 100)));
        assertTrue(page.contains(">within ±0.477<"), page);
        assertTrue(page.contains(">&lt; −2<") && page.contains(">&gt; 100<"));
    }

    @Test
    void saysWhichMetricsFailed() throws IOException {
        Trials trials = new Trials().add(TrialResult.of(0, "a").curve(List.of(new Point(0, Map.of(Trials.X, 1.0))))
                .unmeasured(Map.of("slow", "took more than 3 seconds")).build());
        String page = page(trials.results(List.of("a")));
        assertTrue(page.contains("Metrics that failed") && page.contains(">took more than 3 seconds<"));
    }

    @Test
    void effectAndCorrectionStandBesideThePlainVerdict() throws IOException {
        Trials trials = new Trials();
        double[] a = {1, 2, 4};
        for (int trial = 0; trial < 3; trial++) {
            trials.add(trial, "a", a[trial]).add(trial, "b", 0);
        }
        // Mean 7/3, deviation √(7/3): t = 2.6458 with two degrees, so p = 1 − t/√(2 + t²) = 0.1180.
        String page = page(trials.results(List.of("a", "b"), RingLike.claim("one", "w", Trials.X, "a", When.LAST, "b",
                When.LAST, Expected.ABOVE, 0)));
        assertTrue(page.contains(">+1.53<"), "7/3 / √(7/3) = 1.5275");
        assertTrue(page.contains(">corrected: the same, p 0.12<"), page);
    }

    @Test
    void formulasInLabelsAreTextForSpreadsheets() throws IOException {
        Trials trials = new Trials().add(0, "=cmd()", 1).add(0, "@b", 2).add(1, "=cmd()", 2).add(1, "@b", 4);
        page(trials.results(List.of("=cmd()", "@b"), RingLike.claim("-id", "+words", Trials.X, "=cmd()", When.LAST, "@b",
                When.LAST, Expected.BELOW, 0)));
        String line = Files.readAllLines(folder.resolve("claims.csv")).get(1);
        assertTrue(line.startsWith("'-id,'+words,m.x,'=cmd()@last,'@b@last,below,0.0,undecided,-1.5,"), line);
    }

    @Test
    void aFileThatCannotBeWrittenIsNamedAndTheOldOneStays() throws IOException {
        Files.createDirectories(folder.resolve("claims.csv/in the way"));
        Files.writeString(folder.resolve("report.html"), "old");
        String message = assertThrows(IOException.class, () -> report(RingLike.results(2), folder)).getMessage();
        assertTrue(message.startsWith("cannot write " + folder.resolve("claims.csv") + ": "), message);
        assertTrue(Files.readString(folder.resolve("report.html")).endsWith("</html>\n"));
        assertEquals(Set.of("report.html"), files());
    }

    @Test
    void aFileThatCannotBeMadeLeavesNothingBehind() throws IOException {
        Files.createDirectories(folder.resolve("report.html.part/in the way"));
        Files.writeString(folder.resolve("report.html"), "old");
        String message = assertThrows(IOException.class, () -> report(RingLike.results(2), folder)).getMessage();
        assertTrue(message.contains(folder.resolve("report.html") + ": "), message);
        assertEquals("old", Files.readString(folder.resolve("report.html")));
    }

    @Test
    void writesThroughNoLink(@TempDir Path elsewhere) throws IOException {
        Path precious = Files.writeString(elsewhere.resolve("precious"), "mine");
        try {
            Files.createSymbolicLink(folder.resolve("report.html.part"), precious);
            Files.createSymbolicLink(folder.resolve("claims.csv"), precious);
        } catch (UnsupportedOperationException | IOException e) {
            Assumptions.abort("no symbolic links here: " + e);
        }
        report(RingLike.results(2), folder);
        assertEquals("mine", Files.readString(precious));
        assertFalse(Files.isSymbolicLink(folder.resolve("claims.csv")));
        assertTrue(files().stream().noneMatch(name -> name.endsWith(".part")));
    }

    @Test
    void workGrowsWithTheNumberOfRecipes() throws IOException {
        List<String> labels = new ArrayList<>();
        Trials trials = new Trials();
        for (int i = 0; i < 1999; i++) {
            labels.add("r" + i);
        }
        for (int trial = 0; trial < 2; trial++) {
            for (int i = 0; i < labels.size(); i++) {
                trials.add(trial, labels.get(i), 3000 - i + trial, 2000 - i);
            }
            trials.add(trial, Experiment.TRUE_MODEL, 1);
        }
        String page = page(trials.results(labels));
        assertTrue(page.contains("Of 1999 recipes each figure shows the 40 that are best"));
        String figure = Files.readString(folder.resolve("figures/m.x.svg"));
        assertTrue(figure.contains(">r1998<") && figure.contains(">r0<") && figure.contains(">oracle<"),
                "the best, the baseline");
        int elements = figure.split("<").length;
        assertTrue(elements < 40 * 40, "elements in the figure: " + elements);
        assertTrue(labels.stream().allMatch(label -> page.contains("<th scope=\"row\">" + label + "</th>")), "table");
    }

    @Test
    void givesTheSameBytesForTheSameResults(@TempDir Path other) throws IOException {
        page(RingLike.results(5));
        report(RingLike.results(5), other);
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
        assertTrue(page.contains("4 of 8 claims reproduced, 2 not, 2 undecided (20 trials); 5 of these verdicts remain"
                + " after correction for their number. Lowest PNLL: BPTT (ours), "), page);
        assertTrue(page.contains("3 results failed."));
        assertTrue(page.contains("✔ reproduced") && page.contains("✘ not reproduced") && page.contains("? undecided"));
    }

    @Test
    void marksLinesThatLeaveThePlotWithTheirValues() throws IOException {
        report(RingLike.results(20), folder);
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
        assertEquals(List.of("id,words,measure,subject,reference,expected,margin,outcome,mean,stderr,below,above,trials,"
                + "effect-size,p,corrected-p,corrected-outcome,family,sign-p,signed-rank-p,agreeing,contested",
                "one,\"a, \"\"so to say\"\", is below\",m.x,a@last,b@last,below,0.5,undecided,-1.5,0.5,2,0,2,"
                        + "-2.1213203435596424,0.2951672353008665,0.2951672353008665,undecided,,0.5,0.5,2,false",
                "two,no such thing,no.measure,a@first,b@middle,within,0.0,undecided,,,0,0,0,,,,undecided,,,,0,false"),
                Files.readAllLines(folder.resolve("claims.csv")));
    }

    @Test
    void familiesOfClaimsAreCountedAndShownApart() throws IOException {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 2).add(1, "a", 2).add(1, "b", 3);
        Claim main = RingLike.claim("main", "w", Trials.X, "a", When.LAST, "b", When.LAST, Expected.BELOW, 0);
        Claim apart = Claim.builder("apart").words("w").measure(Trials.X).subject(Claim.Place.at("b", 3))
                .reference(main.subject()).expected(Expected.BELOW).family("The others").build();
        String page = page(trials.results(List.of("a", "b"), apart, main));
        assertTrue(page.contains("1 claim, reproduced (2 trials). The others: 1 claim, not reproduced (2 trials)."), page);
        assertTrue(page.indexOf(">main<") < page.indexOf("<h3>The others</h3>")
                && page.indexOf("<h3>The others</h3>") < page.indexOf(">apart<"));
        assertTrue(page.contains("m.x: b (iteration 3) minus a (last)"));
        assertTrue(Files.readAllLines(folder.resolve("claims.csv")).get(1).matches("apart,w,m.x,b@3,a@last,.*,The others,.*"));
    }

    @Test
    void ratesAreShownWithAWarningAtTheEdge() throws IOException {
        Trials trials = new Trials().add(0, "a", 1).add(0, "b", 2);
        String page = page(trials.results(List.of("a", "b"), List.of(
                new RateChoice("a", Optional.of("1e-2"), Trials.X, Map.of("1e-2", 1.25), true, List.of("1e-2", "1e-3")),
                new RateChoice("b", Optional.empty(), Trials.X, Map.of(), false, List.of())),
                RingLike.claim("rates", "w", Claim.RATE, "a", When.LAST, "b", When.LAST, Expected.WITHIN, .5)));
        assertTrue(page.contains("1e-2, 1e-3") && page.contains("1e-2: 1.2500"), page);
        assertTrue(page.contains("at the edge of the candidates: a better one may lie beyond"));
        assertTrue(page.contains("every rate failed; the setting was not changed"));
        assertTrue(page.contains("log10 rate: a minus b"));
        assertFalse(page(trials.results(List.of("a", "b"))).contains(">Rates<"));
    }

    @Test
    void aReportMayLeaveOutRecipes() throws IOException {
        Results whole = RingLike.results(3);
        Results part = whole.without(Set.of("Jiang et al.", Experiment.TRUE_MODEL));
        String page = page(part);
        assertFalse(page.contains("Jiang") || page.contains("the true model has"), "neither lines nor claims");
        assertTrue(page.contains("Multi-step IG"));
        assertEquals(part.experiment().recipes().stream().map(Recipe::label).toList(),
                part.summary().stream().map(SummaryRow::label).distinct().toList());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> whole.without(Set.of("Jang"))).getMessage()
                .startsWith("only recipes of the run can be left out; 'Jang' is not one of them"));
        Set<String> all = whole.experiment().recipes().stream().map(Recipe::label).collect(Collectors.toSet());
        assertThrows(IllegalArgumentException.class, () -> whole.without(all));
    }

    @Test
    void reportsASingleTrial() throws IOException {
        String page = page(RingLike.results(1));
        assertTrue(page.contains("0 of 8 claims reproduced, 0 not, 8 undecided (1 trial); 0 of these verdicts remain"));
    }

    @Test
    void escapesLabels() throws IOException {
        String label = "<b>&\"x'";
        Trials trials = new Trials().add(0, label, 1, 2).fail(0, "<i>", "<u> & so on").add(0, Experiment.TRUE_MODEL, 0);
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
        assertEquals(figures("m.x", "m.x-difference"), files());
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
    void drawsFortyRecipesAndTheTrueModelWithoutLeavingOneOut() throws IOException {
        List<String> labels = new ArrayList<>();
        Trials trials = new Trials();
        for (int i = 0; i < 40; i++) {
            labels.add("recipe number " + i);
            trials.add(0, labels.get(i), 2, i == 37 ? 0.5 : 1 + i);
        }
        trials.add(0, Experiment.TRUE_MODEL, 0.1);
        String page = page(trials.results(labels));
        assertFalse(page.contains("Of 40 recipes"));
        String legend = Files.readString(folder.resolve("figures/legend.svg"));
        assertTrue(labels.stream().allMatch(label -> legend.contains(">" + label + "<")));
        String figure = Files.readString(folder.resolve("figures/m.x.svg"));
        assertTrue(figure.contains(">recipe number 37<") && figure.contains(">oracle<"), "the best and the true model");
        assertTrue(figure.contains("and 17 more: see the legend"), figure);
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
        trials.add(0, "a", List.of(new Point(0, Map.of("legend", 1.0, "m.y z", 2.0, "M.Y-Z", 3.0))));
        page(trials.results(List.of("a")));
        assertEquals(figures("legend-2", "m.y-z", "m.y-z-2"), files());
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
                new Point(1, Map.of("odd/..\\Name", 2.0))));
        page(trials.results(List.of("a")));
        assertEquals(figures("legend", "odd-..-name"), files());
    }

    @Test
    void touchesNothingElseInTheFolder() throws IOException {
        Files.createDirectories(folder.resolve("figures"));
        Files.writeString(folder.resolve("figures/mine.svg"), "mine");
        Files.writeString(folder.resolve("report.html"), "a longer page than the new one".repeat(10_000));
        report(RingLike.results(2), folder);
        assertEquals("mine", Files.readString(folder.resolve("figures/mine.svg")));
        assertTrue(Files.readString(folder.resolve("report.html")).endsWith("</html>\n"));
    }
}
