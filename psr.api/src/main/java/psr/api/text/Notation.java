package psr.api.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Pattern;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

/**
 * The text form of sequences, one line per sequence, for reading and writing. A data set defines its notation, and
 * callers that apply a model use the same one. Immutable and thread-safe; equal if the words are equal.
 *
 * <p>It is described by a few words, which files store; the defaults, in parentheses, may be omitted:
 * <table>
 * <caption>The words of a notation</caption>
 * <tr><td>{@code separator}</td><td>the text between symbols: {@code blank} (any white space), {@code tab}, {@code
 * comma}, {@code none} (each character is a symbol) or other text</td></tr>
 * <tr><td>{@code lower-case}</td><td>{@code on}: upper-case letters are converted to lower case, code point by code point
 * (off)</td></tr>
 * <tr><td>{@code rare}</td><td>the name of the symbol for rare and unknown ones, if the alphabet has one ({@code
 * <unk>})</td></tr>
 * <tr><td>{@code one-blank}</td><td>for characters, {@code on}: consecutive white space, including no-break spaces, is
 * one blank, and is removed at both ends of a line (off)</td></tr>
 * <tr><td>{@code marks}</td><td>for characters, {@code on}: {@code <unk>}, the mark of a word that the corpus omits, is
 * one symbol, and {@code N}, the mark of a number, is not converted to lower case (off)</td></tr>
 * <tr><td>{@code spaced}</td><td>for characters, {@code on}: they are separated by blanks, and {@code _} is the blank
 * (off)</td></tr>
 * <tr><td>{@code plain-english}</td><td>for characters, {@code on}: accents and typographic signs become ASCII, a number
 * becomes {@code #}, other rare signs become blanks (off)</td></tr>
 * </table>
 *
 * <p>Invisible characters have names: {@value #BLANK}, {@value #TAB}, {@value #LINE}. The end of a sequence is not
 * written; it is the end of the line.
 */
public final class Notation {

    /** The usual name of the symbol that ends a sequence. */
    public static final String END = "<end>";
    /** The usual name of the symbol for rare and unknown words; among characters, the mark of an omitted word. */
    public static final String UNKNOWN = "<unk>";
    /** The name of a blank, among characters. */
    public static final String BLANK = "<blank>";
    /** The name of a tab, among characters. */
    public static final String TAB = "<tab>";
    /** The name of the end of a line, among characters. */
    public static final String LINE = "<line>";
    /** Replaces an unknown symbol that may be any symbol. */
    public static final int ANYTHING = -1;

    private static final String SEPARATOR = "separator";
    private static final String LOWER_CASE = "lower-case";
    private static final String RARE = "rare";
    private static final String ONE_BLANK = "one-blank";
    private static final String MARKS = "marks";
    private static final String SPACED = "spaced";
    private static final String PLAIN_ENGLISH = "plain-english";
    private static final List<String> SWITCHES = List.of(LOWER_CASE, ONE_BLANK, MARKS, SPACED, PLAIN_ENGLISH);

    private static final String ON = "on";
    private static final String NONE = "none";
    /** Represents {@link #UNKNOWN} among characters. Beyond the last code point. */
    private static final int LEFT_OUT = Character.MAX_CODE_POINT + 1;
    /** The names of the most frequent characters, so that a long text shares strings. */
    private static final String[] NAMES = new String[256];

    static {
        for (int character = 0; character < NAMES.length; character++) {
            NAMES[character] = Character.toString(character);
        }
        NAMES[' '] = BLANK;
        NAMES['\t'] = TAB;
        NAMES['\n'] = LINE;
    }

    private final Map<String, String> words;
    private final String separator;
    private final String rare;
    private final boolean lowerCase;
    private final boolean oneBlank;
    private final boolean marks;
    private final boolean spaced;
    private final boolean plainEnglish;

    private Notation(Map<String, String> typed) {
        Map<String, String> said = new LinkedHashMap<>();
        separator = typed.getOrDefault(SEPARATOR, "blank");
        rare = typed.getOrDefault(RARE, UNKNOWN);
        said.put(SEPARATOR, separator);
        if (!rare.equals(UNKNOWN)) {
            said.put(RARE, rare);
        }
        SWITCHES.stream().filter(word -> ON.equals(typed.get(word))).forEach(word -> said.put(word, ON));
        words = Collections.unmodifiableMap(said);
        lowerCase = said.containsKey(LOWER_CASE);
        oneBlank = said.containsKey(ONE_BLANK);
        marks = said.containsKey(MARKS);
        spaced = said.containsKey(SPACED);
        plainEnglish = said.containsKey(PLAIN_ENGLISH);
    }

