package psr.launcher.use;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import psr.api.data.NumberedLines;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.launcher.models.ModelFiles;
import psr.launcher.shell.Arguments;
import psr.launcher.shell.CommandFailedException;

/** {@code predict}: what comes next, after each prefix of the lines of a file or after each line of standard input. */
final class PredictCommand {

    static final List<String> HELP = List.of(
            "predict MODEL [FILE] [--ahead K] [--top N] [--unknown error|skip|any] [--repair clip|absolute|raw]"
                    + " [--separator S]",
            "",
            "Says how likely each symbol is to come next. A line is a sequence, written as in the data set the model learned",
            "from: words separated as there, or characters.",
            "",
            "  FILE         CSV with a heading: sequence (number of the line), position (of the predicted symbol, from 1),",
            "               symbol, probability; for the beginning and after each symbol of each line",
            "  no FILE, -   standard input: each line is answered at once by one line, symbol,probability,symbol,…, best",
            "               first: what follows the whole line. An empty line asks for the beginning",
            "  --ahead      1 is the next symbol, K the one K steps on (1)",
            "  --top        only the N most likely ones (all; 5 for standard input)",
            "  --unknown    a symbol the model does not know: error, skip it as if it were not there, or let it be any (error)",
            "  --repair     scores, which may be negative, to probabilities: clip takes negative ones as zero, absolute their",
            "               absolute values, as the metrics of run do; then they are divided by their sum. raw: as they are (clip)",
            "  --separator  blank, tab, comma, none (characters) or other text (as in training)");
    private static final List<String> OPTIONS = List.of("ahead", "top", "unknown", "repair", "separator");
    private static final int TOP = 5;

    private final ModelAndLines given;
    private final Model model;
    private final Repair repair;
    private final int ahead;
    private final int top;

    /** @throws IllegalArgumentException if something typed is wrong, or the file is no model */
    PredictCommand(String[] typed, ModelFiles files) {
        Arguments arguments = Arguments.parse("predict", typed, OPTIONS);
        given = ModelAndLines.of("predict", arguments, files);
        model = given.model();
        ahead = (int) arguments.whole("ahead", 1, 1, 1_000_000);
        repair = Choice.of(arguments, "repair", Repair.CLIP);
        top = (int) arguments.whole("top", given.file() == null ? TOP : Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    }

    /** Predicts to the end of the file or of standard input. */
    void run(InputStream in, PrintStream out) {
        given.read(in, given.file() == null ? lines -> wholeLines(lines, out) : lines -> everyPrefix(lines, out));
    }

    private void everyPrefix(NumberedLines lines, PrintStream out) throws IOException {
        out.println(Csv.line("sequence", "position", "symbol", "probability"));
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        for (String line = lines.next(); line != null; line = lines.next()) {
            int[] sequence = given.symbols(line, lines);
            if (sequence.length == 0 && line.isBlank()) {
                continue;
            }
            filter.reset();
            for (int t = 0; t <= sequence.length; t++) {
                for (int symbol : best(filter, scores)) {
                    out.println(Csv.line(lines.number(), t + ahead, model.alphabet().name(symbol), scores[symbol]));
                }
                if (t < sequence.length) {
                    ModelAndLines.update(filter, sequence[t], lines);
                }
            }
            check(out);
        }
        out.flush();
    }

    private void wholeLines(NumberedLines lines, PrintStream out) throws IOException {
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        for (String line = lines.next(); line != null; line = lines.next()) {
            filter.reset();
            for (int symbol : given.symbols(line, lines)) {
                ModelAndLines.update(filter, symbol, lines);
            }
            int[] best = best(filter, scores);
            Object[] fields = new Object[2 * best.length];
            for (int k = 0; k < best.length; k++) {
                fields[2 * k] = model.alphabet().name(best[k]);
                fields[2 * k + 1] = scores[best[k]];
            }
            out.println(Csv.line(fields));
            check(out);
        }
    }

    /** The most likely symbols, best first; of equals the first in the alphabet. scores: their probabilities. */
    private int[] best(Filter filter, double[] scores) {
        filter.scores(ahead, scores);
        repair.apply(scores);
        return IntStream.range(0, scores.length).boxed().sorted(Comparator.comparingDouble(o -> -scores[o])).limit(top)
                .mapToInt(Integer::intValue).toArray();
    }

    /** Flushes; whoever reads may have gone. */
    private static void check(PrintStream out) {
        if (out.checkError()) {
            throw new CommandFailedException("the output cannot be written: its reader has gone");
        }
    }
}
