package psr.datasets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;

/**
 * Assigns symbols to names by frequency: the most frequent name is 0; names of the same frequency are in alphabetical
 * order. Rare names share one symbol, which comes last.
 */
final class Vocabulary {

    /** Not in the vocabulary. */
    static final int UNKNOWN = -1;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> symbols = new HashMap<>();
    private final int shared;

    /**
     * A vocabulary of counted names.
     *
     * @param counts occurrences by name; not modified
     * @param minCount a name with fewer occurrences is rare
     * @param rare the name of the symbol that rare names share; may itself be among the counted names
     * @param always whether that symbol exists even if no name is rare
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

    /** The symbol of a name, or the shared one, or {@link #UNKNOWN} if there is none. */
    int symbol(String name) {
        return symbols.getOrDefault(name, shared);
    }

    /** The names in order, without an end. */
    Alphabet alphabet() {
        return Alphabet.of(names);
    }
}
