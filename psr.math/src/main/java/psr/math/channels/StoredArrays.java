package psr.math.channels;

import java.util.Arrays;

import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** The arrays of a stored model, with their shapes checked. */
final class StoredArrays {

    private final StoredModel stored;

    StoredArrays(StoredModel stored) {
        this.stored = stored;
    }

    /** Whether there is such an array. */
    boolean has(String name) {
        return stored.tensors().containsKey(name);
    }

    /** A text value. */
    String word(String name) {
        return stored.word(name);
    }

    private static IllegalArgumentException wrong(String name, String rule, Tensor found) {
        return new IllegalArgumentException("'" + name + "' must be " + rule + "; found " + found);
    }

    /** A vector of n numbers; of any number of them, at least 1, if n is −1. */
    double[] numbers(String name, int n) {
        Tensor tensor = stored.tensor(name);
        int[] shape = tensor.shape();
        if (shape.length != 1 || (n < 0 ? shape[0] == 0 : shape[0] != n)) {
            throw wrong(name, "a vector of " + (n < 0 ? "at least 1 number" : n + " numbers"), tensor);
        }
        return tensor.values();
    }

    /** A vector of n numbers above 0. */
    double[] positive(String name, int n) {
        double[] values = numbers(name, n);
        for (double value : values) {
            if (!(value > 0)) {
                throw new IllegalArgumentException("'" + name + "' must have numbers above 0; found " + value);
            }
        }
        return values;
    }

    /** A vector of n numbers, none below 0. */
    double[] notNegative(String name, int n) {
        double[] values = numbers(name, n);
        requireNotNegative(name, values);
        return values;
    }

    static void requireNotNegative(String name, double[] values) {
        for (double value : values) {
            if (!(value >= 0)) {
                throw new IllegalArgumentException("'" + name + "' must have no numbers below 0; found " + value);
            }
        }
    }

    /** One whole number, at least 1. */
    int count(String name) {
        double value = numbers(name, 1)[0];
        if (!(value >= 1 && value <= 1 << 20 && value == Math.rint(value))) {
            throw new IllegalArgumentException("'" + name + "' must be a whole number, 1 to " + (1 << 20) + "; found " + value);
        }
        return (int) value;
    }

    /** All numbers of a matrix, row-major. */
    double[] matrix(String name, int rows, int columns) {
        Tensor tensor = stored.tensor(name);
        if (!Arrays.equals(tensor.shape(), new int[] {rows, columns})) {
            throw wrong(name, rows + "×" + columns, tensor);
        }
        return tensor.values();
    }

    /** The rows of a matrix with so many columns; with any number of them if it is −1. */
    double[][] rows(String name, int columns) {
        Tensor tensor = stored.tensor(name);
        int[] shape = tensor.shape();
        if (shape.length != 2 || columns >= 0 && shape[1] != columns) {
            throw wrong(name, "a matrix" + (columns < 0 ? "" : " with " + columns + " columns"), tensor);
        }
        return tensor.rows();
    }

    /** The rows of a matrix of this size. */
    double[][] rows(String name, int count, int columns) {
        double[][] rows = rows(name, columns);
        if (rows.length != count) {
            throw wrong(name, count + "×" + columns, stored.tensor(name));
        }
        return rows;
    }

    /** The rows of a matrix of whole numbers. */
    int[][] integers(String name, int count, int columns) {
        rows(name, count, columns);
        int[] flat = stored.tensor(name).integers();
        int[][] rows = new int[count][];
        for (int i = 0; i < count; i++) {
            rows[i] = Arrays.copyOfRange(flat, i * columns, (i + 1) * columns);
        }
        return rows;
    }
}
