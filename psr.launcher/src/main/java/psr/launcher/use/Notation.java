package psr.launcher.use;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import psr.api.data.Alphabet;
import psr.api.lab.Stage;

/**
 * How a sequence is written in one line, as the data set wrote it that a model was learned from. Immutable.
 *
 * @param separator {@code blank}, {@code tab}, {@code comma}, {@code none} (each character is a symbol), or other text
 * @param lowerCase whether capital letters count as small ones
 */
record Notation(String separator, boolean lowerCase) {

    /** In the provenance of a model file: the separator. */
    static final String SEPARATOR = "separator";
    /** In the provenance of a model file: whether capital letters count as small ones. */
    static final String LOWER_CASE = "lower-case";

    private static final String NONE = "none";
    /** What characters are called that cannot be seen; as the readers of text call them. */
    private static final Map<String, String> NAMES = Map.of(" ", "<blank>", "\t", "<tab>", "\n", "<line>");

    /**
     * How symbols of a data set are best written.
     *
     * @param dataset with every setting
     */
    static Notation of(Stage dataset, Alphabet alphabet) {
        if (dataset.name().equals("lines")) {
            return new Notation(dataset.settings().getOrDefault(SEPARATOR, "blank"), false);
        }
        if (dataset.name().equals("text")) {
            return new Notation(NONE, dataset.settings().getOrDefault(LOWER_CASE, "off").equals("on"));
        }
        boolean blanks = alphabet.names().stream().anyMatch(name -> name.chars().anyMatch(Character::isWhitespace));
        return new Notation(blanks ? "tab" : "blank", false);
    }

    /** The one that stands in a model file, unless the user says otherwise. */
    static Notation of(Map<String, String> provenance, java.util.Optional<String> typed) {
        return new Notation(typed.orElse(provenance.getOrDefault(SEPARATOR, "blank")),
                provenance.getOrDefault(LOWER_CASE, "off").equals("on"));
    }

    /**
     * The names of the symbols in a line; none in a blank line.
     *
     * @throws IllegalArgumentException if there is nothing between two separators
     */
    List<String> words(String line) {
        String text = lowerCase ? line.toLowerCase(Locale.ROOT) : line;
        if (separator.equals(NONE)) {
            return text.codePoints().mapToObj(Character::toString).map(each -> NAMES.getOrDefault(each, each)).toList();
        }
        List<String> words = new ArrayList<>();
        if (!text.isBlank()) {
            for (String word : text.strip().split(separator.equals("blank") ? "\\s+" : Pattern.quote(between()), -1)) {
                if (word.isBlank()) {
                    throw new IllegalArgumentException("a symbol must stand on either side of every separator ("
                            + separator + "); symbol " + (words.size() + 1) + " is empty");
                }
                words.add(word.strip());
            }
        }
        return words;
    }

    /** The line of these symbols. */
    String line(List<String> names) {
        if (!separator.equals(NONE)) {
            return String.join(between(), names);
        }
        StringBuilder line = new StringBuilder();
        for (String name : names) {
            line.append(NAMES.entrySet().stream().filter(each -> each.getValue().equals(name)).map(Map.Entry::getKey)
                    .findAny().orElse(name));
        }
        return line.toString();
    }

    private String between() {
        return switch (separator) {
            case "blank" -> " ";
            case "tab" -> "\t";
            case "comma" -> ",";
            default -> separator;
        };
    }
}
