package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.math.text.NumberedLines;

/**
 * A problem of the competition SPiCe: training sequences, prefixes, and the probability of each symbol after a prefix.
 * The files are those of the competition: train/N.spice.train, prefixes/N.spice.prefix.PART, targets/N.spice.target.PART.
 *
 * <p>The test sequences are the prefixes, each followed by an end that is not in the file. The true model predicts only
 * the symbols after the prefixes, so only {@code ndcg} measures the same as the competition.
 */
@Component
@PsrService(name = "spice", summary = "a problem of the competition SPiCe, with the symbols after its prefixes",
        paper = "Balle, Eyraud, Luque, Quattoni, Verwer 2016")
public final class SpiceProblem implements DatasetSource<SpiceProblem.Settings> {

    /** The number of symbols that count in the competition. */
    private static final int TOP = 5;

    /** Denominators have 12 digits. */
    private static final double DIGITS = 1e-6;

    public record Settings(
            @Option(required = true, help = "folder with the folders train, prefixes and targets") Path folder,
            @Option(value = "1", min = 0, help = "number of the problem") int problem,
            @Option(value = "public", help = "which prefixes: public or private") String part) {}

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        Path folder = settings.folder;
        String name = settings.problem + ".spice.";
        SequenceFiles.SequenceFile train = SequenceFiles.read(folder.resolve("train/" + name + "train"), 1, run);
        SequenceFiles.SequenceFile prefixes = SequenceFiles.read(
                folder.resolve("prefixes/" + name + "prefix." + settings.part), 1, run);
        int n = train.alphabet();
        if (prefixes.alphabet() != n) {
            throw new IOException("line 1 of " + prefixes.file() + ": the alphabet must have the size in " + train.file()
                    + ", " + n + "; found " + prefixes.alphabet());
        }
        Alphabet alphabet = Alphabet.numbered(n).withEnd(Notation.END);
        List<double[]> targets = targets(folder.resolve("targets/" + name + "target." + settings.part), n,
                prefixes.sequences().count(), run);
        return Dataset.builder(SequenceFiles.ended(train.sequences(), alphabet))
                .test(SequenceFiles.ended(prefixes.sequences(), alphabet))
                .trueModel(new PrefixTargets(alphabet, prefixes.sequences(), targets))
                .origin("SPiCe problem " + settings.problem + ", " + settings.part + " prefixes").build();
    }

    private static List<double[]> targets(Path file, int n, int count, Run run) throws IOException {
        try (NumberedLines lines = NumberedLines.open(run.file(file))) {
            List<double[]> targets = new ArrayList<>();
            for (String line = lines.next(); line != null; line = lines.next()) {
                Reading.checkCancelled(run);
                if (line.isBlank()) {
                    continue;
                }
                double[] target = target(SequenceFiles.words(line), n, lines);
                // Problem 4 has one line too many; the competition's own script ignores it.
                if (targets.size() < count) {
                    targets.add(target);
                }
            }
            if (targets.size() < count) {
                throw lines.wrong("there must be a line for each of " + count + " prefixes; the file ends after "
                        + targets.size());
            }
            return targets;
        }
    }

    private static double[] target(String[] words, int n, NumberedLines lines) throws IOException {
        if (words.length % 2 == 0) {
            throw lines.wrong("a line must be a denominator, then pairs of a symbol and its probability; found "
                    + words.length + " words");
        }
        double[] target = new double[n + 1];
        for (int w = 1; w < words.length; w += 2) {
            int symbol = SequenceFiles.number(words[w], -1, n - 1, "a symbol", lines);
            double probability = AutomatonFile.probability(words[w + 1], "the probability of a symbol", lines);
            if (target[symbol < 0 ? n : symbol] > 0) {
                throw lines.wrong("a symbol must appear once; " + symbol + " appears twice");
            }
            target[symbol < 0 ? n : symbol] = probability;
        }
        double[] sorted = target.clone();
        Arrays.sort(sorted);
        double ideal = 0;
        for (int k = 0; k < Math.min(TOP, n + 1); k++) {
            ideal += sorted[n - k] * Math.log(2) / Math.log(k + 2);
        }
        double given;
        try {
            given = Double.parseDouble(words[0]);
        } catch (NumberFormatException e) {
            given = Double.NaN;
        }
        if (!(Math.abs(given - ideal) <= DIGITS * Math.max(1, ideal))) {
            throw lines.wrong("the denominator must be the gain of the five likeliest symbols, " + ideal + "; found '"
                    + words[0] + "'");
        }
        return target;
    }
}
