package psr.launcher.use;

import java.util.List;
import java.util.OptionalInt;

import psr.api.data.Alphabet;
import psr.api.model.Filter;

/** Turns the words of a line into symbols of a model, and lets a filter take them in. */
final class Symbols {

    /** A word that is no symbol, and may have been anything. */
    static final int ANYTHING = -1;
    /** The names that data sets give to the symbol of all rare and unknown words. */
    private static final List<String> RARE = List.of("<unk>", "<other>");

    private final Alphabet alphabet;
    private final Notation notation;
    private final Unknown unknown;
    private final OptionalInt rare;

    Symbols(Alphabet alphabet, Notation notation, Unknown unknown) {
        this.alphabet = alphabet;
        this.notation = notation;
        this.unknown = unknown;
        this.rare = RARE.stream().map(alphabet::symbol).filter(OptionalInt::isPresent).findFirst()
                .orElse(OptionalInt.empty());
    }

    /**
     * The symbols of the line that a reader gave: {@link #ANYTHING} for an unknown one that is kept. Where the alphabet has
     * a symbol for unknown words, no word is unknown. The end is no word: a line does not spell it.
     */
    int[] of(String line, Reader reader) {
        List<String> words;
        try {
            words = notation.words(line);
        } catch (IllegalArgumentException e) {
            throw reader.wrong(e.getMessage());
        }
        int[] symbols = new int[words.size()];
        int count = 0;
        for (String word : words) {
            OptionalInt symbol = alphabet.symbol(word);
            if (symbol.isEmpty()) {
                symbol = rare;
            } else if (symbol.equals(alphabet.end())) {
                throw reader.wrong("the end of a sequence is not written, it is predicted; symbol " + (count + 1) + " is '"
                        + word + "'");
            }
            if (symbol.isEmpty() && unknown == Unknown.ERROR) {
                throw reader.wrong("symbol '" + word + "' is not in the alphabet of the model (" + alphabet
                        + "); --unknown skip leaves it out, --unknown any takes it for anything");
            }
            if (symbol.isPresent() || unknown == Unknown.ANY) {
                symbols[count++] = symbol.orElse(ANYTHING);
            }
        }
        return java.util.Arrays.copyOf(symbols, count);
    }

    /** Lets a filter take in a symbol or {@link #ANYTHING}. */
    void update(Filter filter, int symbol, Reader reader) {
        if (symbol != ANYTHING) {
            filter.update(symbol);
        } else if (!filter.skip()) {
            throw reader.wrong("the model cannot go on without knowing a symbol (--unknown any): its kind has no way to"
                    + " skip one; --unknown skip leaves it out");
        }
    }
}
