package psr.datasets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;

/**
 * Gives symbols to names by how often they occur: the most frequent one is 0, equals are in the order of their names.
 * Rare names share one symbol, which comes last.
 */
final class Vocabulary {

    /** No symbol. */
    static final int UNKNOWN = -1;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> symbols = new HashMap<>();
    private final int shared;

    /**
     * A vocabulary of what was counted.
     *
     * @param counts occurrences by name; not modified
     * @param minCount a name with fewer occurrences is rare
     * @param rare the name of the symbol that rare names share; may itself be among those counted
     * @param always whether that symbol is there even if nothing counted is rare
     */
    Vocabulary(Map<String, Integer> counts, int minCount, String rare, boolean always) {
        boolean needed = always || counts.containsKey(rare);
        List<Map.Entry<String, Integer>> frequent = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            if (entry.getValue() < minCount) {
                needed = true;
            } else if (!entry.getKey().equals(rare)) {
                frequent.add(entry);
            }
        }
        frequent.sort(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()));
        for (Map.Entry<String, Integer> entry : frequent) {
            symbols.put(entry.getKey(), names.size());
            names.add(entry.getKey());
        }
        shared = needed ? names.size() : UNKNOWN;
        if (needed) {
            names.add(rare);
        }
    }

    /** The symbol of a name, or the shared one, or {@link #UNKNOWN} where there is none. */
    int symbol(String name) {
        return symbols.getOrDefault(name, shared);
    }

    /** The names in order, without an end. */
    Alphabet alphabet() {
        return Alphabet.of(names);
    }
}
