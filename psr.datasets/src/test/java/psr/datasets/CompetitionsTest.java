package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.model.SymbolFilter;
import psr.api.source.Dataset;

class CompetitionsTest {

    private static final double EXACT = 1e-12;

    private static final String AUTOMATON = """
            I: (state)
            \t(0) 1.0
            F: (state)
            \t(1) 0.5
            S: (state,symbol)
            \t(0,0) 0.25
            \t(0,1) 0.75
            \t(1,1) 1.0
            T: (state,symbol,state)
            \t(0,0,0) 0.5
            \t(0,0,1) 0.5
            \t(0,1,1) 1.0
            \t(1,1,1) 1.0
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        write("3.pautomac.train", "2 2\n1 1\n2 0 1\n");
        write("3.pautomac.test", "3 2\n1 1\n2 0 1\n0\n");
        write("3.pautomac_model.txt", AUTOMATON);
        // 1: .75·.5; 01: .25·(.5·.75·.5 + .5·.5·1·.5); nothing: 0, since state 0 never ends.
        write("3.pautomac_solution.txt", "3\n0.827586206897\n0.172413793103\n0.0\n");
        write("train/7.spice.train", "2 3\n2 0 2\n1 1\n");
        write("prefixes/7.spice.prefix.public", "2 3\n1 0\n2 0 2\n");
        write("targets/7.spice.target.public", "0.8154648767857288 1 0.5 0 0.5\n1.0 -1 1.0\n");
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text);
    }

    private Dataset pautomac() throws IOException {
        return new PautomacProblem().load(Map.of("folder", folder.toString(), "problem", "3"), new SeededRun(1));
    }

    private Dataset spice() throws IOException {
        return new SpiceProblem().load(Map.of("folder", folder.toString(), "problem", "7"), new SeededRun(1));
    }

    private static String refusal(Executable load) {
        return assertThrows(IOException.class, load).getMessage();
    }

    @Test
    void theTrueModelGivesTheTrueProbabilities() throws IOException {
        Dataset data = pautomac();
        assertArrayEquals(new double[] {.375, .078125, 0}, data.trueProbabilities().orElseThrow());
        assertEquals(3, data.training().space().size());
        SymbolFilter filter = SymbolFilter.of(data.trueModel().orElseThrow());
        filter.update(1);
        double[] scores = new double[3];
        filter.scores(1, scores);
        assertArrayEquals(new double[] {0, .5, .5}, scores, EXACT);
        filter.update(2);
        filter.scores(3, scores);
        assertArrayEquals(new double[] {0, 0, 1}, scores, EXACT);
        assertEquals(List.of(), Contracts.check(data.trueModel().orElseThrow(), data.test().range(0, 2)));
    }

    @Test
    void filesThatLieAreRefusedWithTheirPlace() throws IOException {
        write("3.pautomac_solution.txt", "3\n0.827586206897\n0.18\n0.0\n");
        assertEquals("line 3 of 3.pautomac_solution.txt: test string 2 must have the share of the probability"
                + " of all test strings that the automaton gives it, 0.1724137931034483; found 0.18", refusal(this::pautomac));
        write("3.pautomac_solution.txt", "2\n0.827586206897\n0.172413793103\n");
        assertEquals("line 1 of 3.pautomac_solution.txt: the number of probabilities, one for each test string, must be a"
                + " whole number from 3 to 3; found '2'", refusal(this::pautomac));
        write("3.pautomac_solution.txt", "3\n0.827586206897\n0.172413793103\n");
        assertEquals("line 4 of 3.pautomac_solution.txt: the probability of a string must be a number from 0 to 1; found ''",
                refusal(this::pautomac));
        write("3.pautomac_model.txt", AUTOMATON.replace("(0,1) 0.75", "(0,1) 0.85"));
        assertEquals("3.pautomac_model.txt: the probabilities of the symbols of state 0 must sum to 1; the sum is 1.1",
                refusal(this::pautomac));
        write("3.pautomac_model.txt", AUTOMATON.replace("(0,1) 0.75", "(0,5) 0.75"));
        assertEquals("line 7 of 3.pautomac_model.txt: symbols must be below 2, the size of the alphabet; found 5",
                refusal(this::pautomac));
        write("3.pautomac_model.txt", AUTOMATON.replace("F: (state)", "S: (state)"));
        assertTrue(refusal(this::pautomac).startsWith("line 3 of 3.pautomac_model.txt: the parts of an automaton must be"));
        write("3.pautomac_model.txt", AUTOMATON.substring(0, 30));
        assertTrue(refusal(this::pautomac).contains("the file ends after IF"));
        write("3.pautomac.test", "3 4\n1 1\n2 0 1\n0\n");
        assertTrue(refusal(this::pautomac).startsWith("line 1 of 3.pautomac.test: the alphabet must have the size"));
    }

    @Test
    void prefixesHaveTheirTargets() throws IOException {
        Dataset data = spice();
        assertArrayEquals(new int[] {0, 2, 3}, data.test().as(Symbols.class).copy(1));
        SymbolFilter filter = SymbolFilter.of(data.trueModel().orElseThrow());
        double[] scores = new double[4];
        filter.scores(1, scores);
        assertArrayEquals(new double[4], scores);
        filter.update(0);
        filter.scores(1, scores);
        assertArrayEquals(new double[] {.5, .5, 0, 0}, scores);
        filter.update(2);
        filter.scores(1, scores);
        assertArrayEquals(new double[] {0, 0, 0, 1}, scores);
        filter.update(1);
        filter.scores(1, scores);
        assertArrayEquals(new double[4], scores);
    }

    @Test
    void targetsThatLieAreRefusedWithTheirPlace() throws IOException {
        write("targets/7.spice.target.public", "0.9 1 0.5 0 0.5\n1.0 -1 1.0\n");
        assertTrue(refusal(this::spice).startsWith("line 1 of 7.spice.target.public: the denominator must be the gain"));
        write("targets/7.spice.target.public", "0.5 1 0.5 1 0.5\n1.0 -1 1.0\n");
        assertTrue(refusal(this::spice).startsWith("line 1 of 7.spice.target.public: a symbol must appear once"));
        write("targets/7.spice.target.public", "1.0 -1 1.0\n");
        assertTrue(refusal(this::spice).contains("the file ends after 1"));
        write("targets/7.spice.target.public", "1.0 -1\n1.0 -1 1.0\n");
        assertTrue(refusal(this::spice).contains("found 2 words"));
    }

    @Test
    void readsTheProblemsOfTheCompetitions() throws IOException {
        Path automata = SharedData.path("pautomac");
        for (String problem : List.of("3", "6", "7", "14", "24", "29", "38", "42")) {
            Dataset data = new PautomacProblem().load(Map.of("folder", automata.toString(), "problem", problem),
                    new SeededRun(1));
            assertEquals(20_000, data.training().count());
        }
        for (String problem : List.of("0", "1", "2", "4", "6")) {
            Dataset data = new SpiceProblem().load(Map.of("folder", SharedData.path("spice").toString(), "problem", problem),
                    new SeededRun(1));
            assertTrue(data.trueModel().isPresent());
        }
    }
}
