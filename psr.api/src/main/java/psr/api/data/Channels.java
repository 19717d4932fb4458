package psr.api.data;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The names and units of the channels 0 … d−1 of real-valued observations or inputs. Immutable and thread-safe; equal if
 * names and units are equal.
 */
public final class Channels extends Space {

    private final List<String> names;
    private final List<String> units;

    private Channels(List<String> names, List<String> units) {
        this.names = names;
        this.units = units;
    }

    /**
     * Channels with these names, without units.
     *
     * @throws IllegalArgumentException if there are none, or two have the same name, or one is empty
     */
    public static Channels of(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("there must be at least one channel; found none");
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.isBlank() || !seen.add(name)) {
                throw new IllegalArgumentException("channels must have different names that are not empty; found '" + name + "'"
                        + (name.isBlank() ? "" : " twice"));
            }
        }
        return new Channels(List.of(names), Collections.nCopies(names.length, ""));
    }

    /**
     * The same channels with units, for example {@code °C}; an empty text means none.
     *
     * @throws IllegalArgumentException if the number of units is not that of the channels
     */
    public Channels withUnits(String... texts) {
        if (texts.length != names.size()) {
            throw new IllegalArgumentException("there must be one unit per channel, " + names.size() + "; found "
                    + texts.length);
        }
        return new Channels(names, List.of(texts));
    }

    @Override
    public Kind kind() {
        return Kind.VECTORS;
    }

    /** d, the number of channels. */
    @Override
    public int size() {
        return names.size();
    }

    /** The names, in order. */
    @Override
    public List<String> names() {
        return names;
    }

    /** The unit of a channel; empty if it has none. */
    public String unit(int channel) {
        return units.get(channel);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Channels that && names.equals(that.names) && units.equals(that.units);
    }

    @Override
    public int hashCode() {
        return Objects.hash(names, units);
    }

    /** The number and the first few names with their units, for messages. */
    @Override
    public String toString() {
        int shown = Math.min(size(), 8);
        return size() + (size() == 1 ? " channel: " : " channels: ")
                + IntStream.range(0, shown).mapToObj(c -> names.get(c) + (unit(c).isEmpty() ? "" : " [" + unit(c) + "]"))
                        .collect(Collectors.joining(", "))
                + (shown < size() ? ", …" : "");
    }
}
