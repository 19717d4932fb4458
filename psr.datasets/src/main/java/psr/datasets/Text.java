package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.math.text.NumberedLines;

/**
 * Characters of a text: a random excerpt, its first part for training, the rest for the test, each one long sequence.
 *
 * <p>Consecutive white space counts as one blank; the end of a line that is not empty is a character too ({@code <line>},
 * the end of a sentence in the Penn Treebank). In a text that contains {@code <unk>}, this mark is one character, and
 * {@code N}, which represents a number there, is distinct from n. Files of characters separated by blanks, with {@code _}
 * for the blank, are accepted as well.
 *
 * <p>The alphabet is that of the training part alone, in order of decreasing frequency. Characters that occur there less
 * than {@code min-count} times, or only in the test part, share the symbol {@code <other>}, which exists only if it is
 * needed.
 */
@Component
@PsrService(name = "text", summary = "characters of a text file, or of built-in English prose: a random excerpt",
        paper = "Downey, Hefny, Gordon 2017")
public final class Text implements DatasetSource<Text.Settings> {

    /** The name of the symbol for rare characters. */
    static final String OTHER = "<other>";

    private static final Pattern WHITE = Pattern.compile("\\s+");

    /** The number of lines that determine the format. */
    private static final int FORMAT_LINES = 20;

    /** The default length, or the whole text if it is shorter. */
    private static final String AUTO = "auto";

    /** The length of the whole text. */
    private static final String ALL = "all";

    /** As in the paper: 50000 characters for training and as many for the test. */
    private static final int USUAL = 100_000;

    /** The format of the characters in the file. */
    public enum Format {
        /** Characters, if every word of the first lines has one character. */
        AUTO,
        /** Plain text. */
        PLAIN,
        /** Separated by blanks, with {@code _} for the blank. */
        CHARACTERS
    }

