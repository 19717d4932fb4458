package psr.launcher.use;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.learn.SeededRun;
import psr.launcher.models.ModelFiles;
import psr.launcher.models.SavedModel;
import psr.launcher.shell.Arguments;

/** {@code sample}: sequences drawn from a model. */
final class SampleCommand {

    static final List<String> HELP = List.of(
            "sample MODEL [--sequences N] [--length L] [--seed S] [--repair clip|absolute] [--separator S]",
            "",
            "Draws sequences, one per line, written as in training. Where the model has an end, a sequence stops with it.",
            "",
            "  --sequences  how many (10)",
            "  --length     at most so many symbols each (100)",
            "  --seed       where the randomness comes from; the same seed, the same lines (1)",
            "  --repair     scores to probabilities, as in predict (clip)",
            "  --separator  as in predict");
    private static final List<String> OPTIONS = List.of("sequences", "length", "seed", "repair", "separator");

    private SampleCommand() {}

    static void run(String[] typed, ModelFiles files, PrintStream out) {
        Arguments arguments = Arguments.parse("sample", typed, OPTIONS);
        String file = arguments.only("one model file, for example: sample model.json");
        int count = (int) arguments.whole("sequences", 10, 1, 100_000_000);
        int length = (int) arguments.whole("length", 100, 1, 100_000_000);
        long seed = arguments.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
        Repair repair = Choice.of(arguments, "repair", Repair.CLIP);
        if (repair == Repair.RAW) {
            throw new IllegalArgumentException("--repair must be absolute or clip: raw scores are no probabilities to draw"
                    + " from; found 'raw'");
        }
        SavedModel saved = UseCommands.load(files, file);
        Notation notation = Notation.of(saved.file().provenance(), arguments.text("separator"));
        SplittableRandom random = new SplittableRandom(SeededRun.derive(seed, "sample"));
        for (int i = 0; i < count; i++) {
            Sequences one = Sampler.draw(saved.model(), repair, 1, length, random);
            out.println(notation.line(names(saved.model().alphabet(), one.copy(0))));
        }
        out.flush();
    }

    /** The names of symbols, without the end. */
    private static List<String> names(Alphabet alphabet, int[] symbols) {
        List<String> names = new ArrayList<>();
        for (int symbol : symbols) {
            if (symbol != alphabet.end().orElse(-1)) {
                names.add(alphabet.name(symbol));
            }
        }
        return names;
    }
}
