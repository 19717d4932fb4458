package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.shell.command.Format;
import psr.shell.fakes.FakeResults;

class ResultTableTest {

    /** The results of one trial in which every metric has the value 1. */
    private static Results results(String label, List<String> metrics) {
        return results(label, metrics, Map.of());
    }

    /** The same with other measures beside them. */
    private static Results results(String label, List<String> metrics, Map<String, Double> others) {
        Map<String, Double> values = new HashMap<>(others);
        metrics.forEach(metric -> values.put(metric + ".value", 1.));
        return new FakeResults(Experiment.builder("test", Stage.of("coins")).recipe(Recipe.parse("mean").labelled(label))
                .metrics(metrics.stream().map(Stage::of).toList()).build(),
                List.of(TrialResult.of(0, label).curve(List.of(new TrialResult.Point(0, values))).build()));
    }

    private static List<String> table(Results results) {
        return new ResultTable(results, new FailedRecipes(results), false, "trial").lines(Format.TEXT);
    }

    /** Names of three letters, whose columns take eleven, beside 8 and the label. */
    private static List<String> metrics(int count) {
        return IntStream.range(0, count).mapToObj(k -> "m1" + k).toList();
    }

    @Test
    void whatFitsIsOneTable() {
        List<String> lines = table(results("a".repeat(100 - 8 - 6 * 11), metrics(6)));
        assertEquals(2, lines.size(), lines::toString);
        assertEquals(100, lines.get(0).length(), lines.get(0));
    }

    @Test
    void aLongLabelIsShortenedInItsMiddle() {
        List<String> lines = table(results("2sr:" + "a".repeat(99) + "+ig", metrics(6)));
        assertEquals(100, lines.get(0).length(), lines.get(0));
        assertTrue(lines.get(1).startsWith("2sr:aaaa…") && lines.get(1).contains("a+ig  "), lines.get(1));
    }

    @Test
    void whatIsWiderIsATableForEachMetric() {
        List<String> lines = table(results("mean", metrics(9)));
        assertEquals(9 * 3 - 1, lines.size(), lines::toString);
        assertEquals(List.of("recipe  m10.value  trials", "mean       1.0000       1", "", "recipe  m11.value  trials"),
                lines.subList(0, 4));
    }

    @Test
    void theMeasuresOfAMetricStayTogether() {
        List<String> lines = table(results("a", metrics(9), Map.of("m10.other", 2.)));
        assertEquals(9 * 3 - 1, lines.size(), lines::toString);
        assertEquals(List.of("recipe  m10.value  m10.other  trials", "a          1.0000     2.0000       1"),
                lines.subList(0, 2));
    }

    @Test
    void aMetricOfManyMeasuresIsSeveralTables() {
        Map<String, Double> others = new HashMap<>();
        IntStream.range(0, 20).forEach(k -> others.put("m10.other-" + k, 2.));
        List<String> lines = table(results("a", List.of("m10"), others));
        assertTrue(lines.stream().allMatch(line -> line.length() <= 100), lines::toString);
        String headings = String.join(" ", lines);
        assertEquals(1, headings.split("m10.value", -1).length - 1);
        IntStream.range(0, 20).forEach(k -> assertEquals(1, headings.split("m10.other-" + k + " ", -1).length - 1, headings));
        // Six columns of 12 to 13, and two blanks before each, beside 6 + 2 + 6.
        assertEquals(4 * 3 - 1, lines.size(), lines::toString);
    }

    /** Two trials: the standard error of the best, b, is 1; a is within it, c is not. */
    private static Results ranked() {
        List<TrialResult> results = new ArrayList<>();
        Map.of("a", 3.5, "b", 3., "c", 4.5).forEach((label, mean) -> {
            for (int trial = 0; trial < 2; trial++) {
                results.add(TrialResult.of(trial, label).curve(List.of(new TrialResult.Point(0, Map.of("pnll.operators",
                        mean + 2 * trial - 1, "pnll.features", 1., "pnll.operators-clipped", 1., "pnll.features-clipped", 1.))))
                        .build());
            }
        });
        return new FakeResults(Experiment.builder("test", Stage.of("coins")).recipe(Recipe.parse("c")).recipe(Recipe.parse("a"))
                .recipe(Recipe.parse("b")).trials(2).build(), results);
    }

    @Test
    void theBestIsFirstAndWhatIsWithinOneStandardErrorIsMarked() {
        assertEquals(List.of("recipe                pnll  trials", "b       *  3.0000 ± 1.0000       2",
                "a       *  3.5000 ± 1.0000       2", "c          4.5000 ± 1.0000       2"), table(ranked()).subList(0, 4));
    }

    @Test
    void otherPredictionSourcesAreShownOnRequest() {
        List<String> lines = new ResultTable(ranked(), new FailedRecipes(ranked()), true, "trial").lines(Format.CSV);
        assertEquals(3 * 4 + 1, lines.size(), lines::toString);
    }
}
