package psr.launcher.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import psr.api.lab.ModelStore.Encoding;
import psr.api.model.Model;

/** A damaged file is rejected with a clear message, or the damage is irrelevant and the model is unchanged. */
class DamageTest {

    private static final int TRIALS = 200;

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of());
    private final SplittableRandom random = new SplittableRandom(11);
    private final Model psr = Samples.psr();
    private final double[] trace = Samples.trace(psr);

    @ParameterizedTest
    @EnumSource
    void rejectsTruncatedFiles(Encoding encoding) throws IOException {
        byte[] whole = whole(encoding);
        for (int trial = 0; trial < TRIALS; trial++) {
            // The JSON ends with a line feed, which is not needed.
            byte[] cut = Arrays.copyOf(whole, random.nextInt(whole.length - 1));
            Path file = Files.write(folder.resolve("cut"), cut);
            assertClean(file, assertThrows(IOException.class, () -> files.load(file), "cut to " + cut.length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsFilesWithWrongBytesOrReadsTheSameModel(Encoding encoding) throws IOException {
        byte[] whole = whole(encoding);
        int refused = 0;
        for (int trial = 0; trial < 3 * TRIALS; trial++) {
            byte[] wrong = whole.clone();
            for (int k = random.nextInt(1, 4); k > 0; k--) {
                wrong[random.nextInt(wrong.length)] ^= (byte) random.nextInt(1, 256);
            }
            Path file = Files.write(folder.resolve("wrong"), wrong);
            try {
                assertArrayEquals(trace, Samples.trace(files.load(file).model()));
            } catch (IOException e) {
                assertClean(file, e);
                refused++;
            }
        }
        assertTrue(refused > TRIALS, "most damage must be noticed; " + refused + " of " + 3 * TRIALS + " was");
    }

    private byte[] whole(Encoding encoding) throws IOException {
        Path file = folder.resolve("whole");
        files.save(file, Samples.learned(psr, "2sr", Samples.PROVENANCE), encoding);
        return Files.readAllBytes(file);
    }

    private static void assertClean(Path file, IOException failure) {
        assertTrue(failure.getMessage().startsWith(file + ": "), failure.getMessage());
        assertFalse(failure.getMessage().contains("\n"), failure.getMessage());
    }
}
