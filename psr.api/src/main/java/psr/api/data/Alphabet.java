package psr.api.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The names of the symbols 0 … n−1. Immutable and thread-safe; equal if the names and the end are equal.
 *
 * <p>An alphabet may have an <em>end</em>: a symbol that ends every sequence and is absorbing, that is, only the end
 * follows the end. Data whose sequences stop by themselves (sentences, PAutomaC, SPiCe) have one, so that the probability
 * of a whole string is defined; data that were cut to a length (the paper's ring) have none.
 */
public final class Alphabet extends Space {

    private final List<String> names;
    private final Map<String, Integer> indices;
    private final int end;

    private Alphabet(List<String> names, int end) {
        this.names = List.copyOf(names);
        this.end = end;
        this.indices = new HashMap<>();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("an alphabet must have at least one symbol; found none");
        }
        for (int symbol = 0; symbol < names.size(); symbol++) {
            Integer twin = indices.put(names.get(symbol), symbol);
            if (twin != null) {
                throw new IllegalArgumentException("symbols must have different names; '" + names.get(symbol)
                        + "' is the name of symbols " + twin + " and " + symbol);
            }
        }
    }

    /** The alphabet with these names, without an end; at least one, all different. */
    public static Alphabet of(List<String> names) {
        return new Alphabet(names, -1);
    }

    /** The alphabet of the names 0 … size−1, without an end. */
    public static Alphabet numbered(int size) {
        return of(IntStream.range(0, size).mapToObj(Integer::toString).toList());
    }

    /** This alphabet with one additional symbol, the end. */
    public Alphabet withEnd(String name) {
        if (end >= 0) {
            throw new IllegalArgumentException("an alphabet must have at most one end; the end is '" + names.get(end) + "'");
        }
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return new Alphabet(longer, names.size());
    }

    @Override
    public Kind kind() {
        return Kind.SYMBOLS;
    }

    /** The number of symbols, including the end. */
    @Override
    public int size() {
        return names.size();
    }

    /** The name of a symbol. */
    public String name(int symbol) {
        return names.get(symbol);
    }

    /** All names, in order. */
    @Override
    public List<String> names() {
        return names;
    }

    /** The symbol with this name; empty if there is none. */
    public OptionalInt symbol(String name) {
        Integer symbol = indices.get(name);
        return symbol == null ? OptionalInt.empty() : OptionalInt.of(symbol);
    }

    /** The end, if the sequences have one. */
    public OptionalInt end() {
        return end < 0 ? OptionalInt.empty() : OptionalInt.of(end);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Alphabet alphabet && names.equals(alphabet.names) && end == alphabet.end;
    }

    @Override
    public int hashCode() {
        return 31 * names.hashCode() + end;
    }

    /** The size and the first few names, for messages. */
    @Override
    public String toString() {
        int shown = Math.min(names.size(), 8);
        return names.size() + (names.size() == 1 ? " symbol: " : " symbols: ")
                + names.stream().limit(shown).map(name -> name.indexOf(',') < 0 ? name : '"' + name + '"')
                        .collect(Collectors.joining(", "))
                + (shown < names.size() ? ", …" : "");
    }
}
