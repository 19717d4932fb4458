package psr.api.data;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Many sequences of symbols in compact form. Immutable and thread-safe; equal if all symbols are equal.
 *
 * <p>A fast loop copies a sequence once ({@link #copy(int, int[])}) and reads the array.
 */
public final class Sequences {

    private final int[] symbols;
    /** Sequence i is symbols[starts[i]] … symbols[starts[i+1]−1]. */
    private final int[] starts;

    private Sequences(int[] symbols, int[] starts) {
        this.symbols = symbols;
        this.starts = starts;
    }

    /**
     * Some sequences, in this order; the arrays are copied.
     *
     * @throws IllegalArgumentException if a symbol is negative
     */
    public static Sequences of(List<int[]> sequences) {
        Builder builder = new Builder();
        for (int[] sequence : sequences) {
            builder.add(sequence, 0, sequence.length);
        }
        return builder.build();
    }

    /** Some sequences, in this order; the arrays are copied. */
    public static Sequences of(int[]... sequences) {
        return of(Arrays.asList(sequences));
    }

    /** The number of sequences. */
    public int count() {
        return starts.length - 1;
    }

    /** The length of sequence i. */
    public int length(int i) {
        Objects.checkIndex(i, count());
        return starts[i + 1] - starts[i];
    }

    /** The symbol of sequence i at position t, counted from 0. */
    public int symbol(int i, int t) {
        return symbols[starts[i] + Objects.checkIndex(t, length(i))];
    }

    /** The number of symbols in all sequences. */
    public int total() {
        return symbols.length;
    }

    /** The length of the longest sequence; 0 if there are none. */
    public int longest() {
        int longest = 0;
        for (int i = 0; i < count(); i++) {
            longest = Math.max(longest, length(i));
        }
        return longest;
    }

    /** A new array with sequence i. */
    public int[] copy(int i) {
        Objects.checkIndex(i, count());
        return Arrays.copyOfRange(symbols, starts[i], starts[i + 1]);
    }

    /**
     * Copies sequence i to the start of an array.
     *
     * @param into overwritten from 0; at least as long as the sequence; the rest is unchanged
     * @return the length of the sequence
     */
    public int copy(int i, int[] into) {
        int length = length(i);
        System.arraycopy(symbols, starts[i], into, 0, length);
        return length;
    }

    /** The sequences with these numbers, in this order. */
    public Sequences select(int... numbers) {
        Builder builder = new Builder();
        for (int i : numbers) {
            Objects.checkIndex(i, count());
            builder.add(symbols, starts[i], starts[i + 1]);
        }
        return builder.build();
    }

    /** Sequences from (inclusive) to (exclusive). */
    public Sequences range(int from, int to) {
        Objects.checkFromToIndex(from, to, count());
        Builder builder = new Builder();
        for (int i = from; i < to; i++) {
            builder.add(symbols, starts[i], starts[i + 1]);
        }
        return builder.build();
    }

    /** A fingerprint of all symbols and lengths: SHA-256 in lower-case hexadecimal. */
    public String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer bytes = ByteBuffer.allocate(4 * (starts.length + symbols.length));
            bytes.asIntBuffer().put(starts).put(symbols);
            return HexFormat.of().formatHex(digest.digest(bytes.array()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sequences that && Arrays.equals(starts, that.starts)
                && Arrays.equals(symbols, that.symbols);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(starts) + Arrays.hashCode(symbols);
    }

    @Override
    public String toString() {
        return count() + " sequences, " + total() + " symbols";
    }

    /** Collects sequences one after the other. Not thread-safe. */
    public static final class Builder {

        private int[] symbols = new int[1024];
        private int[] starts = new int[64];
        private int count;

        /** Adds one sequence, copied. */
        public Builder add(int... sequence) {
            return add(sequence, 0, sequence.length);
        }

        /**
         * Adds positions from (inclusive) to (exclusive) of an array as one sequence, copied.
         *
         * @throws IllegalArgumentException if a symbol is negative
         */
        public Builder add(int[] source, int from, int to) {
            Objects.checkFromToIndex(from, to, source.length);
            for (int t = from; t < to; t++) {
                if (source[t] < 0) {
                    throw new IllegalArgumentException("symbols must be 0 or more; found " + source[t]
                            + " at position " + (t - from) + " of sequence " + count);
                }
            }
            int used = starts[count];
            int needed = Math.addExact(used, to - from);
            if (needed > symbols.length) {
                symbols = Arrays.copyOf(symbols, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * used)));
            }
            System.arraycopy(source, from, symbols, used, to - from);
            if (count + 2 > starts.length) {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            count++;
            starts[count] = needed;
            return this;
        }

        /** All that was added so far. */
        public Sequences build() {
            return new Sequences(Arrays.copyOf(symbols, starts[count]), Arrays.copyOf(starts, count + 1));
        }
    }
}
