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

import psr.api.data.Notation;
import psr.api.data.NumberedLines;
import psr.api.data.Sequences;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * Characters of a text: a random excerpt, its first part for training, the rest for the test, one long sequence each.
 *
 * <p>White space counts as one blank; the end of a line that is not empty is a character too ({@code <line>}, the end
 * of a sentence in the Penn Treebank). In a text that contains {@code <unk>}, this mark is one character, and
 * {@code N}, which stands for a number there, stays apart from n. Files of characters separated by blanks, with
 * {@code _} for the blank, are understood as well.
 *
 * <p>The alphabet is learned from the training part alone, in the order of falling frequency: characters that occur
 * there less than {@code min-count} times, or that only the test part has, share the symbol {@code <other>}, which
 * exists only where something needs it.
 */
@Component
@PsrService(name = "text", summary = "characters of a text file, or of built-in English prose: a random excerpt",
        paper = "Downey, Hefny, Gordon 2017")
public final class Text implements DatasetSource<Text.Settings> {

    /** The name of the symbol for rare characters. */
    static final String OTHER = "<other>";

    private static final Pattern WHITE = Pattern.compile("\\s+");

    /** How many lines tell the format. */
    private static final int TELLING_LINES = 20;

    /** The usual length, or all of a shorter text. */
    private static final String AUTO = "auto";

    /** The length of the whole text. */
    private static final String ALL = "all";

    /** The paper's: 50000 characters to learn from and as many to test on. */
    private static final int USUAL = 100_000;

    /** How the file writes characters. */
    public enum Format {
        /** Characters, if every word of the first lines has one letter. */
        AUTO,
        /** As they are. */
        PLAIN,
        /** Separated by blanks, with {@code _} for the blank. */
        CHARACTERS
    }

    /** What may be chosen. */
    public record Settings(
            @Option(value = "none", help = "file to read; none is the built-in English prose",
                    absent = "none") Optional<Path> file,
            @Option(value = AUTO, help = "characters of the excerpt, training and test together; auto takes 100000,"
                    + " or all of a shorter text, all takes all") String length,
            @Option(value = "0.5", help = "share of the excerpt that is for training; the first part", min = 0,
                    max = 1) double share,
            @Option(value = "on", help = "whether upper and lower case are the same") boolean lowerCase,
            @Option(value = "10", help = "characters that the training part has less often are merged", min = 1) int minCount,
            @Option(value = "auto", help = "plain text, or characters separated by blanks with _ for the blank") Format format) {

        /** Refuses a length that is none. */
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

        /** How many of so many characters to take; more than there are where the user wants that. */
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
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        String name = settings.file.map(Path::toString).orElse("built-in English prose (Europarl)");
        Map<String, String> words = new HashMap<>(Map.of("separator", "none", "one-blank", "on", "rare", OTHER));
        if (settings.lowerCase) {
            words.put("lower-case", "on");
        }
        Notation notation;
        List<String> all;
        if (settings.file.isPresent()) {
            NamedCharacters content = read(run.file(settings.file.get()), settings.format, words, run);
            notation = content.notation;
            all = content.characters;
        } else {
            words.put("plain-english", "on");
            notation = Notation.of(words);
            all = prose.characters(notation, run);
        }
        if (all.size() < 2) {
            throw new IOException(name + " must have at least 2 characters; found " + all.size());
        }
        int length = settings.of(all.size());
        if (length > all.size()) {
            throw new IllegalArgumentException("length must be at most " + all.size() + ", the number of characters of "
                    + name + ", any white space in a row being one (or all); length=" + length + " (text)");
        }
        int offset = run.random("excerpt").nextInt(all.size() - length + 1);
        List<String> excerpt = all.subList(offset, offset + length);
        int cut = Split.first(length, settings.share, "characters");
        Vocabulary vocabulary = vocabulary(excerpt, cut, settings.minCount);
        int[] symbols = new int[length];
        for (int t = 0; t < length; t++) {
            symbols[t] = vocabulary.symbol(excerpt.get(t));
        }
        return new Split(new Sequences.Builder().add(symbols, 0, cut).build(),
                new Sequences.Builder().add(symbols, cut, length).build(), true).over(vocabulary.alphabet())
                .notation(notation).origin(length + " characters from " + offset + " of " + name + guessed(settings, notation))
                .build();
    }

    /** What was taken for granted of a file, in words. */
    private static String guessed(Settings settings, Notation notation) {
        if (settings.file.isEmpty() || settings.format != Format.AUTO) {
            return "";
        }
        return notation.words().containsKey("spaced") ? ", taken for characters between blanks (format=plain if it is not)"
                : ", taken for plain text (format=characters if it is not)";
    }

    /** The symbols of the training part, and one for others if there are any in either part. */
    private static Vocabulary vocabulary(List<String> excerpt, int cut, int minCount) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String name : excerpt.subList(0, cut)) {
            counts.merge(name, 1, Integer::sum);
        }
        boolean unseen = !counts.keySet().containsAll(excerpt.subList(cut, excerpt.size()));
        return new Vocabulary(counts, minCount, OTHER, unseen);
    }

    /** The characters of a file by name, and how they are written there. */
    private record NamedCharacters(Notation notation, List<String> characters) {}

    private static NamedCharacters read(Path file, Format format, Map<String, String> words, Run run) throws IOException {
        List<String> text = new ArrayList<>();
        try (NumberedLines lines = NumberedLines.open(file)) {
            run.progress(Double.NaN, "reading " + lines.name());
            for (String line = lines.next(); line != null; line = lines.next()) {
                Reading.goOn(run);
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
            List<String> characters = new ArrayList<>();
            for (int i = 0; i < text.size(); i++) {
                Reading.goOn(run);
                List<String> names;
                try {
                    names = notation.split(text.get(i));
                } catch (IllegalArgumentException e) {
                    throw lines.wrong(i + 1, e.getMessage());
                }
                characters.addAll(names);
                if (!names.isEmpty() && (i + 1 < text.size() || lines.ended())) {
                    characters.add(Notation.LINE);
                }
            }
            return new NamedCharacters(notation, characters);
        }
    }

    /** Whether the first lines have words, and every word is one character. */
    private static boolean spaced(List<String> text) {
        List<String> words = text.stream().filter(line -> !line.isBlank()).limit(TELLING_LINES)
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+"))).toList();
        return words.size() > 1 && words.stream().allMatch(word -> word.codePointCount(0, word.length()) == 1);
    }
}
