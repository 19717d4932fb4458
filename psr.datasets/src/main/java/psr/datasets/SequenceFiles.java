package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.math.text.NumberedLines;

/**
 * Sequences of numbers in the format of the competitions PAutomaC (2012) and SPiCe (2016): the first line contains the
 * number of sequences and the size of the alphabet, each further line the length of a sequence and its symbols 0, 1, …
 *
 * <p>The size of the alphabet is the larger one of the two files' first lines; the end, if there is one, is named {@code
 * <end>}. Blank lines after the last sequence are skipped.
 */
@Component
@PsrService(name = "sequences", summary = "files of numbered symbols, in the format of PAutomaC and SPiCe",
        paper = "Verwer, Eyraud, de la Higuera 2014")
public final class SequenceFiles implements DatasetSource<SequenceFiles.Settings> {

    /** A larger number is a mistake in the first line, and the names of the symbols alone would fill the memory. */
    private static final int LARGEST_ALPHABET = 1_000_000;

    public record Settings(
            @Option(required = true, help = "file to learn from") Path train,
            @Option(value = "none", help = "file to test on; none splits the other file by the seed",
                    absent = "none", testData = true) Optional<Path> test,
            @Option(value = "0.5", help = "fraction for training if there is no test file", min = 0, max = 1) double share,
            @Option(value = "auto", help = End.HELP) End end) {}

    /** The content of a file; sequence i is in line i + 2. */
    record SequenceFile(String file, int alphabet, Symbols sequences) {

        void refuseEmpty(boolean end) throws IOException {
            for (int i = 0; i < sequences.count() && !end; i++) {
                if (sequences.length(i) == 0) {
                    throw new IOException("line " + (i + 2) + " of " + file + ": a sequence must have at least 1 symbol"
                            + " unless sequences stop by themselves (end=on); this one has none");
                }
            }
        }
    }

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        Path train = settings.train;
        SequenceFile first = read(train, settings.test.isPresent() ? 1 : 2, run);
        boolean end = settings.end.of(IntStream.range(0, first.sequences.count())
                .mapToObj(first.sequences::length).toList());
        first.refuseEmpty(end);
        int size = first.alphabet;
        SequenceFile second = null;
        if (settings.test.isPresent()) {
            second = read(settings.test.get(), 1, run);
            second.refuseEmpty(end);
            size = Math.max(size, second.alphabet);
        }
        Alphabet alphabet = end ? Alphabet.numbered(size).withEnd(Notation.END) : Alphabet.numbered(size);
        Symbols all = over(alphabet, first);
        Dataset.Builder split = second == null ? Split.random(all, settings.share, run)
                : Dataset.builder(all).test(over(alphabet, second));
        String test = second == null ? ", split at " + settings.share + " by the seed" : ", tested on " + settings.test.get();
        return split.origin(train + test + (end ? ", end appended" : "")).build();
    }

    private static Symbols over(Alphabet alphabet, SequenceFile file) {
        return alphabet.end().isPresent() ? ended(file.sequences, alphabet) : file.sequences.over(alphabet);
    }

    /** The sequences with the end appended to each. */
    static Symbols ended(Symbols sequences, Alphabet alphabet) {
        int end = alphabet.end().orElseThrow();
        Symbols.Builder builder = new Symbols.Builder();
        int[] longer = new int[sequences.longest() + 1];
        for (int i = 0; i < sequences.count(); i++) {
            int length = sequences.copy(i, longer);
            longer[length] = end;
            builder.add(longer, 0, length + 1);
        }
        return builder.build(alphabet);
    }

    static SequenceFile read(Path file, int needed, Run run) throws IOException {
        try (NumberedLines lines = NumberedLines.open(run.file(file))) {
            run.progress(Double.NaN, "reading " + lines.name());
            String line = lines.next();
            if (line == null || line.isBlank()) {
                throw lines.wrong("the first line must be the number of sequences and the size of the alphabet;"
                        + " it is empty");
            }
            String[] header = words(line);
            if (header.length != 2) {
                throw lines.wrong("the first line must be two numbers, the number of sequences and the size of the"
                        + " alphabet; found " + header.length + " words");
            }
            int count = number(header[0], needed, Integer.MAX_VALUE, "the number of sequences", lines);
            int alphabet = number(header[1], 1, LARGEST_ALPHABET, "the size of the alphabet", lines);
            Symbols.Builder builder = new Symbols.Builder();
            for (int i = 0; i < count; i++) {
                Reading.checkCancelled(run);
                line = lines.next();
                if (line == null) {
                    throw lines.wrong(
                            "the number of sequences must be " + count + ", as the first line says; the file ends after " + i);
                }
                builder.add(sequence(line, alphabet, lines));
            }
            for (line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    throw lines.wrong("the number of sequences must be " + count + ", as the first line says; found one more");
                }
            }
            return new SequenceFile(lines.name(), alphabet, builder.build(Alphabet.numbered(alphabet)));
        }
    }

    private static int[] sequence(String line, int alphabet, NumberedLines lines) throws IOException {
        if (line.isBlank()) {
            throw lines.wrong("a line must be a length and that many symbols; it is empty");
        }
        String[] words = words(line);
        int length = number(words[0], 0, Integer.MAX_VALUE, "the length", lines);
        if (length != words.length - 1) {
            throw lines.wrong("the length must be the number of symbols that follow, "
                    + (words.length - 1) + "; found " + length);
        }
        int[] sequence = new int[length];
        for (int t = 0; t < length; t++) {
            sequence[t] = number(words[t + 1], 0, alphabet - 1, "symbol " + (t + 1), lines);
        }
        return sequence;
    }

    static String[] words(String line) {
        return line.strip().split("\\s+");
    }

    static int number(String word, int min, int max, String what, NumberedLines lines) throws IOException {
        try {
            int number = Integer.parseInt(word);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the rule.
        }
        String range = max == Integer.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max;
        throw lines.wrong(what + " must be a whole number " + range + "; found '" + word + "'");
    }
}
