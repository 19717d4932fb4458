package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.math.text.NumberedLines;

/**
 * A problem of the competition PAutomaC: its training and test strings, the automaton that generated them, and the
 * probability of each test string. The files are those of the competition, N.pautomac.train, N.pautomac.test,
 * N.pautomac_solution.txt and N.pautomac_model.txt, in one folder.
 *
 * <p>The solution contains the probability of each test string divided by the sum over all; it must agree with the
 * automaton.
 */
@Component
@PsrService(name = "pautomac", summary = "a problem of the competition PAutomaC, with its true model",
        paper = "Verwer, Eyraud, de la Higuera 2014")
public final class PautomacProblem implements DatasetSource<PautomacProblem.Settings> {

    /** The files have 12 digits; this is the precision of products of many such numbers. */
    private static final double DIGITS = 1e-6;

    public record Settings(
            @Option(required = true, help = "folder with the files of the competition") Path folder,
            @Option(value = "1", min = 0, help = "number of the problem") int problem) {}

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        Path folder = settings.folder;
        String name = settings.problem + ".pautomac";
        SequenceFiles.SequenceFile train = SequenceFiles.read(folder.resolve(name + ".train"), 1, run);
        SequenceFiles.SequenceFile test = SequenceFiles.read(folder.resolve(name + ".test"), 1, run);
        int n = train.alphabet();
        if (test.alphabet() != n) {
            throw new IOException("line 1 of " + test.file() + ": the alphabet must have the size in " + train.file()
                    + ", " + n + "; found " + test.alphabet());
        }
        Alphabet alphabet = Alphabet.numbered(n).withEnd(Notation.END);
        Symbols ended = SequenceFiles.ended(test.sequences(), alphabet);
        Model automaton = AutomatonFile.read(folder.resolve(name + "_model.txt"), alphabet, run);
        double[] truth = truth(folder.resolve(name + "_solution.txt"), automaton, ended, run);
        return Dataset.builder(SequenceFiles.ended(train.sequences(), alphabet)).test(ended)
                .trueModel(automaton).trueProbabilities(truth).origin("PAutomaC problem " + settings.problem).build();
    }

    /** The probabilities under the automaton; those of the file must be the same, divided by their sum. */
    private static double[] truth(Path file, Model automaton, Symbols test, Run run) throws IOException {
        double[] truth = new double[test.count()];
        double sum = 0;
        SymbolFilter filter = SymbolFilter.of(automaton);
        double[] scores = new double[automaton.space().size()];
        for (int i = 0; i < truth.length; i++) {
            Reading.checkCancelled(run);
            truth[i] = 1;
            filter.reset();
            for (int t = 0; t < test.length(i); t++) {
                filter.scores(1, scores);
                truth[i] *= scores[test.symbol(i, t)];
                filter.update(test.symbol(i, t));
            }
            sum += truth[i];
        }
        try (NumberedLines lines = NumberedLines.open(run.file(file))) {
            String line = lines.next();
            SequenceFiles.number(line == null ? "" : line.strip(), truth.length, truth.length,
                    "the number of probabilities, one for each test string,", lines);
            for (int i = 0; i < truth.length; i++) {
                line = lines.next();
                double found = AutomatonFile.probability(line == null ? "" : line.strip(), "the probability of a string", lines);
                double expected = truth[i] / sum;
                if (!(Math.abs(found - expected) <= DIGITS * Math.max(found, expected))) {
                    throw lines.wrong("test string " + (i + 1) + " must have the share of the probability of all test"
                            + " strings that the automaton gives it, " + expected + "; found " + found);
                }
            }
            for (line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    throw lines.wrong("there must be " + truth.length
                            + " probabilities, one for each test string; found one more");
                }
            }
        }
        return truth;
    }
}
