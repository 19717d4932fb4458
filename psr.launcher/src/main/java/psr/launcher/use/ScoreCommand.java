package psr.launcher.use;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

import psr.api.data.Notation;
import psr.api.data.NumberedLines;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.launcher.models.ModelFiles;
import psr.launcher.shell.Arguments;

/** {@code score}: how likely a model holds sequences. */
final class ScoreCommand {

    static final List<String> HELP = List.of(
            "score MODEL [FILE] [--unknown error|skip|any] [--repair absolute|clip] [--separator S]",
            "",
            "Says how likely a model holds whole sequences, one per line, as CSV: sequence (number of the line), symbols (how",
            "many were scored, the end included where the model has one), unknown (how many were not), log-probability",
            "(natural), per-symbol, perplexity; the last line is of all sequences together. No FILE or - is standard input.",
            "The options are those of predict, but --repair is absolute unless it is said, so that the perplexity is that of run.");
    private static final List<String> OPTIONS = List.of("unknown", "repair", "separator");

    private final ModelAndLines given;
    private final Model model;
    private final Repair repair;

    /** @throws IllegalArgumentException if something typed is wrong, or the file is no model */
    ScoreCommand(String[] typed, ModelFiles files) {
        Arguments arguments = Arguments.parse("score", typed, OPTIONS);
        given = ModelAndLines.of("score", arguments, files);
        model = given.model();
        repair = Choice.of(arguments, "repair", Repair.ABSOLUTE);
        if (repair == Repair.RAW) {
            throw new IllegalArgumentException("--repair must be absolute or clip: raw scores may be negative and have no"
                    + " logarithm; found 'raw'");
        }
    }

    /** Scores to the end of the file or of standard input. */
    void run(InputStream in, PrintStream out) {
        given.read(in, lines -> score(lines, out));
    }

    private void score(NumberedLines lines, PrintStream out) throws IOException {
        out.println(Csv.line("sequence", "symbols", "unknown", "log-probability", "per-symbol", "perplexity"));
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        double all = 0;
        long scored = 0;
        long unknown = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            int[] sequence = given.symbols(line, lines);
            if (sequence.length == 0 && line.isBlank()) {
                continue;
            }
            filter.reset();
            double sum = 0;
            int here = 0;
            int not = 0;
            for (int symbol : sequence) {
                if (symbol == Notation.ANYTHING) {
                    not++;
                } else {
                    sum += log(filter, symbol, scores);
                    here++;
                }
                ModelAndLines.update(filter, symbol, lines);
            }
            if (model.alphabet().end().isPresent()) {
                sum += log(filter, model.alphabet().end().getAsInt(), scores);
                here++;
            }
            print(out, lines.number(), here, not, sum);
            all += sum;
            scored += here;
            unknown += not;
        }
        print(out, "all", scored, unknown, all);
    }

    private double log(Filter filter, int symbol, double[] scores) {
        filter.scores(1, scores);
        repair.apply(scores);
        return Math.log(scores[symbol]);
    }

    private static void print(PrintStream out, Object sequence, long count, long unknown, double sum) {
        boolean some = count > 0;
        out.println(Csv.line(sequence, count, unknown, sum, some ? sum / count : "–", some ? Math.exp(-sum / count) : "–"));
        out.flush();
    }
}
