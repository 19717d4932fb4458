package psr.launcher.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.lab.ModelStore.Encoding;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;

/** The Python function in docs/MODEL-FILES.md makes the same predictions; skipped without Python and NumPy. */
class NumpyTest {

    private static final double TOLERANCE = 1e-12;
    private static final int LENGTH = 60;
    private static final int NO_NUMPY = 77;
    private static final String MAIN = """

            import sys
            symbols = [None if word == "?" else int(word) for word in sys.argv[3].split(",")]
            for row in predict(sys.argv[1], symbols, int(sys.argv[2])):
                for numbers in row, probabilities(row), probabilities(row, "clip"):
                    print(*(repr(float(number)) for number in numbers))
            """;

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of());
    private final SplittableRandom random = new SplittableRandom(3);

    @Test
    void pythonPredictsALinearPsrWithAGuard() throws Exception {
        LinearPsr psr = Samples.psr();
        assertTrue(compared(psr) > 10, "the guard must act on the way");
        compared(psr.with(Guard.off(new double[] {.2, .3, .5})));
        compared(psr.with(Guard.below(.4, new double[] {.2, .3, .5})));
        // Division by zero for the state and for the mean state.
        compared(psr.with(Guard.below(2, new double[] {0, 0, 0})));
        LinearPsr.Parameters parameters = psr.parameters();
        parameters.operators()[1] = new double[9];
        assertTrue(compared(psr.with(Guard.off(new double[] {.2, .3, .5})).with(parameters)) > 0);
    }

    @Test
    void pythonPredictsALinearPsrWithAnEnd() throws Exception {
        Hmm hmm = Samples.hmmWithEnd();
        LinearPsr psr = hmm.toLinearPsr(Features.ofStrings(hmm.alphabet(), List.of(new int[] {0}, new int[] {1}, new int[] {2})));
        assertTrue(compared(psr) > 0, "something must follow the end");
        compared(psr.with(Guard.below(new double[] {.1, .5, .3}, new double[] {.5, .5})));
    }

    @Test
    void pythonPredictsAnHmm() throws Exception {
        compared(Contracts.sampleModel());
        assertTrue(compared(Samples.hmmWithEnd()) > 0, "something must follow the end");
    }

    /**
     * Compares all predictions along a sequence with unknown symbols, one to three steps ahead; returns the number of
     * repairs.
     */
    private long compared(Model model) throws Exception {
        Path script = Files.writeString(folder.resolve("predict.py"), """
                try:
                    import numpy
                except ImportError:
                    import sys
                    sys.exit(%d)
                """.formatted(NO_NUMPY) + documented() + MAIN);
        Path file = folder.resolve("model.npz");
        files.save(file, Samples.learned(model), Encoding.NPZ);
        int n = model.space().size();
        int[] symbols = random.ints(LENGTH, -1, n).toArray();
        List<String> words = new ArrayList<>();
        for (int symbol : symbols) {
            words.add(symbol < 0 ? "?" : Integer.toString(symbol));
        }
        long repairs = 0;
        for (int ahead = 1; ahead <= 3; ahead++) {
            List<String> printed = python(script, file.toString(), Integer.toString(ahead), String.join(",", words));
            assertEquals(3 * (LENGTH + 1), printed.size());
            SymbolFilter filter = SymbolFilter.of(model);
            for (int t = 0; t <= LENGTH; t++) {
                double[] scores = new double[n];
                for (Repair repair : List.of(Repair.RAW, Repair.ABSOLUTE, Repair.CLIP)) {
                    filter.scores(ahead, scores);
                    repair.apply(scores);
                    String[] found =
                            printed.get(3 * t + (repair == Repair.RAW ? 0 : repair == Repair.ABSOLUTE ? 1 : 2)).split(" ");
                    for (int o = 0; o < n; o++) {
                        assertEquals(scores[o], Double.parseDouble(found[o]), TOLERANCE, repair + " of " + o + " at " + t);
                    }
                }
                if (t < LENGTH && symbols[t] < 0) {
                    assertTrue(filter.skip());
                } else if (t < LENGTH) {
                    filter.update(symbols[t]);
                }
            }
            repairs = filter.repairs();
        }
        return repairs;
    }

    /** The code under 'In Python' in docs/MODEL-FILES.md, without its indentation. */
    private static String documented() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/MODEL-FILES.md"))) {
            folder = folder.getParent();
        }
        String text = Files.readString(folder.resolve("docs/MODEL-FILES.md"));
        String section = text.substring(text.indexOf("## In Python"), text.indexOf("**The guard.**"));
        return section.substring(section.indexOf("    import json")).replaceAll("(?m)^ {4}", "");
    }

    /** Runs Python and returns the lines it prints; skips the test if there is no Python with NumPy. */
    private static List<String> python(Path script, String... arguments) throws InterruptedException, IOException {
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        command.addAll(List.of(arguments));
        String printed = "";
        int exit = NO_NUMPY;
        try {
            Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
            python.getOutputStream().close();
            printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(python.waitFor(60, TimeUnit.SECONDS));
            exit = python.exitValue();
        } catch (IOException e) {
            // There is no Python.
        }
        assumeTrue(exit != NO_NUMPY, "no python3 with NumPy here (Debian: python3-numpy): what docs/MODEL-FILES.md shows was not"
                + " tried");
        assertEquals(0, exit, printed);
        return printed.lines().toList();
    }
}
