package psr.api.data;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;

/**
 * Sequences of real vectors, one number per channel, in the user's units; NaN means that a value is missing. Immutable and
 * thread-safe.
 *
 * <p>A fast loop copies a sequence once ({@link #copy(int, double[])}) and reads the array.
 */
public final class Vectors extends Sequences {

    private final Channels channels;
    /** Rows one after the other, d numbers each. */
    private final double[] values;

    /** Takes over the arrays. */
    private Vectors(Channels channels, double[] values, int[] starts, Sequences inputs) {
        super(starts, inputs);
        this.channels = channels;
        this.values = values;
    }

    /**
     * Some sequences, in this order; the arrays are copied.
     *
     * @param sequences one array per sequence, of one row per position, of one number per channel
     * @throws IllegalArgumentException if a row has another size, or a value is infinite
     */
    public static Vectors of(Channels channels, double[][]... sequences) {
        Builder builder = new Builder(channels);
        for (double[][] sequence : sequences) {
            builder.add(sequence);
        }
        return builder.build();
    }

    /** The names and units of the channels. */
    public Channels channels() {
        return channels;
    }

    @Override
    public Channels space() {
        return channels;
    }

    /** The value of a channel in sequence i at position t, counted from 0; NaN if it is missing. */
    public double value(int i, int t, int channel) {
        return values[row(i, t) * channels.size() + Objects.checkIndex(channel, channels.size())];
    }

    /**
     * Copies one row.
     *
     * @param into overwritten from 0; at least as long as the number of channels
     */
    public void row(int i, int t, double[] into) {
        System.arraycopy(values, row(i, t) * channels.size(), into, 0, channels.size());
    }

    /** A new array with the rows of sequence i, one after the other. */
    public double[] copy(int i) {
        Objects.checkIndex(i, count());
        return Arrays.copyOfRange(values, starts[i] * channels.size(), starts[i + 1] * channels.size());
    }

    /**
     * Copies the rows of sequence i, one after the other, to the start of an array.
     *
     * @param into overwritten from 0; the rest is unchanged
     * @return the length of the sequence, in rows
     */
    public int copy(int i, double[] into) {
        int length = length(i);
        System.arraycopy(values, starts[i] * channels.size(), into, 0, length * channels.size());
        return length;
    }

    @Override
    public Vectors withInputs(Sequences other) {
        return new Vectors(channels, values, starts, Objects.requireNonNull(other, "inputs"));
    }

    @Override
    public Vectors withoutInputs() {
        return new Vectors(channels, values, starts, null);
    }

    @Override
    public Vectors pieces(int[] sequence, int[] from, int[] to) {
        return super.pieces(sequence, from, to).as(Vectors.class);
    }

    @Override
    public Vectors select(int... numbers) {
        return super.select(numbers).as(Vectors.class);
    }

    @Override
    public Vectors range(int from, int to) {
        return super.range(from, to).as(Vectors.class);
    }

    @Override
    public Vectors append(Sequences more) {
        return super.append(more).as(Vectors.class);
    }

    @Override
    public Vectors continuedBy(Sequences more) {
        return super.continuedBy(more).as(Vectors.class);
    }

    @Override
    public Parts<Vectors> holdOut(double share) {
        return parts(Vectors.class, share);
    }

    @Override
    Storage storage(int rows) {
        int d = channels.size();
        double[] copies = new double[Math.multiplyExact(rows, d)];
        return new Storage() {
            @Override
            public void copy(Sequences source, int row, int at, int length) {
                System.arraycopy(((Vectors) source).values, row * d, copies, at * d, length * d);
            }

            @Override
            public Vectors build(int[] newStarts, Sequences newInputs) {
                return new Vectors(channels, copies, newStarts, newInputs);
            }
        };
    }

    @Override
    boolean whole() {
        return false;
    }

    @Override
    String unit() {
        return "rows";
    }

    @Override
    void digest(MessageDigest digest, ByteBuffer buffer) {
        for (double value : values) {
            flushed(digest, buffer, Double.BYTES).putDouble(value);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Vectors that && channels.equals(that.channels) && Arrays.equals(starts, that.starts)
                && Arrays.equals(values, that.values) && inputs().equals(that.inputs());
    }

    @Override
    public int hashCode() {
        return Objects.hash(channels, Arrays.hashCode(starts), Arrays.hashCode(values), inputs());
    }

    /** Collects sequences one after the other. Not thread-safe. */
    public static final class Builder {

        private final Channels channels;
        private double[] values = new double[1024];
        private int[] starts = new int[64];
        private int count;

        /** A builder without sequences. */
        public Builder(Channels channels) {
            this.channels = Objects.requireNonNull(channels, "channels");
        }

        /**
         * Adds one sequence, copied.
         *
         * @param rows one number per channel each; NaN means that it is missing
         * @throws IllegalArgumentException if a row has another size, or a value is infinite
         */
        public Builder add(double[][] rows) {
            int d = channels.size();
            double[] flat = new double[Math.multiplyExact(rows.length, d)];
            for (int t = 0; t < rows.length; t++) {
                if (rows[t].length != d) {
                    throw new IllegalArgumentException("a row must have " + d + " values, one per channel; found "
                            + rows[t].length + " at position " + t + " of sequence " + count);
                }
                System.arraycopy(rows[t], 0, flat, t * d, d);
            }
            return add(flat, 0, rows.length);
        }

        /**
         * Adds rows from (inclusive) to (exclusive) of an array of rows, one after the other, as one sequence, copied.
         *
         * @throws IllegalArgumentException if a value is infinite
         */
        public Builder add(double[] source, int from, int to) {
            int d = channels.size();
            Objects.checkFromToIndex(from, to, source.length / d);
            for (int k = from * d; k < to * d; k++) {
                if (Double.isInfinite(source[k])) {
                    throw new IllegalArgumentException("values must be finite, or NaN if they are missing; found " + source[k]
                            + " in channel '" + channels.names().get(k % d) + "' at position " + (k / d - from)
                            + " of sequence " + count);
                }
            }
            int used = starts[count];
            int needed = Math.addExact(used, to - from);
            if ((long) needed * d > values.length) {
                values = Arrays.copyOf(values,
                        (int) Math.min(Integer.MAX_VALUE - 8, Math.max((long) needed * d, 2L * used * d)));
            }
            System.arraycopy(source, from * d, values, used * d, (to - from) * d);
            if (count + 2 > starts.length) {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            count++;
            starts[count] = needed;
            return this;
        }

        /** All sequences added so far. */
        public Vectors build() {
            return new Vectors(channels, Arrays.copyOf(values, starts[count] * channels.size()),
                    Arrays.copyOf(starts, count + 1), null);
        }
    }
}
