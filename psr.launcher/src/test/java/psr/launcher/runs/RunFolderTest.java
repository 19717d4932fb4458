package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;

class RunFolderTest {

    @TempDir
    private Path folder;

    private static TrialResult result(int trial, String recipe, double... values) {
        List<TrialResult.Point> curve = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            curve.add(new TrialResult.Point(i, Map.of("m.a", values[i])));
        }
        return new TrialResult(trial, recipe, curve, Map.of("skipped", 2L), Map.of("2sr", .5), Optional.empty());
    }

    private static final Experiment EXPERIMENT = new Experiment("t", Stage.parse("ring"),
            List.of(Recipe.parse("z:a=1,b=2"), Recipe.parse("a")), Stage.parseList("m"), 2, 1, 1);

    private static final List<TrialResult> RESULTS = List.of(result(0, "oracle", 7), result(0, "z:a=1,b=2", 1, 2),
            result(1, "z:a=1,b=2", 3), result(1, "a", .1), result(0, "a", .2),
            new TrialResult(1, "oracle", List.of(), Map.of(), Map.of(), Optional.of("no reason")));

    @Test
    void summaryIsOrderedAveragedAndKeepsTheLastValueOfATrialThatStopped() throws Exception {
        try (RunFolder run = RunFolder.create(folder.resolve("new/run"))) {
            run.write(new Summary(EXPERIMENT, List.of("m.a", "m.b"), RESULTS));
            assertEquals("""
                    recipe,iteration,metric,mean,stderr,trials
                    "z:a=1,b=2",0,m.a,2.0,1.0,2
                    "z:a=1,b=2",1,m.a,2.5,0.5,2
                    a,0,m.a,0.15000000000000002,0.05,2
                    oracle,0,m.a,7.0,,1
                    """, Files.readString(run.path().resolve("summary.csv")));
        }
    }

    @Test
    void summaryDoesNotDependOnTheOrderOfResults() {
        List<TrialResult> reversed = new ArrayList<>(RESULTS);
        Collections.reverse(reversed);
        assertEquals(new Summary(EXPERIMENT, List.of("m.a"), RESULTS).rows(),
                new Summary(EXPERIMENT, List.of("m.a"), reversed).rows());
    }

    @Test
    void summaryHasTheRegularIterationsAndTheVeryLast() {
        Experiment every = new Experiment("t", Stage.parse("ring"), List.of(Recipe.parse("a")), Stage.parseList("m"),
                2, 1, 2);
        List<TrialResult> results = List.of(result(0, "a", 1, 2, 3, 4), result(1, "a", 1, 2));
        assertEquals(List.of(0, 2, 3), new Summary(every, List.of("m.a"), results).rows().stream()
                .map(Summary.Row::iteration).toList());
        assertEquals(List.of(3), new Summary(every, List.of("m.a"), results).last().stream()
                .map(Summary.Row::iteration).toList());
    }

    @Test
    void everyResultIsALineOfJson() throws Exception {
        try (RunFolder run = RunFolder.create(folder)) {
            RESULTS.forEach(run::append);
            List<String> lines = Files.readAllLines(folder.resolve("trials.jsonl"));
            assertEquals(6, lines.size());
            JsonNode first = new ObjectMapper().readTree(lines.get(1));
            assertEquals("z:a=1,b=2", first.get("recipe").asText());
            assertEquals(2.0, first.get("curve").get(1).get("values").get("m.a").asDouble());
            assertEquals(2, first.get("counts").get("skipped").asInt());
            assertFalse(first.has("failure"));
            assertEquals("no reason", new ObjectMapper().readTree(lines.get(5)).get("failure").asText());
        }
    }

    @Test
    void refusesAFolderThatHoldsARun() throws Exception {
        RunFolder.create(folder).close();
        String message = assertThrows(IllegalArgumentException.class, () -> RunFolder.create(folder)).getMessage();
        assertTrue(message.startsWith("the output folder must not hold a run; "), message);
    }

    @Test
    void refusesAFile() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        for (Path path : List.of(file, file.resolve("below"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> RunFolder.create(path)).getMessage();
            assertTrue(message.startsWith("the output"), message);
        }
    }

    @Test
    void takesBackWhatItMade() throws Exception {
        RunFolder.create(folder.resolve("new/run")).discard();
        assertFalse(Files.exists(folder.resolve("new")));
        Files.createFile(folder.resolve("mine"));
        RunFolder.create(folder).discard();
        assertTrue(Files.exists(folder.resolve("mine")));
        assertFalse(Files.exists(folder.resolve("trials.jsonl")));
    }
}
