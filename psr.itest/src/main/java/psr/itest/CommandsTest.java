package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Laboratory;
import psr.api.lab.Stage;

/** The commands, as the shell runs them, with the modules of the application. */
public class CommandsTest {

    /** After decompositions of another program, as MATH.md asks. */
    private static final double GOLDEN = 1e-6;

    private static final String RING = "ring:sequences=400";

    @TempDir
    Path folder;

    private static String message(String line) {
        return assertThrows(IllegalArgumentException.class, () -> Shell.type(line)).getMessage();
    }

    /** A data set in two files, as one word. */
    private static String sequences(Path train, Path test) {
        return Shell.word(Stage.of("sequences", Map.of("train", train.toString(), "test", test.toString())));
    }

    @Test
    public void servicesArePresentByName() throws Exception {
        assertTrue(Shell.type("psr:learners").contains("\n2sr "));
        assertTrue(Shell.type("psr:datasets").contains("\nring "));
        assertTrue(Shell.type("psr:datasets").contains("\nsequences "));
        assertTrue(Shell.type("psr:metrics").contains("\nospa "));
        assertTrue(Shell.type("psr:metrics").contains("\npnll "));
        assertTrue(Shell.type("psr:learners").contains("psr.spectral 1.0.0"));
        assertTrue(Shell.service(Laboratory.class) != null);
    }

    @Test
    public void describesSettingsAndBothKindsOfAName() throws Exception {
        String described = Shell.type("psr:describe 2sr");
        assertTrue(described.startsWith("2sr, a learner: "), described);
        assertTrue(Pattern.compile("\n  rank +whole number").matcher(described).find(), described);
        String both = Shell.type("psr:describe em");
        assertTrue(both.contains("em, a learner: ") && both.contains("em, a refiner: "), both);
    }

    @Test
    public void runPrintsATableWithTheOracleLastAndWritesTheFolder() throws Exception {
        Path out = folder.resolve("run");
        String table = Shell.type("psr:run " + RING + " 2sr:rank=5 2sr:rank=5,method=pinv --trials 2 --out "
                + Shell.word(out));
        List<String> lines = table.lines().toList();
        assertTrue(lines.get(0).startsWith("recipe "), table);
        assertTrue(lines.get(1).startsWith("2sr:rank=5 "), table);
        assertTrue(lines.get(2).startsWith("2sr:rank=5,method=pinv "), table);
        assertTrue(lines.get(3).startsWith("oracle "), table);
        assertEquals("recipe,iteration,metric,mean,stderr,trials", Files.readAllLines(out.resolve("summary.csv"))
                .get(0));
        assertEquals(6, Files.readAllLines(out.resolve("trials.jsonl")).size());
    }

    @Test
    public void threadsChangeNoByteOfTheSummary() throws Exception {
        for (int threads = 1; threads <= 2; threads++) {
            Shell.type("psr:run " + RING + " 2sr:rank=5 random --trials 4 --threads " + threads + " --out "
                    + Shell.word(folder.resolve("" + threads)));
        }
        assertEquals(Files.readString(folder.resolve("1/summary.csv")),
                Files.readString(folder.resolve("2/summary.csv")));
    }

    @Test
    public void goldenRingAgreesWithTheReference() throws Exception {
        Path golden = Shell.tree().resolve("psr.eval/src/test/resources/golden/ring-41");
        Shell.type("psr:run " + sequences(golden.resolve("ring.train"), golden.resolve("ring.test"))
                + " 2sr:method=pinv,rank=20,history=complete,guard=off --trials 1 --out "
                + Shell.word(folder.resolve("run")));
        Map<String, Double> means = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve("run/summary.csv"))) {
            Matcher row = Pattern.compile("\".*\",0,([a-z.-]+),([^,]+),.*").matcher(line);
            if (row.matches()) {
                means.put(row.group(1), Double.valueOf(row.group(2)));
            }
        }
        String expected = Files.readString(golden.resolve("expected.json"));
        String section = expected.substring(expected.indexOf("\"2sr\": {"), expected.indexOf("\"2sr+guard\""));
        Map<String, String> names = Map.of("ospa_op", "ospa.operators", "ospa_ft", "ospa.features", "pnll_op",
                "pnll.operators", "pnll_ft", "pnll.features", "pnllc_op", "pnll.operators-clipped", "pnllc_ft",
                "pnll.features-clipped");
        names.forEach((theirs, ours) -> {
            Matcher value = Pattern.compile("\"" + theirs + "\": ([0-9.e-]+)").matcher(section);
            assertTrue(value.find(), theirs);
            assertEquals(Double.parseDouble(value.group(1)), means.get(ours), GOLDEN, ours);
        });
    }

    @Test
    public void aRecipeThatFailedHasARowInTheTable() throws Exception {
        String out = Shell.word(folder.resolve("run"));
        message("psr:run " + RING + " 2sr:rank=3000 2sr:rank=5 --trials 1 --strict --out " + out);
        String report = Shell.type("psr:report " + out);
        List<String> lines = report.lines().toList();
        assertTrue(lines.get(1).matches("2sr:rank=5 +[0-9.]+ .*"), report);
        assertTrue(lines.get(2).startsWith("oracle "), report);
        assertTrue(lines.get(3).matches("2sr:rank=3000 +failed: rank must be .*"), report);
    }

    @Test
    public void badInputIsOneClearLine() throws Exception {
        assertTrue(message("psr:run ring tsr").startsWith("no learner named 'tsr'; did you mean '2sr'? present: "));
        assertTrue(message("psr:run ring 2sr:rnk=3").startsWith("no setting named 'rnk' in 2sr; did you mean 'rank'?"));
        assertEquals("rank must be at least 1; rank=0 (2sr)", message("psr:run ring 2sr:rank=0"));
        assertEquals("rank must be at most 2147483647; rank=99999999999 (2sr)",
                message("psr:run ring 2sr:rank=99999999999"));
        assertTrue(message("psr:run ring 2sr --metrics pnll,").startsWith("--metrics pnll,: "));
        assertEquals("version has no options, but found --x", message("psr:version --x"));
        assertTrue(message("psr:run ring 2sr++em").startsWith("a recipe must be stages joined by +"));
        assertTrue(message("psr:run " + RING + " 2sr:rank=3000 --trials 1")
                .contains("the number of features; rank=3000"));
        assertTrue(message("psr:run sequences:train=/no/such,test=/no/such 2sr").contains("/no/such"));
        Path bad = Files.writeString(folder.resolve("bad.txt"), "2 3\n3 0 1 2\n2 0 x\n");
        assertTrue(message("psr:run " + sequences(bad, bad) + " 2sr").contains("line 3 of bad.txt"));
        Path file = Files.createFile(folder.resolve("file"));
        assertTrue(message("psr:run ring 2sr --out " + Shell.word(file)).startsWith("the output must be a folder"));
        Path out = folder.resolve("none");
        message("psr:run " + RING + " 2sr:rank=3000 --trials 1 --out " + Shell.word(out));
        assertFalse(Files.exists(out), "a run that came to nothing must leave no folder");
    }
}
