package psr.api.store;

import java.util.Arrays;

/**
 * An array of numbers with a shape, row-major. Immutable; equal if the shape and every bit are equal.
 *
 * <p>Whole numbers up to 2⁵³ are exact.
 */
public final class Tensor {

    private final int[] shape;
    private final double[] values;

    private Tensor(int[] shape, double[] values) {
        this.shape = shape;
        this.values = values;
        long size = 1;
        for (int n : shape) {
            if (n < 0) {
                throw new IllegalArgumentException("a shape must have no negative length; found " + Arrays.toString(shape));
            }
            // Stop at the first excess, because a product of four lengths may overflow.
            size = Math.min(size * n, 1L << 32);
        }
        if (size != values.length) {
            throw new IllegalArgumentException("the shape " + Arrays.toString(shape) + " must hold " + size
                    + " numbers; found " + values.length);
        }
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException("a stored number must be finite; entry " + i + " is " + values[i]);
            }
        }
    }

    /**
     * An array of some numbers, copied.
     *
     * @throws IllegalArgumentException if their number does not match the shape or one is not finite
     */
    public static Tensor of(double[] values, int... shape) {
        return new Tensor(shape.clone(), values.clone());
    }

    /** A vector of some numbers, copied. */
    public static Tensor vector(double... values) {
        return of(values, values.length);
    }

    /** A vector of whole numbers. */
    public static Tensor vector(int[] values) {
        return of(Arrays.stream(values).asDoubleStream().toArray(), values.length);
    }

    /** A matrix with some rows, all of one length, copied. */
    public static Tensor matrix(double[][] rows, int columns) {
        double[] values = new double[Math.multiplyExact(rows.length, columns)];
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != columns) {
                throw new IllegalArgumentException("row " + i + " must have " + columns + " numbers; found " + rows[i].length);
            }
            System.arraycopy(rows[i], 0, values, i * columns, columns);
        }
        return of(values, rows.length, columns);
    }

    /** The lengths of the dimensions; a new array. */
    public int[] shape() {
        return shape.clone();
    }

    /** All numbers, row-major; a new array. */
    public double[] values() {
        return values.clone();
    }

    /** The rows of a matrix; new arrays. */
    public double[][] rows() {
        if (shape.length != 2) {
            throw new IllegalArgumentException("rows need a shape of 2 lengths; found " + Arrays.toString(shape));
        }
        double[][] rows = new double[shape[0]][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(values, i * shape[1], (i + 1) * shape[1]);
        }
        return rows;
    }

    /**
     * All numbers as whole numbers; a new array.
     *
     * @throws IllegalArgumentException if a number is not whole or too large
     */
    public int[] integers() {
        int[] integers = new int[values.length];
        for (int i = 0; i < integers.length; i++) {
            integers[i] = (int) values[i];
            if (integers[i] != values[i]) {
                throw new IllegalArgumentException("entry " + i + " must be a whole number; found " + values[i]);
            }
        }
        return integers;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tensor that && Arrays.equals(shape, that.shape) && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(shape) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "numbers of shape " + Arrays.toString(shape);
    }
}
