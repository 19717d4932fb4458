package psr.api.data;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The data that a learner learns from: an alphabet and sequences over it. A learner never sees the test part of a data
 * set; this type does not contain it. Immutable and thread-safe; equal if alphabet and sequences are equal.
 */
public final class TrainingData {

    /** From this number of sequences on, whole ones are held out: then the share is exact up to a fortieth of the data. */
    private static final int MANY = 20;

    private final Alphabet alphabet;
    private final Sequences sequences;

    private TrainingData(Alphabet alphabet, Sequences sequences) {
        this.alphabet = Objects.requireNonNull(alphabet, "alphabet");
        this.sequences = Objects.requireNonNull(sequences, "sequences");
    }

    /**
     * Sequences over an alphabet.
     *
     * @param alphabet the names of the symbols
     * @param sequences over the alphabet; if the alphabet has an end, every sequence ends with it
     * @throws IllegalArgumentException if a symbol is not in the alphabet, or an end is missing or misplaced
     */
    public static TrainingData of(Alphabet alphabet, Sequences sequences) {
        check(alphabet, sequences);
        return new TrainingData(alphabet, sequences);
    }

    /**
     * Checks that sequences are over an alphabet, as {@link #of} requires.
     *
     * @throws IllegalArgumentException if they are not; the message has the position
     */
    public static void check(Alphabet alphabet, Sequences sequences) {
        OptionalInt end = alphabet.end();
        for (int i = 0; i < sequences.count(); i++) {
            int length = sequences.length(i);
            for (int t = 0; t < length; t++) {
                int symbol = sequences.symbol(i, t);
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
    }

    /** The names of the symbols. */
    public Alphabet alphabet() {
        return alphabet;
    }

    /** The sequences. */
    public Sequences sequences() {
        return sequences;
    }

    /** Training data in two parts, see {@link TrainingData#holdOut}. */
    public static final class Parts {

        private final TrainingData rest;
        private final TrainingData heldOut;
        private final boolean cut;

        private Parts(TrainingData rest, TrainingData heldOut, boolean cut) {
            this.rest = rest;
            this.heldOut = heldOut;
            this.cut = cut;
        }

        /** The part to learn from. */
        public TrainingData rest() {
            return rest;
        }

        /** The held-out part. */
        public TrainingData heldOut() {
            return heldOut;
        }

        /** Whether held-out sequence i continues sequence i of the rest; otherwise the parts have different sequences. */
        public boolean continues() {
            return cut;
        }
    }

    /**
     * Holds out a share for validation; the same share gives the same parts.
     *
     * <p>Twenty sequences or more, or an alphabet with an end: whole sequences, evenly spaced, their number rounded, at
     * least one in either part. Fewer than twenty without an end, each of at least two symbols: the last part of each,
     * its length rounded, at least one symbol in either part, so that a few long sequences are divided in this ratio,
     * too. Fewer than twenty of which one is too short to be cut: whole sequences.
     *
     * @param share above 0 and below 1
     * @throws IllegalArgumentException if the share is out of range, or there are too few data to divide
     */
    public Parts holdOut(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
        Sequences.Builder rest = new Sequences.Builder();
        Sequences.Builder heldOut = new Sequences.Builder();
        int count = sequences.count();
        boolean cut = cut();
        if (cut) {
            for (int i = 0; i < count; i++) {
                int[] whole = sequences.copy(i);
                int first = whole.length - held(whole.length, share, "symbols");
                rest.add(whole, 0, first);
                heldOut.add(whole, first, whole.length);
            }
        } else {
            long held = held(count, share, "sequences");
            for (int i = 0; i < count; i++) {
                boolean out = (i + 1) * held / count > i * held / count;
                (out ? heldOut : rest).add(sequences.copy(i));
            }
        }
        return new Parts(new TrainingData(alphabet, rest.build()), new TrainingData(alphabet, heldOut.build()), cut);
    }

    private boolean cut() {
        int count = sequences.count();
        if (alphabet.end().isPresent() || count == 0 || count >= MANY) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            // A single sequence cannot be held out as a whole, so the message counts symbols.
            if (sequences.length(i) < 2 && count > 1) {
                return false;
            }
        }
        return true;
    }

    private static int held(int count, double share, String what) {
        if (count < 2) {
            throw new IllegalArgumentException("holding out a part needs at least 2 " + what + "; found " + count);
        }
        return Math.min(count - 1, Math.max(1, (int) Math.round(count * share)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TrainingData that && alphabet.equals(that.alphabet) && sequences.equals(that.sequences);
    }

    @Override
    public int hashCode() {
        return 31 * alphabet.hashCode() + sequences.hashCode();
    }

    @Override
    public String toString() {
        return sequences + " over " + alphabet;
    }
}
