package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.osgi.service.component.annotations.Component;

import psr.api.settings.Option;
import psr.api.service.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * Sequences of any words, one per line: chords, log events, amino acids, sentences.
 *
 * <p>The alphabet is that of {@code file}, before it is split, in the order of falling frequency. With
 * {@code min-count} above 1 it has the symbol {@value Words#RARE}, for rare words and for words that only the test file has;
 * without it such a word is an error. Lines without a symbol are passed over.
 */
@Component
@PsrService(name = "lines", summary = "one sequence per line of a text file, of any words or characters")
public final class Lines implements DatasetSource<Lines.Settings> {

    /** What may be chosen. */
    public record Settings(
            @Option(value = "required", help = "file to learn from", absent = "required") Optional<Path> file,
            @Option(value = "none", help = "file to test on; none splits the lines of the other by the seed",
                    absent = "none") Optional<Path> test,
            @Option(value = "0.5", help = "share for training, where there is no test file", min = 0, max = 1)
            double share,
            @Option(value = "blank", help = "what stands between symbols: blank (any white space), tab, comma, other"
                    + " text, or none (each character is a symbol)") String separator,
            @Option(value = "on", help = "whether lines stop by themselves: appends an end symbol to each") boolean end,
            @Option(value = "1", help = "words that occur less often are merged into <unk>", min = 1) int minCount) {}

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public Dataset load(Settings settings, long seed) throws IOException {
        Path file = NumberedLines.required(settings.file, "file", "lines");
        Words first = read(file, settings, settings.test.isPresent() ? 1 : 2);
        Optional<Words> second = settings.test.isPresent() ? Optional.of(read(settings.test.get(), settings, 1))
                : Optional.empty();
        String origin = file + settings.test.map(test -> ", tested on " + test).orElse("");
        return Words.dataset(first, second, new Words.Rules(settings.share, settings.end, settings.minCount), seed, origin);
    }

    private static Words read(Path file, Settings settings, int needed) throws IOException {
        try (NumberedLines lines = NumberedLines.open(file)) {
            Words content = new Words(lines.name());
            for (String line = lines.next(); line != null; line = lines.next()) {
                List<String> words = words(line, settings.separator, lines);
                if (settings.end && words.contains(Words.END)) {
                    throw lines.wrong("no symbol may be named '" + Words.END + "', the end of every line; it is symbol "
                            + (words.indexOf(Words.END) + 1) + " (with end=off it may)");
                }
                if (!words.isEmpty()) {
                    content.add(words, lines.number());
                }
            }
            if (content.count() < needed) {
                throw new IOException(lines.name() + " must have at least " + needed + " lines with symbols"
                        + (needed > 1 ? ", to be split (or give a test file)" : "")
                        + "; found " + content.count());
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
}
