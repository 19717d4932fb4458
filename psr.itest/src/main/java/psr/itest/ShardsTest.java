package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment in four shards, or sixteen with {@code -Plong}, of which two are killed, as a batch system would compute it. */
public class ShardsTest {

    private static final int SHARES = Boolean.getBoolean("psr.tests.long") ? 16 : 4;
    private static final int TRIALS = 64;
    /** The second shard that is killed; the first is 2. */
    private static final int KILLED = SHARES - 1;
    private static final List<String> WORDS = List.of("ring:sequences=2000,states=4,symbols=4", "2sr:rank=4",
            "2sr:rank=4+ig:passes=3", "--trials", Integer.toString(TRIALS), "--threads", "1");

    @TempDir
    Path folder;

    private Path share(int number) {
        return folder.resolve("share" + number);
    }

    private List<String> words(int number) {
        return Stream.concat(WORDS.stream(), List.of("--shard", number + "/" + SHARES, "--out",
                share(number).toString()).stream()).toList();
    }

    private void compute(int number) throws Exception {
        Shell.type("psr:run " + words(number).stream().map(Shell::word).collect(Collectors.joining(" ")));
    }

    /** Killed with no word to anybody as soon as it has written something. */
    private void computeAndKill(int number) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dpsr.home=" + folder, "-jar",
                Shell.tree().resolve("psr.app/target/psr.jar").toString(), "run"));
        command.addAll(words(number));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(folder.resolve("said" + number).toFile()).start();
        Path trials = share(number).resolve("trials.jsonl");
        try {
            Shell.await("a trial", () -> trials.toFile().length() > 0 || !process.isAlive());
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertTrue(trials.toFile().length() > 0, Files.readString(folder.resolve("said" + number)));
    }

    @Test
    public void mergedShardsOfWhichTwoWereKilledHaveTheBytesOfOneRun() throws Exception {
        computeAndKill(2);
        computeAndKill(KILLED);
        String killed = Shell.type("psr:runs " + Shell.word(folder));
        assertEquals(2, killed.split("resumable").length - 1, killed);
        for (int number = 1; number <= SHARES; number++) {
            compute(number);
        }
        assertTrue(Shell.type("psr:runs " + Shell.word(folder))
                .contains(TRIALS / SHARES + "/" + TRIALS / SHARES + ", shard " + KILLED + "/" + SHARES));
        Path merged = folder.resolve("merged");
        String said = Shell.type("psr:merge "
                + IntStream.rangeClosed(1, SHARES).mapToObj(number -> Shell.word(share(number))).collect(Collectors.joining(" "))
                + " --out " + Shell.word(merged));
        assertTrue(said.contains("2sr:rank=4+ig:passes=3"), said);
        Path whole = folder.resolve("whole");
        Shell.type("psr:run " + WORDS.stream().map(Shell::word).collect(Collectors.joining(" ")) + " --out "
                + Shell.word(whole));
        assertArrayEquals(Files.readAllBytes(whole.resolve("summary.csv")), Files.readAllBytes(merged.resolve("summary.csv")));
        assertEquals(TRIALS * 3, Files.readAllLines(merged.resolve("trials.jsonl")).size());
        assertTrue(Files.exists(merged.resolve("report.html")));
    }
}
