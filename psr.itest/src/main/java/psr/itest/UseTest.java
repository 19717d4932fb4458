package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.itest.programs.Forecast;

/** From own data to predictions, with the modules of the application. */
public class UseTest {

    @TempDir
    Path folder;

    private String dataset;

    @BeforeEach
    void write() throws Exception {
        StringBuilder text = new StringBuilder("user,page\n");
        String[] visits = {"home search product pay", "home search search product", "home help home", "home search pay"};
        for (int user = 0; user < 60; user++) {
            for (String page : visits[user * 7 % 4].split(" ")) {
                text.append(user).append(',').append(page).append('\n');
            }
        }
        dataset = "csv:file=" + Files.writeString(folder.resolve("visits.csv"), text) + ",sequence=user,symbol=page";
        Files.writeString(folder.resolve("new.txt"), "home search\nhome help\n");
    }

    /** A command in a process of its own. */
    private String elsewhere(String... command) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpsr.home=" + folder.resolve("home"), "-jar",
                Shell.tree().resolve("psr.app/target/psr.jar").toString()));
        line.addAll(List.of(command));
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(line).redirectOutput(out.toFile())
                .redirectError(folder.resolve("err").toFile()).start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "must end");
        assertEquals(0, process.exitValue(), () -> String.join(" ", line));
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    @Test
    public void everyKindOfModelPredictsBitForBitInAnotherProcess() throws Exception {
        int kind = 0;
        for (String recipe : List.of("2sr:rank=3", "em:states=3,restarts=1", "psim:rank=3,passes=2", "ngram", "unigram")) {
            Path model = folder.resolve(kind + (kind % 2 == 0 ? ".json" : ".npz"));
            String said = Shell.type("psr:train " + Shell.word(dataset) + " " + recipe + " --model "
                    + Shell.word(model));
            assertTrue(said.startsWith("learned " + recipe + " from 60 sequences, "), said);
            String here = Shell.type("psr:predict " + Shell.word(model) + " " + Shell.word(folder.resolve("new.txt")));
            assertTrue(here.startsWith("sequence,position,symbol,probability\n1,1,home,"), here);
            if (kind++ < 2) {
                assertEquals(here, elsewhere("predict", model.toString(), folder.resolve("new.txt").toString()));
            }
        }
    }

    @Test
    public void inspectScoreSampleAndEvaluate() throws Exception {
        Path model = folder.resolve("model.json");
        Shell.type("psr:train " + Shell.word(dataset) + " 2sr:rank=3 --model " + Shell.word(model));
        String inspected = Shell.type("psr:inspect " + Shell.word(model));
        assertTrue(inspected.contains("\nspectrum: the sum of its operators has eigenvalues of modulus "), inspected);
        assertTrue(inspected.contains("\nhealth: "), inspected);
        assertTrue(inspected.matches("(?s).*\nbundles: psr.datasets 1.0.0, psr.spectral 1.0.0\n.*"), inspected);
        assertTrue(Shell.type("psr:score " + Shell.word(model) + " " + Shell.word(folder.resolve("new.txt")))
                .contains("\nall,6,0,-"));
        assertEquals(3, Shell.type("psr:sample " + Shell.word(model) + " --sequences 3").lines().count());
        assertTrue(Shell.type("psr:evaluate " + Shell.word(dataset) + " ngram unigram --folds 3")
                .contains("difference from ngram"));
    }

    @Test
    public void checkReportsContractViolations() throws Exception {
        assertTrue(Shell.type("psr:check 2sr").contains("passes all checks"));
        assertTrue(Shell.type("psr:check ig").contains("ig, a refiner of psr.gradients 1.0.0: passes all checks"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Shell.type("psr:check lines")).getMessage()
                .contains("lines needs file=FILE"));
    }

    @Test
    public void aBundleUsesTheServices() throws Exception {
        Forecast forecast = Shell.service(Forecast.class);
        double[] first = forecast.first(folder.resolve("visits.csv").toString());
        double[] again = forecast.first(folder.resolve("visits.csv").toString());
        assertArrayEquals(first, again);
        assertTrue(first[0] > .9, "every visit begins at home, the most frequent page");
    }
}
