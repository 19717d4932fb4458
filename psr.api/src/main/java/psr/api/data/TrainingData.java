package psr.api.data;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * What a learner learns from: an alphabet and sequences over it. A learner never sees the test part of a data set; this
 * type does not have it.
 *
 * @param alphabet the names of the symbols
 * @param sequences every symbol is one of the alphabet; where the alphabet has an end, every sequence closes with it
 */
public record TrainingData(Alphabet alphabet, Sequences sequences) {

    /**
     * Checks that the sequences are over the alphabet.
     *
     * @throws IllegalArgumentException if a symbol is not in the alphabet, or an end is missing or misplaced
     */
    public TrainingData {
        Objects.requireNonNull(alphabet, "alphabet");
        check(alphabet, sequences);
    }

    /**
     * Checks that sequences are over an alphabet, in the sense of this record.
     *
     * @throws IllegalArgumentException if they are not, with the place
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
                            + "' must close every sequence and stand nowhere else; sequence " + i + ", position " + t
                            + " of " + length + " is '" + alphabet.name(symbol) + "'");
                }
            }
        }
    }

    /** Training data in two parts. */
    public record Parts(TrainingData rest, TrainingData heldOut) {}

    /**
     * Holds out a share for validation; the same share gives the same parts. Many sequences: whole sequences, evenly
     * spread, at least one on either side. One sequence: its last part.
     *
     * @param share above 0 and below 1
     * @throws IllegalArgumentException if the share is out of range, or there is too little to divide
     */
    public Parts holdOut(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
        Sequences.Builder rest = new Sequences.Builder();
        Sequences.Builder heldOut = new Sequences.Builder();
        int count = sequences.count();
        if (count == 1 && alphabet.end().isEmpty()) {
            int[] only = sequences.copy(0);
            int cut = only.length - held(only.length, share, "symbols");
            rest.add(only, 0, cut);
            heldOut.add(only, cut, only.length);
        } else {
            long held = held(count, share, "sequences");
            for (int i = 0; i < count; i++) {
                boolean out = (i + 1) * held / count > i * held / count;
                (out ? heldOut : rest).add(sequences.copy(i));
            }
        }
        return new Parts(new TrainingData(alphabet, rest.build()), new TrainingData(alphabet, heldOut.build()));
    }

    private static int held(int count, double share, String what) {
        if (count < 2) {
            throw new IllegalArgumentException("holding out a part needs at least 2 " + what + "; found " + count);
        }
        return Math.min(count - 1, Math.max(1, (int) Math.round(count * share)));
    }
}
