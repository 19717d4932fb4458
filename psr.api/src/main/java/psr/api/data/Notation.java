package psr.api.data;

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

/**
 * How symbols are written as text and read from it: one line, one sequence. A data set says how its symbols are written,
 * and whoever applies a model reads and writes in the same way. Immutable and thread-safe; equal when the words are.
 *
 * <p>It is described by a few words, so that it can be kept in a file; those in brackets need not be said:
 * <table>
 * <caption>The words of a notation</caption>
 * <tr><td>{@code separator}</td><td>what stands between symbols: {@code blank} (any white space), {@code tab},
 * {@code comma}, {@code none} (each character is a symbol) or other text</td></tr>
 * <tr><td>{@code lower-case}</td><td>{@code on}: capital letters count as small ones, code point by code point
 * (off)</td></tr>
 * <tr><td>{@code rare}</td><td>the name of the symbol for rare and unknown ones, where the alphabet has it
 * ({@code <unk>})</td></tr>
 * <tr><td>{@code one-blank}</td><td>of characters, {@code on}: white space in a row, also such as does not break a line,
 * is one blank, and none at either end of a line (off)</td></tr>
 * <tr><td>{@code marks}</td><td>of characters, {@code on}: {@code <unk>}, the mark of a word that the corpus left out, is
 * one symbol, and {@code N}, the mark of a number, stays a capital letter (off)</td></tr>
 * <tr><td>{@code spaced}</td><td>of characters, {@code on}: they are separated by blanks, {@code _} is the blank
 * (off)</td></tr>
 * <tr><td>{@code plain-english}</td><td>of characters, {@code on}: accents and typographic signs become ASCII, a number
 * becomes {@code #}, other rare signs become blanks (off)</td></tr>
 * </table>
 *
 * <p>Characters that cannot be seen have names: {@value #BLANK}, {@value #TAB}, {@value #LINE}. The end of a sequence is
 * never written: a line ends where it ends.
 */
public final class Notation {

    /** The usual name of the symbol that closes a sequence. */
    public static final String END = "<end>";
    /** The usual name of the symbol for rare and unknown words; the mark of a word left out, among characters. */
    public static final String UNKNOWN = "<unk>";
    /** The name of a blank, among characters. */
    public static final String BLANK = "<blank>";
    /** The name of a tab, among characters. */
    public static final String TAB = "<tab>";
    /** The name of the end of a line, among characters. */
    public static final String LINE = "<line>";
    /** In the place of a symbol: an unknown one that may have been anything. */
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
    /** In the place of a character: {@link #UNKNOWN}. Beyond the last code point. */
    private static final int LEFT_OUT = Character.MAX_CODE_POINT + 1;
    /** The names of the commonest characters, so that a long text is not as many strings. */
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
     * The notation of these words; what is not said has the default of the table above.
     *
     * @throws IllegalArgumentException if a word is not one of the table or its value is refused
     */
    public static Notation of(Map<String, String> words) {
        words.forEach((word, value) -> {
            if (SWITCHES.contains(word)) {
                if (!value.equals(ON) && !value.equals("off")) {
                    throw new IllegalArgumentException("a notation's " + word + " must be on or off; " + word + "=" + value);
                }
            } else if (!word.equals(SEPARATOR) && !word.equals(RARE)) {
                throw new IllegalArgumentException("a notation must be described by " + SEPARATOR + ", " + RARE + ", "
                        + String.join(", ", SWITCHES) + "; '" + word + "' is none of them");
            } else if (value.isEmpty()) {
                throw new IllegalArgumentException(word.equals(RARE) ? "the symbol for rare ones must have a name; it is empty"
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
     * Symbols with something between them.
     *
     * @param separator {@code blank}, {@code tab}, {@code comma}, {@code none} (each character is a symbol) or other text
     * @throws IllegalArgumentException if it is empty
     */
    public static Notation separated(String separator) {
        return of(Map.of(SEPARATOR, separator));
    }

    /** Words with between them the first of blank, tab, comma, semicolon and bar that no name of the alphabet has in it. */
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

    /** The same names with something else between them. Where it is not {@code none}, what is of characters is left out. */
    public Notation withSeparator(String other) {
        Map<String, String> changed = new LinkedHashMap<>(words);
        changed.put(SEPARATOR, other);
        if (!other.equals(NONE)) {
            changed.keySet().removeAll(List.of(ONE_BLANK, MARKS, SPACED, PLAIN_ENGLISH));
        }
        return of(changed);
    }

    /** The words that describe it, for {@link #of}; what has its default is left out, the separator is always there. */
    public Map<String, String> words() {
        return words;
    }

    /** The name of the symbol for rare and unknown ones; an alphabet may or may not have it. */
    public String rare() {
        return rare;
    }

    /**
     * The names of the symbols in a line. An empty line has none.
     *
     * @param line without its ending
     * @return a list that cannot be modified
     * @throws IllegalArgumentException if there is nothing between two separators, or a character is not separated
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
                throw new IllegalArgumentException("a symbol must stand on either side of every separator ('" + separator
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

    /** The plain line of one whose characters are separated. */
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
        // A number that was made # already stays one.
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
            // Java's white space leaves out the blank that does not break, which texts use all the same.
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
     * The symbols of a line. A name that the alphabet does not have is its symbol for rare ones ({@link #rare}), where it
     * has that; otherwise it is unknown. The end is not written, and not added.
     *
     * @param line without its ending
     * @param unknown what to do with unknown names: with {@link Unknown#ANY}, {@link #ANYTHING} stands in their place
     * @throws UnknownSymbolException if a name is unknown and to be refused
     * @throws IllegalArgumentException if the line cannot be split, or has the end in it
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

    /** The line of these symbols; the end is not written. */
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
