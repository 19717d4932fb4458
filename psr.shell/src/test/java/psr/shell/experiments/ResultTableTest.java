package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        return new ResultTable(results, new FailedRecipes(results)).lines();
    }

    /** Names of three letters, whose columns take eleven, beside 19 and the label. */
    private static List<String> metrics(int count) {
        return IntStream.range(0, count).mapToObj(k -> "m1" + k).toList();
    }

    @Test
    void whatFitsIsOneTable() {
        List<String> lines = table(results("a".repeat(120 - 19 - 8 * 11), metrics(8)));
        assertEquals(2, lines.size(), lines::toString);
        assertEquals(120, lines.get(0).length(), lines.get(0));
    }

    @Test
    void whatIsWiderIsATableForEachMetric() {
        String label = "a".repeat(121 - 19 - 8 * 11);
        List<String> lines = table(results(label, metrics(8)));
        assertEquals(8 * 3 - 1, lines.size(), lines::toString);
        assertEquals(List.of("recipe          iteration  m10.value  trials", label + "          0     1.0000       1", "",
                "recipe          iteration  m11.value  trials"), lines.subList(0, 4));
    }

    @Test
    void theMeasuresOfAMetricStayTogether() {
        List<String> lines = table(results("a", metrics(9), Map.of("m10.other", 2.)));
        assertEquals(9 * 3 - 1, lines.size(), lines::toString);
        assertEquals(
                List.of("recipe  iteration  m10.value  m10.other  trials", "a               0     1.0000     2.0000       1"),
                lines.subList(0, 2));
    }
}
