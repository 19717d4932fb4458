package psr.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Results;
import psr.api.lab.TrialResult.Point;
import psr.api.report.Series;
import psr.api.report.Series.Average;

class SeriesReportTest {

    private static final double EXACT = 1e-12;

    @TempDir
    private Path folder;

    private static Trials timed(Trials trials, String recipe, double value, double... seconds) {
        return trials.add(0, recipe, List.of(new Point(0, Map.of(Trials.X, 9.0)), new Point(5, Map.of(Trials.X, value))),
                seconds);
    }

    /** Two problems; {@code bad} has a value only for the first. */
    private static Series series(Average average) {
        Map<String, Results> problems = new LinkedHashMap<>();
        Trials first = timed(timed(new Trials(), "good", .01, 1, 2), "bad", 4, 5);
        Trials second = timed(new Trials(), "good", .04, 5).fail(0, "bad", "it <burns>");
        problems.put("3", first.results(List.of("good", "bad")));
        problems.put("14", second.results(List.of("good", "bad")));
        return Series.of("A & B", average, problems);
    }

    @Test
    void averagesAreOfEveryProblemOrOfNone() {
        Series series = series(Average.GEOMETRIC);
        assertEquals(List.of("3", "14"), series.problems());
        assertEquals(List.of("good", "bad"), series.labels());
        assertEquals(.04, series.value("14", "good").orElseThrow(), EXACT);
        assertEquals(.02, series.average("good").orElseThrow(), EXACT, "the root of .01 times .04");
        assertEquals(.025, series(Average.ARITHMETIC).average("good").orElseThrow(), EXACT);
        assertEquals(4, series.seconds("good").orElseThrow(), EXACT, "stages are added: 3 and 5");
        assertEquals(OptionalDouble.empty(), series.value("14", "bad"));
        assertEquals(OptionalDouble.empty(), series.average("bad"));
        assertEquals(5, series.seconds("bad").orElseThrow(), EXACT);
        assertEquals(List.of("14, bad: it <burns>"), series.failures());
        assertThrows(IllegalArgumentException.class, () -> Series.of("none", Average.ARITHMETIC, Map.of()));
    }

    @Test
    void aGapOfNothingHasALogarithmToo() {
        assertEquals(1e-4, Average.GEOMETRIC.of(List.of(-1.0, .01)), EXACT, "10⁻⁶ is the least");
    }

    @Test
    void oneFigureAndOneTableShowEveryProblem() throws IOException {
        for (Average average : Average.values()) {
            List<Path> written = new SeriesReport().write(series(average), folder);
            assertEquals(List.of("report.html", "figures/problems.svg", "figures/problems.pdf"),
                    written.stream().map(file -> folder.relativize(file).toString().replace('\\', '/')).toList());
            String page = Files.readString(written.get(0));
            wellFormed(page.substring(page.indexOf("<html")));
            String figure = Files.readString(written.get(1));
            wellFormed(figure);
            assertFalse(page.contains("NaN") || figure.contains("NaN"), "NaN");
            assertTrue(figure.contains(average.words()), "the average has a row");
            assertTrue(page.contains("<strong>0.01000</strong>"), "the best is in bold");
            assertTrue(page.contains("14, bad: it &lt;burns&gt;"), "what failed is said");
        }
    }

    @Test
    void gapsStandOnAnAxisOfPowersOfTen() throws IOException {
        new SeriesReport().write(series(Average.GEOMETRIC), folder);
        String figure = Files.readString(folder.resolve("figures/problems.svg"));
        assertTrue(figure.contains(">0.1<") && figure.contains(">1<"), figure);
    }

    @Test
    void theSameSeriesGivesTheSameBytes() throws IOException {
        new SeriesReport().write(series(Average.GEOMETRIC), folder);
        byte[] once = Files.readAllBytes(folder.resolve("figures/problems.pdf"));
        new SeriesReport().write(series(Average.GEOMETRIC), folder);
        assertEquals(new String(once, StandardCharsets.ISO_8859_1),
                Files.readString(folder.resolve("figures/problems.pdf"), StandardCharsets.ISO_8859_1));
    }

    private static void wellFormed(String text) {
        try {
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new AssertionError("not well-formed: " + text, e);
        }
    }
}
