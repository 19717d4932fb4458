package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Recipe;
import psr.api.lab.TrialResult;
import psr.api.report.Series;
import psr.api.report.SeriesWriter;
import psr.shell.command.CommandFailedException;
import psr.shell.command.StoppedException;
import psr.shell.command.Usage;
import psr.shell.fakes.FakeLaboratory;
import psr.shell.fakes.Typed;

@Timeout(60)
class BenchmarkCommandTest {

    @TempDir
    private Path folder;

    private final FakeLaboratory laboratory = new FakeLaboratory();
    private final Typed typed = new Typed();

    private String run(String... words) {
        return typed.in(folder).type(new BenchmarkCommand(laboratory.laboratory()), words);
    }

    private void problems(int... numbers) throws IOException {
        Files.createDirectories(folder.resolve("data"));
        for (int number : numbers) {
            Files.writeString(folder.resolve("data").resolve(number + ".pautomac.train"), "");
        }
    }

    @Test
    void everyProblemIsARunOfItsOwn() throws IOException {
        problems(3, 14);
        String said = run("pautomac", "data", "a", "long", "--seed", "5");
        // A fake trial measures the length of the label; √(1·1) and √(4·4).
        assertEquals(List.of("problem 3: a 1.0000, long 4.0000", "problem 14: a 1.0000, long 4.0000",
                "pautomac.value, lower is better", "problem              a    long",
                "3               1.0000  4.0000", "14              1.0000  4.0000",
                "geometric mean  1.0000  4.0000", "seconds each    0.0000  0.0000"), said.lines().limit(8).toList());
        assertTrue(said.contains("winner (Shibata, Yoshinaka) 0.014"), said);
        assertEquals(2, laboratory.runs.size());
        FakeLaboratory.Run first = laboratory.runs.get(0);
        assertEquals("3", first.experiment().dataset().settings().get("problem"));
        assertEquals(5, first.experiment().seed());
        assertEquals(folder.resolve("runs/benchmark-pautomac/3"), first.folder().orElseThrow());
        assertTrue(first.closed());
    }

    @Test
    void everyResultIsAppendedToAFile() throws IOException {
        problems(3, 14);
        run("pautomac", "data", "a", "2sr:rank=2,method=pinv", "--problems", "3");
        Path file = folder.resolve("runs/benchmark-pautomac/results.csv");
        List<String> first = List.of("problem,recipe,seed,measure,value,seconds", "3,a,1,pautomac.value,1.0,0.0",
                "3,\"2sr:rank=2,method=pinv\",1,pautomac.value,22.0,0.0");
        assertEquals(first, Files.readAllLines(file));
        run("pautomac", "data", "a", "2sr:rank=2,method=pinv", "--problems", "14");
        assertEquals(first, Files.readAllLines(file).subList(0, 3));
        assertEquals(5, Files.readAllLines(file).size());
    }

    @Test
    void onlyTheTableIsPrintedForPrograms() throws IOException {
        problems(3);
        String said = run("pautomac", "data", "a", "--csv");
        assertTrue(said.startsWith("problem,a"), said);
        assertFalse(said.contains("published"), said);
        assertTrue(typed.remarks().contains("problem 3: a 1.0000"), typed.remarks());
    }

    @Test
    void onlyTheProblemsAskedFor() throws IOException {
        problems(3, 14);
        run("pautomac", "data", "a", "--problems", "14");
        assertEquals("14", laboratory.runs.get(0).experiment().dataset().settings().get("problem"));
        assertEquals(1, laboratory.runs.size());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> run("pautomac", "data", "--problems", "4"))
                .getMessage().endsWith("found 4"));
    }

    @Test
    void theSameCommandContinuesAStoppedBenchmark() throws IOException {
        problems(3, 14);
        laboratory.endless = 0;
        Thread.currentThread().interrupt();
        assertEquals("stopped after 0 of 2 problems; repeat the command to continue from " + folder.resolve("kept"),
                assertThrows(StoppedException.class, () -> run("pautomac", "data", "a", "--out", "kept")).getMessage());
        assertTrue(laboratory.runs.stream().allMatch(FakeLaboratory.Run::closed));
    }

    @Test
    void aProblemThatCannotBeReadIsNamedAndLeftOut() throws IOException {
        problems(3);
        laboratory.broken = new IOException("line 2 of 3.pautomac.train: it lies");
        assertThrows(CommandFailedException.class, () -> run("pautomac", "data", "a"));
        assertTrue(typed.remarks().contains("problem 3 is skipped: line 2 of 3.pautomac.train: it lies"), typed.remarks());
    }

    @Test
    void aRecipeThatFailsHasNoMean() throws IOException {
        problems(3);
        laboratory.failing.put("bad", TrialResult.Failure.of("it did not converge"));
        String said = run("pautomac", "data", "a", "bad");
        assertTrue(said.contains("geometric mean  1.0000    –"), said);
        assertTrue(typed.remarks().contains("problem 3, bad: it did not converge"), typed.remarks());
    }

    @Test
    void allProblemsTogetherHaveOneReport() throws IOException {
        problems(3, 14);
        List<Series> reported = new ArrayList<>();
        List<SeriesWriter> writers = List.of((series, into) -> {
            throw new IOException("the disk is full");
        }, (series, into) -> {
            reported.add(series);
            return List.of(Files.writeString(into.resolve("page.txt"), series.title()));
        });
        typed.in(folder).type(new BenchmarkCommand(laboratory.laboratory(), writers), "pautomac", "data", "a", "long");
        assertEquals(List.of("3", "14"), reported.get(0).problems());
        assertEquals(4, reported.get(0).average("long").orElseThrow(), 1e-12);
        assertEquals("PAutomaC", Files.readString(folder.resolve("runs/benchmark-pautomac/page.txt")));
        assertTrue(typed.remarks().contains("a report failed: the disk is full"), typed.remarks());
        assertTrue(typed.remarks().contains("report: " + folder.resolve("runs/benchmark-pautomac/page.txt")), typed.remarks());
    }

    @Test
    void theHelpHasTheRecipesThatAreComparedByDefault() throws IOException {
        problems(3);
        run("pautomac", "data");
        String recipes = String.join(" ", laboratory.runs.get(0).experiment().recipes().stream().map(Recipe::text).toList());
        assertTrue(Usage.of("benchmark").help().stream().anyMatch(line -> line.endsWith("  " + recipes + " by default")),
                recipes);
    }

    @Test
    void rejectsUnknownCompetitions() {
        assertEquals("benchmark knows the competitions pautomac and spice; found 'chess'",
                assertThrows(IllegalArgumentException.class, () -> run("chess", "data")).getMessage());
        assertEquals("there is no folder nowhere with problems of spice",
                assertThrows(IllegalArgumentException.class, () -> run("spice", "nowhere")).getMessage());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> run("spice", ".")).getMessage().contains("found none"));
    }
}