    /**
     * The notation described by some words; omitted words have the defaults of the table above.
     *
     * @throws IllegalArgumentException if a word is not in the table or its value is invalid
     */
    public static Notation of(Map<String, String> words) {
        words.forEach((word, value) -> {
            if (SWITCHES.contains(word)) {
                if (!value.equals(ON) && !value.equals("off")) {
                    throw new IllegalArgumentException("a notation's " + word + " must be on or off; " + word + "=" + value);
                }
            } else if (!word.equals(SEPARATOR) && !word.equals(RARE)) {
                throw new IllegalArgumentException("a notation must be described by " + SEPARATOR + ", " + RARE + ", "
                        + String.join(", ", SWITCHES) + "; '" + word + "' is not one of them");
            } else if (value.isEmpty()) {
                throw new IllegalArgumentException(word.equals(RARE) ? "the symbol for rare symbols must have a name; it is empty"
                        : "separator must be blank, tab, comma, none or some text; it is empty");
            }
        });
        Notation notation = new Notation(words);
        if (!notation.separator.equals(NONE)) {
            for (String word : List.of(ONE_BLANK, MARKS, SPACED, PLAIN_ENGLISH)) {
                if (notation.words.containsKey(word)) {
                    throw new IllegalArgumentException("only where each character is a symbol (separator=none) a notation may"
                            + " have " + word + "; separator=" + notation.separator);
                }
            }
        }
        return notation;
    }

    /**
     * Symbols with a separator between them.
     *
     * @param separator {@code blank}, {@code tab}, {@code comma}, {@code none} (each character is a symbol) or other text
     * @throws IllegalArgumentException if it is empty
     */
    public static Notation separated(String separator) {
        return of(Map.of(SEPARATOR, separator));
    }

    /** Words separated by the first of blank, tab, comma, semicolon and bar that does not occur in a name of the alphabet. */
    public static Notation fitting(Alphabet alphabet) {
        for (String each : List.of("blank", "tab", "comma", ";", "|")) {
            String between = between(each);
            boolean fits = alphabet.names().stream().noneMatch(name -> each.equals("blank")
                    ? name.chars().anyMatch(Character::isWhitespace) : name.contains(between));
            if (fits) {
                return separated(each);
            }
        }
        return separated("tab");
    }

    /** The same notation with another separator. Unless it is {@code none}, the settings for characters are dropped. */
    public Notation withSeparator(String other) {
        Map<String, String> changed = new LinkedHashMap<>(words);
        changed.put(SEPARATOR, other);
        if (!other.equals(NONE)) {
            changed.keySet().removeAll(List.of(ONE_BLANK, MARKS, SPACED, PLAIN_ENGLISH));
        }
        return of(changed);
    }

    /** The words that describe it, for {@link #of}; defaults are omitted, except for the separator. */
    public Map<String, String> words() {
        return words;
    }

    /** The name of the symbol for rare and unknown symbols, which an alphabet need not have. */
    public String rare() {
        return rare;
    }

    /**
     * The names of the symbols in a line. An empty line has none.
     *
     * @param line without its line ending
     * @return an unmodifiable list
     * @throws IllegalArgumentException if there is no symbol between two separators, or a character is not separated
     */
    public List<String> split(String line) {
        if (!separator.equals(NONE)) {
            return List.copyOf(named(line));
        }
        String text = spaced ? joined(line) : line;
        return List.of(characters(plainEnglish ? plain(text) : text));
    }

