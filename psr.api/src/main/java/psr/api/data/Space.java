package psr.api.data;

import java.util.List;
import java.util.Locale;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The values that one observation, or one input, can have: an {@link Alphabet} or {@link Channels}. Immutable and
 * thread-safe.
 */
@ProviderType
public abstract class Space {

    /** The kinds of spaces. More may come: a switch over them needs a default. */
    public enum Kind {
        /** One of finitely many symbols, from an {@link Alphabet}. */
        SYMBOLS,
        /** Real numbers, one per channel, from {@link Channels}. */
        VECTORS;

        /** The word that users read and type: {@code symbols}, {@code vectors}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    // Only this package has subclasses; not 'sealed', because a third kind would break exhaustive switches of others.
    Space() {}

    /** The kind of this space. */
    public abstract Kind kind();

    /** The number of symbols, including the end, or of channels. */
    public abstract int size();

    /** The names of the symbols or channels, in order. */
    public abstract List<String> names();

    /**
     * This space as one of its classes, for example {@code space.as(Alphabet.class)}.
     *
     * @throws IllegalStateException if it is of another class
     */
    public final <T extends Space> T as(Class<T> type) {
        if (!type.isInstance(this)) {
            throw new IllegalStateException("the space must be of class " + type.getSimpleName() + "; found " + kind() + " ("
                    + this + ")");
        }
        return type.cast(this);
    }
}
