package psr.api.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Many sequences of observations over one {@link Space}: {@link Symbols} or {@link Vectors}. Beside them may be the inputs
 * of the process: row t of the inputs is known before row t of the observations. Immutable and thread-safe; equal if
 * space, observations and inputs are equal.
 */
@ProviderType
public abstract class Sequences {

    /** From this number of sequences on, whole ones are held out: then the share is exact up to a fortieth of the data. */
    private static final int MANY = 20;

    /** Sequence i is rows starts[i] … starts[i+1]−1. */
    final int[] starts;
    /** Null if there are none. */
    private final Sequences inputs;

    /** Takes over the array. */
    Sequences(int[] starts, Sequences inputs) {
        this.starts = starts;
        this.inputs = inputs;
        if (inputs != null && inputs.inputs != null) {
            throw new IllegalArgumentException("inputs must not have inputs themselves; found " + inputs.inputs);
        }
        if (inputs != null && !Arrays.equals(starts, inputs.starts)) {
            throw new IllegalArgumentException("there must be an input for each observation; found " + unequal(inputs));
        }
    }

    private String unequal(Sequences other) {
        if (count() != other.count()) {
            return count() + " sequences of observations and " + other.count() + " of inputs";
        }
        int first = IntStream.range(0, count()).filter(i -> length(i) != other.length(i)).findFirst().getAsInt();
        return length(first) + " observations and " + other.length(first) + " inputs in sequence " + first;
    }

    /** The space of the observations. */
    public abstract Space space();

    /** The inputs, if something acts on the process: as many sequences, of the same lengths, without inputs of their own. */
    public final Optional<Sequences> inputs() {
        return Optional.ofNullable(inputs);
    }

    /**
     * These data as one of their classes, for example {@code data.as(Symbols.class)}.
     *
     * @throws IllegalStateException if they are of another class
     */
    public final <T extends Sequences> T as(Class<T> type) {
        if (!type.isInstance(this)) {
            throw new IllegalStateException("the data must be of class " + type.getSimpleName() + "; found " + this);
        }
        return type.cast(this);
    }

    /** The number of sequences. */
    public final int count() {
        return starts.length - 1;
    }

    /** The length of sequence i. */
    public final int length(int i) {
        Objects.checkIndex(i, count());
        return starts[i + 1] - starts[i];
    }

    /** The number of observations in all sequences. */
    public final int total() {
        return starts[count()];
    }

    /** The length of the longest sequence; 0 if there are none. */
    public final int longest() {
        int longest = 0;
        for (int i = 0; i < count(); i++) {
            longest = Math.max(longest, length(i));
        }
        return longest;
    }

    /** The index in the storage of position t of sequence i. */
    final int row(int i, int t) {
        return starts[i] + Objects.checkIndex(t, length(i));
    }

    /**
     * The same observations with inputs.
     *
     * @param other as many sequences, of the same lengths, without inputs of their own
     * @throws IllegalArgumentException if they are not
     */
    public abstract Sequences withInputs(Sequences other);

    /** The same observations without inputs. */
    public abstract Sequences withoutInputs();

    /**
     * New sequences that are pieces of these, with their inputs: piece k is positions from[k] (inclusive) to to[k]
     * (exclusive) of sequence[k].
     *
     * @throws IllegalArgumentException if the space has an end and a piece does not stop with it
     */
    public Sequences pieces(int[] sequence, int[] from, int[] to) {
        int[] ends = new int[sequence.length + 1];
        for (int k = 0; k < sequence.length; k++) {
            Objects.checkFromToIndex(from[k], to[k], length(sequence[k]));
            ends[k + 1] = Math.addExact(ends[k], to[k] - from[k]);
        }
        return gather(new Sequences[] {this}, new int[sequence.length], sequence, from, to, ends);
    }

    /** The sequences with these numbers, in this order. */
    public Sequences select(int... numbers) {
        return pieces(numbers, new int[numbers.length], Arrays.stream(numbers).map(this::length).toArray());
    }

    /** Sequences from (inclusive) to (exclusive). */
    public Sequences range(int from, int to) {
        Objects.checkFromToIndex(from, to, count());
        return select(IntStream.range(from, to).toArray());
    }

    /**
     * These sequences, then others.
     *
     * @throws IllegalArgumentException if the spaces differ
     */
    public Sequences append(Sequences more) {
        return joined(more, false);
    }

    /**
     * Each sequence followed by the sequence with the same number.
     *
     * @throws IllegalArgumentException if the spaces or the numbers of sequences differ
     */
    public Sequences continuedBy(Sequences more) {
        if (more.count() != count()) {
            throw new IllegalArgumentException("each of the " + count() + " sequences must have its continuation; found "
                    + more.count());
        }
        return joined(more, true);
    }

    private Sequences joined(Sequences more, boolean continued) {
        if (!space().equals(more.space()) || !inputs().map(Sequences::space).equals(more.inputs().map(Sequences::space))) {
            throw new IllegalArgumentException("data that are put together must be over the same spaces; found " + this + " and "
                    + more);
        }
        Sequences[] both = {this, more};
        int segments = count() + more.count();
        int[] source = new int[segments];
        int[] sequence = new int[segments];
        int[] to = new int[segments];
        int[] ends = new int[continued ? count() + 1 : segments + 1];
        for (int k = 0; k < segments; k++) {
            source[k] = continued ? k % 2 : k < count() ? 0 : 1;
            sequence[k] = continued ? k / 2 : k - source[k] * count();
            to[k] = both[source[k]].length(sequence[k]);
            int end = continued ? k / 2 + 1 : k + 1;
            ends[end] = Math.addExact(continued && k % 2 == 1 ? ends[end] : ends[end - 1], to[k]);
        }
        return gather(both, source, sequence, new int[segments], to, ends);
    }