    private List<String> named(String line) {
        List<String> names = new ArrayList<>();
        if (line.isBlank()) {
            return names;
        }
        String regex = separator.equals("blank") ? "\\s+" : Pattern.quote(between(separator));
        for (String name : line.strip().split(regex, -1)) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("there must be a symbol on both sides of every separator ('" + separator
                        + "'); symbol " + (names.size() + 1) + " is empty");
            }
            names.add(lowerCase ? lower(name.strip()) : name.strip());
        }
        return names;
    }

    private static String lower(String name) {
        StringBuilder small = new StringBuilder();
        name.codePoints().map(Character::toLowerCase).forEach(small::appendCodePoint);
        return small.toString();
    }

    /** Removes the blanks between the characters of a line. */
    private static String joined(String line) {
        StringBuilder plain = new StringBuilder();
        for (String word : line.strip().split("\\s+")) {
            if (word.codePointCount(0, word.length()) > 1) {
                throw new IllegalArgumentException("characters must be separated by blanks (format=characters); found '"
                        + word + "'");
            }
            plain.append(word.equals("_") ? " " : word);
        }
        return plain.toString();
    }

    private static String plain(String text) {
        String plain = text.replaceAll("[‘’‚`´]", "'").replaceAll("[“”„«»]", "\"").replaceAll("[‐‑‒–—−]", "-")
                .replace("…", "...");
        plain = Normalizer.normalize(plain, Normalizer.Form.NFKD).replaceAll("\\p{M}", "");
        // A number that is # already does not change.
        return plain.replaceAll("[^\\x20-\\x7E]|[^\\p{Alnum}.,;:?!'\"()/%&#-]", " ")
                .replaceAll("\\d+(?:[.,]\\d+)*", "#");
    }

    private String[] characters(String line) {
        String[] names = new String[line.length()];
        int count = 0;
        boolean blank = false;
        for (int i = 0; i < line.length();) {
            int character = line.codePointAt(i);
            int width = Character.charCount(character);
            if (marks && line.startsWith(UNKNOWN, i)) {
                character = LEFT_OUT;
                width = UNKNOWN.length();
            }
            i += width;
            // Character.isWhitespace excludes the no-break space, which texts contain nevertheless.
            if (oneBlank && (Character.isWhitespace(character) || Character.isSpaceChar(character))) {
                blank = true;
                continue;
            }
            if (blank && count > 0) {
                names[count++] = BLANK;
            }
            blank = false;
            names[count++] = name(character);
        }
        return Arrays.copyOf(names, count);
    }

    private String name(int character) {
        if (character == LEFT_OUT) {
            return UNKNOWN;
        }
        int shown = lowerCase && !(marks && character == 'N') ? Character.toLowerCase(character) : character;
        return shown < NAMES.length ? NAMES[shown] : Character.toString(shown);
    }

    /**
     * The symbols of a line. A name that is not in the alphabet is its symbol for rare symbols ({@link #rare}), if it has
     * one; otherwise the name is unknown. The end is neither written nor added.
     *
     * @param line without its line ending
     * @param unknown how to treat unknown names; with {@link Unknown#ANY} they become {@link #ANYTHING}
     * @throws UnknownSymbolException if a name is unknown and {@code unknown} is {@link Unknown#REFUSE}
     * @throws IllegalArgumentException if the line cannot be split, or contains the end
     */
    public int[] read(String line, Alphabet alphabet, Unknown unknown) {
        List<String> names = split(line);
        OptionalInt shared = alphabet.symbol(rare);
        int[] symbols = new int[names.size()];
        int count = 0;
        for (int i = 0; i < symbols.length; i++) {
            OptionalInt symbol = alphabet.symbol(names.get(i));
            if (symbol.isPresent() && symbol.equals(alphabet.end())) {
                throw new IllegalArgumentException("the end of a sequence is not written, it is predicted; symbol " + (i + 1)
                        + " is '" + names.get(i) + "'");
            }
            symbol = symbol.isPresent() ? symbol : shared;
            if (symbol.isEmpty() && unknown == Unknown.REFUSE) {
                throw new UnknownSymbolException(names.get(i), alphabet);
            }
            if (symbol.isPresent() || unknown == Unknown.ANY) {
                symbols[count++] = symbol.orElse(ANYTHING);
            }
        }
        return Arrays.copyOf(symbols, count);
    }

    /** The line of some symbols, without the end. */
    public String write(int[] symbols, Alphabet alphabet) {
        List<String> names = new ArrayList<>(symbols.length);
        for (int symbol : symbols) {
            if (symbol != alphabet.end().orElse(-1)) {
                names.add(alphabet.name(symbol));
            }
        }
        return write(names);
    }

    /** The line of symbols with these names. */
    public String write(List<String> names) {
        if (!separator.equals(NONE)) {
            return String.join(between(separator), names);
        }
        StringBuilder line = new StringBuilder();
        for (String name : names) {
            line.append(spaced && !line.isEmpty() ? " " : "").append(switch (name) {
                case BLANK -> spaced ? "_" : " ";
                case TAB -> "\t";
                case LINE -> "\n";
                default -> name;
            });
        }
        return line.toString();
    }

    private static String between(String separator) {
        return switch (separator) {
            case "blank" -> " ";
            case "tab" -> "\t";
            case "comma" -> ",";
            default -> separator;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Notation that && words.equals(that.words);
    }

    @Override
    public int hashCode() {
        return Objects.hash(words);
    }

    /** The words, for messages. */
    @Override
    public String toString() {
        return words.toString();
    }
}