    public record Settings(
            @Option(value = "none", help = "file to read; none is the built-in English prose",
                    absent = "none") Optional<Path> file,
            @Option(value = AUTO, help = "characters of the excerpt, training and test together; auto takes 100000,"
                    + " or all of a shorter text, all takes all") String length,
            @Option(value = "0.5", help = "fraction of the excerpt for training, the first part", min = 0,
                    max = 1) double share,
            @Option(value = "on", help = "whether to ignore case") boolean lowerCase,
            @Option(value = "10", help = "characters with fewer occurrences in the training part are merged",
                    min = 1) int minCount,
            @Option(value = "auto", help = "plain text, or characters separated by blanks with _ for the blank") Format format) {

        public Settings {
            if (!length.equals(AUTO) && !length.equals(ALL) && number(length) < 2) {
                throw new IllegalArgumentException("length must be auto, all or a whole number of at least 2; length="
                        + length);
            }
        }

        private static int number(String length) {
            try {
                return Integer.parseInt(length);
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        /** The number of characters to take; may be more than are available if the user requested more. */
        int of(int available) {
            return switch (length) {
                case AUTO -> Math.min(USUAL, available);
                case ALL -> available;
                default -> number(length);
            };
        }
    }

    private final EnglishProse prose = new EnglishProse();

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        String name = settings.file.map(Path::toString).orElse("built-in English prose (Europarl)");
        Map<String, String> words = new HashMap<>(Map.of("separator", "none", "one-blank", "on", "rare", OTHER));
        if (settings.lowerCase) {
            words.put("lower-case", "on");
        }
        Notation notation;
        CodedLines coded;
        if (settings.file.isPresent()) {
            NamedCharacters content = read(run.file(settings.file.get()), settings.format, words, run);
            notation = content.notation;
            coded = content.characters;
        } else {
            words.put("plain-english", "on");
            notation = Notation.of(words);
            coded = new CodedLines();
            coded.add(prose.characters(notation, run));
        }
        Symbols all = coded.lines();
        if (all.total() < 2) {
            throw new IOException(name + " must have at least 2 characters; found " + all.total());
        }
        int length = settings.of(all.total());
        if (length > all.total()) {
            throw new IllegalArgumentException("length must be at most " + all.total() + ", the number of characters of "
                    + name + " with consecutive white space counted as one (or all); length=" + length + " (text)");
        }
        int offset = run.random("excerpt").nextInt(all.total() - length + 1);
        int cut = Split.first(length, settings.share, "characters");
        List<String> names = coded.names();
        Vocabulary vocabulary = vocabulary(names, often(part(all, offset, cut), names.size()),
                often(part(all, offset + cut, length - cut), names.size()), settings.minCount);
        // One part at a time: a part takes four times the memory of its symbols.
        Symbols train = encoded(part(all, offset, cut), names, vocabulary);
        return Dataset.builder(train).continuation(encoded(part(all, offset + cut, length - cut), names, vocabulary))
                .notation(notation)
                .origin(length + " characters from " + offset + " of " + name + guessed(settings, notation))
                .build();
    }

    /** Describes how the format of a file was guessed. */
    private static String guessed(Settings settings, Notation notation) {
        if (settings.file.isEmpty() || settings.format != Format.AUTO) {
            return "";
        }
        return notation.words().containsKey("spaced") ? ", read as characters between blanks (format=plain if it is not)"
                : ", read as plain text (format=characters if it is not)";
    }

    /** Some consecutive codes of a text, regardless of lines. */
    private static int[] part(Symbols lines, int offset, int length) {
        int[] part = new int[length];
        int[] line = new int[lines.longest()];
        int before = 0;
        for (int i = 0; i < lines.count() && before < offset + length; i++) {
            int size = lines.length(i);
            int from = Math.max(before, offset);
            int to = Math.min(before + size, offset + length);
            if (from < to) {
                lines.copy(i, line);
                System.arraycopy(line, from - before, part, from - offset, to - from);
            }
            before += size;
        }
        return part;
    }

    /** How often each code occurs. */
    private static int[] often(int[] codes, int size) {
        int[] often = new int[size];
        for (int code : codes) {
            often[code]++;
        }
        return often;
    }

    /** The symbols of the training part, and one for rare characters if there are any in either part. */
    private static Vocabulary vocabulary(List<String> names, int[] train, int[] test, int minCount) {
        Map<String, Integer> counts = new TreeMap<>();
        boolean unseen = false;
        for (int code = 0; code < train.length; code++) {
            if (train[code] > 0) {
                counts.put(names.get(code), train[code]);
            }
            unseen |= test[code] > 0 && train[code] == 0;
        }
        return new Vocabulary(counts, minCount, OTHER, unseen);
    }

    /** One sequence of symbols. codes: overwritten. */
    private static Symbols encoded(int[] codes, List<String> names, Vocabulary vocabulary) {
        int[] symbol = names.stream().mapToInt(vocabulary::symbol).toArray();
        for (int t = 0; t < codes.length; t++) {
            codes[t] = symbol[codes[t]];
        }
        return new Symbols.Builder().add(codes).build(vocabulary.alphabet());
    }

    /** The characters of a file, and their notation. */
    private record NamedCharacters(Notation notation, CodedLines characters) {}

    private static NamedCharacters read(Path file, Format format, Map<String, String> words, Run run) throws IOException {
        List<String> text = new ArrayList<>();
        try (NumberedLines lines = NumberedLines.open(file)) {
            run.progress(Double.NaN, "reading " + lines.name());
            for (String line = lines.next(); line != null; line = lines.next()) {
                Reading.checkCancelled(run);
                text.add(line);
            }
            boolean spaced = format == Format.CHARACTERS || format == Format.AUTO && spaced(text);
            if (spaced) {
                words.put("spaced", "on");
            }
            if (text.stream().anyMatch(line -> (spaced ? WHITE.matcher(line).replaceAll("") : line)
                    .contains(Notation.UNKNOWN))) {
                words.put("marks", "on");
            }
            Notation notation = Notation.of(words);
            CodedLines characters = new CodedLines();
            for (int i = 0; i < text.size(); i++) {
                Reading.checkCancelled(run);
                List<String> names;
                try {
                    names = notation.split(text.get(i));
                } catch (IllegalArgumentException e) {
                    throw lines.wrong(i + 1, e.getMessage());
                }
                text.set(i, null);
                characters.add(names);
                if (!names.isEmpty() && (i + 1 < text.size() || lines.ended())) {
                    characters.add(List.of(Notation.LINE));
                }
            }
            return new NamedCharacters(notation, characters);
        }
    }

    /** Whether the first lines have words, and every word is one character. */
    private static boolean spaced(List<String> text) {
        List<String> words = text.stream().filter(line -> !line.isBlank()).limit(FORMAT_LINES)
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+"))).toList();
        return words.size() > 1 && words.stream().allMatch(word -> word.codePointCount(0, word.length()) == 1);
    }
}