    /** Copies segments, one after the other, to new sequences, and the inputs likewise. */
    private Sequences gather(Sequences[] sources, int[] source, int[] sequence, int[] from, int[] to, int[] newStarts) {
        Sequences copied = inputs == null ? null : inputs.gather(
                Arrays.stream(sources).map(each -> each.inputs).toArray(Sequences[]::new), source, sequence, from, to, newStarts);
        Storage storage = storage(newStarts[newStarts.length - 1]);
        int at = 0;
        for (int k = 0; k < sequence.length; k++) {
            int length = to[k] - from[k];
            storage.copy(sources[source[k]], sources[source[k]].starts[sequence[k]] + from[k], at, length);
            at += length;
        }
        return storage.build(newStarts, copied);
    }

    /** New rows of one class of sequences. */
    interface Storage {

        /** Copies rows of other sequences of the class. */
        void copy(Sequences source, int row, int at, int rows);

        /** The sequences; takes over the array. */
        Sequences build(int[] newStarts, Sequences newInputs);
    }

    /** Storage for rows over the same space. */
    abstract Storage storage(int rows);

    /** Whether a sequence cannot be cut, because it has an end. */
    abstract boolean whole();

    /** What a single observation is called, in the plural. */
    abstract String unit();

    /**
     * Data in two parts, see {@link #holdOut}.
     *
     * @param rest the part to learn from
     * @param heldOut the held-out part
     * @param continues whether held-out sequence i continues sequence i of the rest; otherwise the parts have different
     *         sequences
     */
    public record Parts<T extends Sequences>(T rest, T heldOut, boolean continues) {}

    /**
     * Holds out a share for validation; the same share gives the same parts.
     *
     * <p>Twenty sequences or more, or an alphabet with an end: whole sequences, evenly spaced, their number rounded, at
     * least one in either part. Fewer than twenty without an end, each of at least two observations: the last part of each,
     * its length rounded, at least one observation in either part, so that a few long sequences are divided in this ratio,
     * too. Fewer than twenty of which one is too short to be cut: whole sequences.
     *
     * @param share above 0 and below 1
     * @throws IllegalArgumentException if the share is out of range, or there are too few data to divide
     */
    public Parts<? extends Sequences> holdOut(double share) {
        return parts(Sequences.class, share);
    }

    final <T extends Sequences> Parts<T> parts(Class<T> type, double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
        boolean cut = cut();
        if (cut) {
            int[] all = IntStream.range(0, count()).toArray();
            int[] first = Arrays.stream(all).map(i -> length(i) - held(length(i), share, unit())).toArray();
            int[] ends = Arrays.stream(all).map(this::length).toArray();
            return new Parts<>(pieces(all, new int[count()], first).as(type), pieces(all, first, ends).as(type), true);
        }
        long held = held(count(), share, "sequences");
        int[] out = IntStream.range(0, count()).filter(i -> (i + 1) * held / count() > i * held / count()).toArray();
        int[] rest = IntStream.range(0, count()).filter(i -> (i + 1) * held / count() == i * held / count()).toArray();
        return new Parts<>(select(rest).as(type), select(out).as(type), false);
    }

    private boolean cut() {
        // A single sequence cannot be held out as a whole, so the message counts its observations.
        return !whole() && count() > 0 && count() < MANY
                && (count() == 1 || IntStream.range(0, count()).allMatch(i -> length(i) >= 2));
    }

    private static int held(int count, double share, String what) {
        if (count < 2) {
            throw new IllegalArgumentException("holding out a part needs at least 2 " + what + "; found " + count);
        }
        return Math.min(count - 1, Math.max(1, (int) Math.round(count * share)));
    }

    /**
     * A fingerprint of all observations, inputs and lengths: SHA-256 in lower-case hexadecimal. Names and units do not
     * matter.
     */
    public final String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            for (int start : starts) {
                flushed(digest, buffer, Integer.BYTES).putInt(start);
            }
            digest(digest, buffer);
            flushed(digest, buffer, buffer.capacity());
            if (inputs != null) {
                digest.update(inputs.sha256().getBytes(StandardCharsets.US_ASCII));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Adds the values of all observations to the digest. */
    abstract void digest(MessageDigest digest, ByteBuffer buffer);

    /** Passes the buffer's content to the digest if there is less space left in it than required. */
    static ByteBuffer flushed(MessageDigest digest, ByteBuffer buffer, int required) {
        if (buffer.remaining() < required) {
            digest.update(buffer.flip());
            buffer.clear();
        }
        return buffer;
    }

    /** The number of sequences and observations, for messages: {@code 20 sequences, 240 symbols}. */
    public final String extent() {
        return count() + (count() == 1 ? " sequence, " : " sequences, ") + total() + " " + unit();
    }

    /** Number, length and space, for messages. */
    @Override
    public String toString() {
        return extent() + " over " + space() + (inputs == null ? "" : ", with inputs over " + inputs.space());
    }
}
