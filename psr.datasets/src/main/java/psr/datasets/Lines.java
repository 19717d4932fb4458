package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * Sequences of any words, one per line: chords, log events, amino acids, sentences.
 *
 * <p>The alphabet is that of {@code file}, before it is split, in the order of falling frequency. With
 * {@code min-count} above 1 it has the symbol {@value #RARE}, for rare words and for words that only the test file has;
 * without it such a word is an error. Lines without a symbol are passed over.
 */
@Component
@PsrService(name = "lines", summary = "One sequence per line of a text file, of any words or characters")
public final class Lines implements DatasetSource<Lines.Settings> {

    /** The name of the symbol for rare and unknown words. */
    static final String RARE = "<unk>";
    /** The name of the symbol that closes a line. */
    static final String END = "<end>";

    /** What may be chosen. */
    public record Settings(
            @Option(value = "none", help = "file to learn from; must be given", absent = "none") Optional<Path> file,
            @Option(value = "none", help = "file to test on; none splits the lines of the other by the seed",
                    absent = "none") Optional<Path> test,
            @Option(value = "0.5", help = "share for training, where there is no test file", min = 0, max = 1)
            double share,
            @Option(value = "blank", help = "what stands between symbols: blank (any white space), tab, comma, other"
                    + " text, or none (each character is a symbol)") String separator,
            @Option(value = "on", help = "whether lines stop by themselves: appends an end symbol to each") boolean end,
            @Option(value = "1", help = "words that occur less often are merged into <unk>", min = 1) int minCount) {}

    /** The lines of one file that have symbols. */
    private record Content(String name, List<List<String>> lines, List<Integer> numbers) {}

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public Dataset load(Settings settings, long seed) throws IOException {
        Path file = NumberedLines.required(settings.file, "file", "lines");
        Content first = read(file, settings, settings.test.isPresent() ? 1 : 2);
        Map<String, Integer> counts = new TreeMap<>();
        for (List<String> line : first.lines) {
            line.forEach(word -> counts.merge(word, 1, Integer::sum));
        }
        Vocabulary vocabulary = new Vocabulary(counts, settings.minCount, RARE, settings.minCount > 1);
        Alphabet alphabet = vocabulary.alphabet();
        if (settings.end) {
            alphabet = alphabet.withEnd(END);
        }
        Sequences sequences = encode(first, vocabulary, alphabet);
        Split split;
        String origin = file.toString();
        if (settings.test.isPresent()) {
            split = new Split(sequences, encode(read(settings.test.get(), settings, 1), vocabulary, alphabet));
            origin += ", tested on " + settings.test.get();
        } else {
            split = Split.random(sequences, settings.share, seed);
            origin += ", split at " + settings.share + " by seed " + seed;
        }
        if (settings.minCount > 1) {
            origin += ", words below " + settings.minCount + " occurrences merged";
        }
        return new Dataset(split.over(alphabet), split.test(), Optional.empty(), origin);
    }

    private static Content read(Path file, Settings settings, int needed) throws IOException {
        try (NumberedLines lines = NumberedLines.open(file)) {
            Content content = new Content(lines.name(), new ArrayList<>(), new ArrayList<>());
            for (String line = lines.next(); line != null; line = lines.next()) {
                List<String> words = words(line, settings.separator, lines);
                if (settings.end && words.contains(END)) {
                    throw lines.wrong("no symbol may be named '" + END + "', the end of every line; it is symbol "
                            + (words.indexOf(END) + 1) + " (with end=off it may)");
                }
                if (!words.isEmpty()) {
                    content.lines.add(words);
                    content.numbers.add(lines.number());
                }
            }
            if (content.lines.size() < needed) {
                throw new IOException(lines.name() + " must have at least " + needed + " lines with symbols"
                        + (needed > 1 ? ", to be split (or give a test file)" : "")
                        + "; found " + content.lines.size());
            }
            return content;
        }
    }

    private static List<String> words(String line, String separator, NumberedLines lines) throws IOException {
        if (separator.equals("none")) {
            return line.codePoints().mapToObj(Characters::name).toList();
        }
        if (line.isBlank()) {
            return List.of();
        }
        String between = switch (separator) {
            case "blank" -> "\\s+";
            case "tab" -> "\t";
            case "comma" -> ",";
            case "" -> throw new IllegalArgumentException("separator must be blank, tab, comma, none or some text;"
                    + " it is empty (lines)");
            default -> Pattern.quote(separator);
        };
        List<String> words = new ArrayList<>();
        for (String word : line.strip().split(between, -1)) {
            if (word.isBlank()) {
                throw lines.wrong("a symbol must stand on either side of every separator ('" + separator + "'); symbol "
                        + (words.size() + 1) + " is empty");
            }
            words.add(word.strip());
        }
        return words;
    }

    private static Sequences encode(Content content, Vocabulary vocabulary, Alphabet alphabet) throws IOException {
        Sequences.Builder builder = new Sequences.Builder();
        for (int i = 0; i < content.lines.size(); i++) {
            List<String> words = content.lines.get(i);
            int[] sequence = new int[words.size() + (alphabet.end().isPresent() ? 1 : 0)];
            for (int t = 0; t < words.size(); t++) {
                sequence[t] = vocabulary.symbol(words.get(t));
                if (sequence[t] == Vocabulary.UNKNOWN) {
                    throw new IOException("line " + content.numbers.get(i) + " of " + content.name + ": symbol '"
                            + words.get(t) + "' is not in the alphabet of the training file (" + alphabet
                            + "); min-count=2 would make a symbol for unknown ones");
                }
            }
            if (alphabet.end().isPresent()) {
                sequence[words.size()] = alphabet.end().getAsInt();
            }
            builder.add(sequence);
        }
        return builder.build();
    }
}
