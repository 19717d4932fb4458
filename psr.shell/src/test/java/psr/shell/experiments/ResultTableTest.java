package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.shell.fakes.FakeResults;

class ResultTableTest {

    /** One trial in which every metric has the value 1. */
    private static List<String> table(List<String> metrics) {
        Map<String, Double> values = metrics.stream().collect(Collectors.toMap(metric -> metric + ".value", metric -> 1.));
        Results results = new FakeResults(Experiment.builder("test", Stage.of("coins")).recipe(Recipe.parse("mean"))
                .metrics(metrics.stream().map(Stage::of).toList()).build(),
                List.of(TrialResult.of(0, "mean").curve(List.of(TrialResult.Point.of(0, values))).build()));
        return new ResultTable(results, new FailedRecipes(results)).lines();
    }

    /** Names of three letters, which make columns of eleven beside 25 for the rest. */
    private static List<String> metrics(int count) {
        return IntStream.range(0, count).mapToObj(k -> "m1" + k).toList();
    }

    @Test
    void whatFitsIsOneTable() {
        List<String> lines = table(metrics(8));
        assertEquals(2, lines.size(), lines::toString);
        assertEquals(25 + 8 * 11, lines.get(0).length(), lines.get(0));
    }

    @Test
    void whatIsWiderThanAScreenIsATableForEachMetric() {
        List<String> lines = table(metrics(9));
        assertEquals(9 * 3 - 1, lines.size(), lines::toString);
        assertEquals(List.of("recipe  iteration  m10.value  trials", "mean            0     1.0000       1", "",
                "recipe  iteration  m11.value  trials"), lines.subList(0, 4));
    }
}
