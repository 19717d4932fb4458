package psr.math.vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sequences of rows of numbers, with the inputs beside them. NaN is a missing value. The input of row t is known before
 * the observation of row t, and may act on it and on later rows. The arrays are not copied: do not modify them.
 */
public final class Rows {

    private final int width;
    private final int inputWidth;
    private final double[][] observations;
    private final double[][] inputs;

    /**
     * Observations with inputs.
     *
     * @param width d, the number of observed channels, at least 1
     * @param observations of each sequence, row-major, rows×d
     * @param inputWidth m, the number of input channels, 0 or more
     * @param inputs of each sequence, row-major, rows×m; null if m is 0
     * @throws IllegalArgumentException if the sizes do not agree or a value is infinite
     */
    public Rows(int width, double[][] observations, int inputWidth, double[][] inputs) {
        if (width < 1 || inputWidth < 0) {
            throw new IllegalArgumentException("rows must have at least 1 observed channel and no fewer than 0 input"
                    + " channels; found " + width + " and " + inputWidth);
        }
        this.width = width;
        this.inputWidth = inputWidth;
        this.observations = observations.clone();
        if (inputWidth == 0) {
            this.inputs = new double[observations.length][0];
        } else if (inputs == null || inputs.length != observations.length) {
            throw new IllegalArgumentException("each of " + observations.length + " sequences must have inputs; found "
                    + (inputs == null ? 0 : inputs.length));
        } else {
            this.inputs = inputs.clone();
        }
        for (int i = 0; i < observations.length; i++) {
            if (observations[i].length % width != 0) {
                throw new IllegalArgumentException("sequence " + i + " must have " + width
                        + " values in each row; found " + observations[i].length + " values");
            }
            if (this.inputs[i].length != length(i) * inputWidth) {
                throw new IllegalArgumentException("sequence " + i + " has " + length(i) + " rows and needs "
                        + length(i) * inputWidth + " input values; found " + this.inputs[i].length);
            }
            requireNoInfinity(observations[i], i);
            requireNoInfinity(this.inputs[i], i);
        }
    }

    /** Observations without inputs. */
    public Rows(int width, double[]... observations) {
        this(width, observations, 0, null);
    }

    private static void requireNoInfinity(double[] values, int sequence) {
        for (double v : values) {
            if (Double.isInfinite(v)) {
                throw new IllegalArgumentException("values must be finite or missing (NaN); sequence " + sequence
                        + " has " + v);
            }
        }
    }

    /** d, the number of observed channels. */
    public int width() {
        return width;
    }

    /** m, the number of input channels. */
    public int inputWidth() {
        return inputWidth;
    }

    /** The number of sequences. */
    public int count() {
        return observations.length;
    }

    /** The number of rows of sequence i. */
    public int length(int i) {
        return observations[i].length / width;
    }

    /** The number of rows of the longest sequence. */
    public int longest() {
        int longest = 0;
        for (int i = 0; i < count(); i++) {
            longest = Math.max(longest, length(i));
        }
        return longest;
    }

    /** The number of rows of all sequences. */
    public int total() {
        int total = 0;
        for (int i = 0; i < count(); i++) {
            total = Math.addExact(total, length(i));
        }
        return total;
    }

    /** The observations of sequence i, row-major. */
    public double[] observations(int i) {
        return observations[i];
    }

    /** The inputs of sequence i, row-major; empty if there are none. */
    public double[] inputs(int i) {
        return inputs[i];
    }

    /** Some of the sequences, in this order. */
    public Rows select(int... numbers) {
        double[][] y = new double[numbers.length][];
        double[][] u = new double[numbers.length][];
        for (int i = 0; i < numbers.length; i++) {
            y[i] = observations[numbers[i]];
            u[i] = inputs[numbers[i]];
        }
        return new Rows(width, y, inputWidth, u);
    }

    /** Rows {@code from} to {@code to} − 1 of sequence i, as one sequence. */
    public Rows piece(int i, int from, int to) {
        return new Rows(width, new double[][] {Arrays.copyOfRange(observations[i], from * width, to * width)}, inputWidth,
                new double[][] {Arrays.copyOfRange(inputs[i], from * inputWidth, to * inputWidth)});
    }

    /**
     * These rows if there are not too many, and otherwise evenly spaced pieces of them.
     *
     * @param most about how many rows to return
     * @param length the length of a piece
     */
    public Rows limited(int most, int length) {
        if (total() <= most) {
            return this;
        }
        List<Rows> pieces = new ArrayList<>();
        int stride = (int) Math.ceil(total() / (double) most);
        int at = 0;
        for (int i = 0; i < count(); i++) {
            for (int from = 0; from < length(i); from += length) {
                if (at++ % stride == 0) {
                    pieces.add(piece(i, from, Math.min(length(i), from + length)));
                }
            }
        }
        return joined(pieces);
    }

    /** These sequences and then those. */
    public Rows append(Rows more) {
        double[][] y = Arrays.copyOf(observations, count() + more.count());
        double[][] u = Arrays.copyOf(inputs, count() + more.count());
        System.arraycopy(more.observations, 0, y, count(), more.count());
        System.arraycopy(more.inputs, 0, u, count(), more.count());
        return new Rows(width, y, inputWidth, u);
    }

    /** Two parts of data, for learning and for validation. */
    public record Parts(Rows rest, Rows heldOut) {}

    /**
     * Holds out the last sequences; of fewer than four sequences, the last rows of each. Nothing is shuffled.
     *
     * @param fraction the part to hold out, between 0 and 1
     */
    public Parts split(double fraction) {
        if (count() >= 4) {
            int held = Math.max(1, (int) Math.round(fraction * count()));
            int[] all = new int[count()];
            Arrays.setAll(all, i -> i);
            return new Parts(select(Arrays.copyOf(all, count() - held)),
                    select(Arrays.copyOfRange(all, count() - held, count())));
        }
        List<Rows> rest = new ArrayList<>();
        List<Rows> held = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            int at = length(i) - (int) Math.round(fraction * length(i));
            rest.add(piece(i, 0, at));
            held.add(piece(i, at, length(i)));
        }
        return new Parts(joined(rest), joined(held));
    }

    private static Rows joined(List<Rows> parts) {
        Rows first = parts.get(0);
        return new Rows(first.width, parts.stream().map(p -> p.observations[0]).toArray(double[][]::new), first.inputWidth,
                parts.stream().map(p -> p.inputs[0]).toArray(double[][]::new));
    }
}
