package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.baselines.ngram.NGramFormat;
import psr.baselines.ngram.NGrams;
import psr.baselines.simple.MemorylessFormat;
import psr.baselines.simple.Unigram;

/** The function in docs/MODEL-FILES.md predicts as our models do; needs Python with NumPy. */
@Tag("slow")
class NumpyTest {

    private static final double TOLERANCE = 1e-12;
    private static final int LENGTH = 60;
    private static final int NO_NUMPY = 77;
    private static final Symbols PLAIN = Contracts.sample(60, 12);

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(3);

    @Test
    void numpyPredictsModelsWithoutMemoryAsWeDo() throws Exception {
        for (Symbols data : List.of(PLAIN, Contracts.ended(PLAIN))) {
            compared(new MemorylessFormat(), learned(new Unigram(), data, Map.of()));
        }
    }

    @Test
    void numpyPredictsNgramsAsWeDo() throws Exception {
        for (Symbols data : List.of(PLAIN, Contracts.ended(PLAIN))) {
            for (String order : List.of("1", "2", "4")) {
                compared(new NGramFormat(), learned(new NGrams(), data, Map.of("order", order, "smoothing", "kneser-ney")));
            }
        }
    }

    private static <S extends Record> Model learned(Learner<S> learner, Symbols data, Map<String, String> settings) {
        return learner.learn(data, Schema.of(learner.settings()).parse(settings, "test"), new SeededRun(5));
    }

    /** Compares every prediction along a sequence, which includes unknown symbols, one to three steps ahead. */
    private <M extends Model> void compared(ModelFormat<M> format, Model model) throws Exception {
        StoredModel stored = format.store(format.type().cast(model), ModelFormats.of());
        int n = model.space().size();
        // The end only comes last: it is always followed by the end.
        int[] symbols = random.ints(LENGTH, -1, model.space().as(Alphabet.class).end().isPresent() ? n - 1 : n).toArray();
        symbols[LENGTH - 1] = n - 1;
        // The laboratory writes files; here the arrays are passed on instead.
        StringBuilder arrays = new StringBuilder();
        stored.tensors().forEach((name, tensor) -> arrays.append("\"").append(name).append("\": np.array(")
                .append(Arrays.toString(tensor.values())).append(").reshape(").append(Arrays.toString(tensor.shape()))
                .append("), "));
        Path script = Files.writeString(folder.resolve("predict.py"), """
                try:
                    import numpy
                except ImportError:
                    import sys
                    sys.exit(%d)
                """.formatted(NO_NUMPY) + documented() + """

                header = {"kind": "%s", "alphabet": list(range(%d)), "end": %s}
                np.load = lambda file: {%s"model.json": json.dumps(header).encode()}
                for ahead in 1, 2, 3:
                    for row in predict("", %s, ahead):
                        print(*(repr(float(score)) for score in row))
                """.formatted(stored.kind(), n, model.space().as(Alphabet.class).end().isPresent() ? "'end'" : "None", arrays,
                Arrays.toString(symbols).replace("-1", "None")));
        List<String> printed = python(script);
        assertEquals(3 * (LENGTH + 1), printed.size());
        double[] scores = new double[n];
        for (int ahead = 1; ahead <= 3; ahead++) {
            SymbolFilter filter = SymbolFilter.of(model);
            for (int t = 0; t <= LENGTH; t++) {
                filter.scores(ahead, scores);
                String[] found = printed.get((ahead - 1) * (LENGTH + 1) + t).split(" ");
                for (int o = 0; o < n; o++) {
                    assertEquals(scores[o], Double.parseDouble(found[o]), TOLERANCE, "score of " + o + " at " + t);
                }
                if (t < LENGTH && symbols[t] < 0) {
                    assertTrue(filter.skip());
                } else if (t < LENGTH) {
                    filter.update(symbols[t]);
                }
            }
        }
    }

    /** The code in the section 'In Python' of docs/MODEL-FILES.md, without its indentation. */
    private static String documented() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/MODEL-FILES.md"))) {
            folder = folder.getParent();
        }
        String text = Files.readString(folder.resolve("docs/MODEL-FILES.md"));
        String section = text.substring(text.indexOf("## In Python"), text.indexOf("**The guard.**"));
        return section.substring(section.indexOf("    import json")).replaceAll("(?m)^ {4}", "");
    }

    /** The output of Python, line by line; skips the test without Python or NumPy. */
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
            // Python is not installed.
        }
        assumeTrue(exit != NO_NUMPY, "no python3 with NumPy here (Debian: python3-numpy): what docs/MODEL-FILES.md shows was not"
                + " tried");
        assertEquals(0, exit, printed);
        return printed.lines().toList();
    }
}
