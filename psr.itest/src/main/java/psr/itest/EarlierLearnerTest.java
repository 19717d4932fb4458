package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Existing bundles remain compatible: psr.itest/earlier/README.md describes the jar that this test deploys. */
public class EarlierLearnerTest {

    private static final String SHA256 = "28819347759318c04275f398901723c02b6caa194da0a830b4802580506903d4";

    private final Path built = Shell.tree().resolve("psr.itest/earlier/earlier-learner-1.0.0.jar");
    private final Path jar = Shell.plugins().resolve("earlier-learner-1.0.0.jar");

    @AfterEach
    public void takeItAway() throws Exception {
        Files.deleteIfExists(jar);
        Shell.await("it to go", () -> !Shell.type("psr:learners").contains("earlier "));
    }

    @Test
    public void aLearnerBuiltAgainstTheFirstApiRunsToday() throws Exception {
        byte[] bytes = Files.readAllBytes(built);
        assertEquals(SHA256, HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)),
                "the jar must be the one that was built earlier");
        Path part = Files.write(jar.resolveSibling(".earlier.part"), bytes);
        Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
        Shell.await("the learner", () -> Shell.type("psr:learners").contains("earlier-learner 1.0.0"));

        String table = Shell.type("psr:run ring:sequences=60 earlier earlier:gives=hmm earlier:gives=hmm+em ngram:order=2"
                + " --trials 1 --metrics pnll");
        // Both of its models are the same chain, and that chain is close to the laboratory's own.
        String own = row(table, "earlier ");
        assertEquals(own, row(table, "earlier:gives=hmm "));
        assertEquals(first(row(table, "ngram:order=2 ")), first(own), 0.5);
        assertTrue(first(row(table, "earlier:gives=hmm+em ")) > 0, table);
        assertTrue(table.contains(" pairs seen"), () -> "its counter must be shown: " + table);
        assertTrue(Shell.type("psr:check earlier").contains("passes all checks"), Shell.type("psr:check earlier"));
        assertTrue(Shell.type("psr:describe earlier").contains("added to every count"));
    }

    /** The numbers of a recipe, without the mark of the best ones. */
    private static String row(String table, String recipe) {
        return table.lines().filter(line -> line.startsWith(recipe)).findFirst().orElseThrow(
                () -> new AssertionError("there must be a row of " + recipe + ": " + table))
                .substring(recipe.length()).replaceFirst("^ *\\*", "").strip();
    }

    /** The first measure: the number after the iteration. */
    private static double first(String row) {
        return Double.parseDouble(row.split("\\s+")[1]);
    }
}
