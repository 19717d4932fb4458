package psr.datasets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

/** Lines of named characters or words, stored as numbers in the order in which the names are first seen. Not thread-safe. */
final class CodedLines {

    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Symbols.Builder lines = new Symbols.Builder();

    /** Adds a line. */
    void add(List<String> line) {
        int[] coded = new int[line.size()];
        int t = 0;
        for (String name : line) {
            Integer code = codes.get(name);
            if (code == null) {
                code = names.size();
                codes.put(name, code);
                names.add(name);
            }
            coded[t++] = code;
        }
        lines.add(coded);
    }

    /** The names, by code; do not modify. */
    List<String> names() {
        return names;
    }

    /** All lines so far. */
    Symbols lines() {
        return lines.build(Alphabet.numbered(Math.max(1, names.size())));
    }
}
