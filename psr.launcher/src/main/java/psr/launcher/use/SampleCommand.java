package psr.launcher.use;

import java.io.PrintStream;
import java.util.List;
import java.util.SplittableRandom;

import psr.api.data.Notation;
import psr.api.data.Seeds;
import psr.api.model.Repair;
import psr.api.model.Sampler;
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
        Notation notation = ModelAndLines.notation(saved, arguments);
        Sampler sampler = new Sampler(saved.model(), repair, new SplittableRandom(Seeds.derive(seed, "sample")));
        for (int i = 0; i < count; i++) {
            out.println(notation.write(sampler.draw(length), saved.model().alphabet()));
        }
        out.flush();
    }
}
