package psr.api.data;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Sequences of symbols in compact form. If the alphabet has an end, every sequence ends with it. Immutable and
 * thread-safe.
 *
 * <p>A fast loop copies a sequence once ({@link #copy(int, int[])}) and reads the array.
 */
public final class Symbols extends Sequences {

    private final Alphabet alphabet;
    private final SymbolArray symbols;

    /** Takes over the arrays. */
    private Symbols(Alphabet alphabet, SymbolArray symbols, int[] starts, Sequences inputs) {
        super(starts, inputs);
        this.alphabet = Objects.requireNonNull(alphabet, "alphabet");
        this.symbols = symbols;
    }

    /**
     * Some sequences, in this order; the arrays are copied.
     *
     * @throws IllegalArgumentException if a symbol is not in the alphabet, or an end is missing or misplaced
     */
    public static Symbols of(Alphabet alphabet, int[]... sequences) {
        Builder builder = new Builder();
        for (int[] sequence : sequences) {
            builder.add(sequence, 0, sequence.length);
        }
        return builder.build(alphabet);
    }

    private Symbols checked() {
        OptionalInt end = alphabet.end();
        for (int i = 0; i < count(); i++) {
            int length = length(i);
            for (int t = 0; t < length; t++) {
                int symbol = symbols.get(starts[i] + t);
                if (symbol >= alphabet.size()) {
                    throw new IllegalArgumentException("symbols must be below " + alphabet.size()
                            + ", the size of the alphabet; found " + symbol + " in sequence " + i + ", position " + t);
                }
                if (end.isPresent() && (symbol == end.getAsInt()) != (t == length - 1)) {
                    throw new IllegalArgumentException("the end symbol '" + alphabet.name(end.getAsInt())
                            + "' must end every sequence and appear nowhere else; sequence " + i + ", position " + t
                            + " of " + length + " is '" + alphabet.name(symbol) + "'");
                }
            }
        }
        return this;
    }

    /** The names of the symbols. */
    public Alphabet alphabet() {
        return alphabet;
    }

    @Override
    public Alphabet space() {
        return alphabet;
    }

    /** The symbol of sequence i at position t, counted from 0. */
    public int symbol(int i, int t) {
        return symbols.get(row(i, t));
    }

    /** A new array with sequence i. */
    public int[] copy(int i) {
        int[] copy = new int[length(i)];
        copy(i, copy);
        return copy;
    }

    /**
     * Copies sequence i to the start of an array.
     *
     * @param into overwritten from 0; at least as long as the sequence; the rest is unchanged
     * @return the length of the sequence
     */
    public int copy(int i, int[] into) {
        int length = length(i);
        symbols.copy(starts[i], into, 0, length);
        return length;
    }

    /**
     * The same sequences over another alphabet.
     *
     * @throws IllegalArgumentException if a symbol is not in the alphabet, or an end is missing or misplaced
     */
    public Symbols over(Alphabet other) {
        return new Symbols(other, symbols, starts, inputs().orElse(null)).checked();
    }

    /**
     * Input and observation of each position as one symbol, {@code input/observation}, without inputs.
     *
     * @throws IllegalStateException if there are no inputs, or they are not symbols, or an alphabet has an end
     */
    public Symbols joint() {
        Symbols actions = inputs().orElseThrow(() -> new IllegalStateException("there must be inputs; found " + this))
                .as(Symbols.class);
        if (whole() || actions.whole()) {
            throw new IllegalStateException("inputs and observations become joint symbols if neither alphabet has an end; found "
                    + this);
        }
        List<String> names = new ArrayList<>();
        for (String input : actions.alphabet.names()) {
            for (String observation : alphabet.names()) {
                names.add(input + "/" + observation);
            }
        }
        SymbolArray both = SymbolArray.withCapacity(total());
        for (int k = 0; k < total(); k++) {
            both.add(new int[] {actions.symbols.get(k) * alphabet.size() + symbols.get(k)}, 0, 1);
        }
        return new Symbols(Alphabet.of(names), both, starts, null);
    }

    @Override
    public Symbols withInputs(Sequences other) {
        return new Symbols(alphabet, symbols, starts, Objects.requireNonNull(other, "inputs"));
    }

    @Override
    public Symbols withoutInputs() {
        return new Symbols(alphabet, symbols, starts, null);
    }

    @Override
    public Symbols pieces(int[] sequence, int[] from, int[] to) {
        return super.pieces(sequence, from, to).as(Symbols.class);
    }

    @Override
    public Symbols select(int... numbers) {
        return super.select(numbers).as(Symbols.class);
    }

    @Override
    public Symbols range(int from, int to) {
        return super.range(from, to).as(Symbols.class);
    }

    @Override
    public Symbols append(Sequences more) {
        return super.append(more).as(Symbols.class);
    }

    @Override
    public Symbols continuedBy(Sequences more) {
        return super.continuedBy(more).as(Symbols.class);
    }

    @Override
    public Parts<Symbols> holdOut(double share) {
        return parts(Symbols.class, share);
    }

    @Override
    Storage storage(int rows) {
        SymbolArray copies = SymbolArray.withCapacity(rows);
        return new Storage() {
            @Override
            public void copy(Sequences source, int row, int at, int length) {
                copies.add(((Symbols) source).symbols, row, length);
            }

            @Override
            public Symbols build(int[] newStarts, Sequences newInputs) {
                Symbols built = new Symbols(alphabet, copies, newStarts, newInputs);
                return whole() ? built.checked() : built;
            }
        };
    }

    @Override
    boolean whole() {
        return alphabet.end().isPresent();
    }

    @Override
    String unit() {
        return "symbols";
    }

    @Override
    void digest(MessageDigest digest, ByteBuffer buffer) {
        for (int k = 0; k < symbols.size(); k++) {
            flushed(digest, buffer, Integer.BYTES).putInt(symbols.get(k));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Symbols that && alphabet.equals(that.alphabet) && Arrays.equals(starts, that.starts)
                && symbols.equals(that.symbols) && inputs().equals(that.inputs());
    }

    @Override
    public int hashCode() {
        return Objects.hash(alphabet, Arrays.hashCode(starts), symbols, inputs());
    }

    /** Collects sequences one after the other. Not thread-safe. */
    public static final class Builder {

        private final SymbolArray symbols = SymbolArray.withCapacity(1024);
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
            symbols.add(source, from, to);
            if (count + 2 > starts.length) {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            count++;
            starts[count] = symbols.size();
            return this;
        }

        /**
         * All sequences added so far.
         *
         * @param alphabet the names of the symbols
         * @throws IllegalArgumentException if a symbol is not in the alphabet, or an end is missing or misplaced
         */
        public Symbols build(Alphabet alphabet) {
            return new Symbols(alphabet, symbols.trimmed(), Arrays.copyOf(starts, count + 1), null).checked();
        }
    }
}
