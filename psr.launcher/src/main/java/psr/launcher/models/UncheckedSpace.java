package psr.launcher.models;

import java.util.ArrayList;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Space;

/** The parsed content of a space in a file: an alphabet with its end, or channels. Not thread-safe. */
final class UncheckedSpace {

    /** Null if it is not an alphabet. */
    List<String> symbols;
    String end;
    /** Null if it is not channels. */
    List<String> channels;
    final List<String> units = new ArrayList<>();

    /** Whether the file has nothing of it. */
    boolean isEmpty() {
        return symbols == null && end == null && channels == null;
    }

    /** Returns the space if it is complete. */
    Space checked() throws ModelFileException {
        try {
            if (channels != null) {
                if (symbols != null || end != null) {
                    throw new ModelFileException("a model file must have either 'alphabet' or 'channels'; it has both");
                }
                return Channels.of(channels.toArray(String[]::new)).withUnits(units.toArray(String[]::new));
            }
            UncheckedModel.require("alphabet", symbols);
            if (end == null) {
                return Alphabet.of(symbols);
            }
            int last = symbols.size() - 1;
            if (last < 1 || !symbols.get(last).equals(end)) {
                throw new ModelFileException("the end must be the last symbol of at least 2; the end is "
                        + ModelFileException.quoted(end) + " and the last of " + symbols.size() + " symbols is "
                        + (last < 0 ? "none" : ModelFileException.quoted(symbols.get(last))));
            }
            return Alphabet.of(symbols.subList(0, last)).withEnd(end);
        } catch (IllegalArgumentException e) {
            throw new ModelFileException(e.getMessage(), e);
        }
    }
}
