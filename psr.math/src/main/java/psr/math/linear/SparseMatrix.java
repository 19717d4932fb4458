package psr.math.linear;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;

/** A sparse matrix, stored row by row; empty rows take no space. Immutable and thread-safe. */
public final class SparseMatrix implements LinearMap {

    private final int rows;
    private final int cols;
    /** The rows that have entries, in order. */
    private final int[] row;
    /** Row row[r] has the entries start[r] … start[r+1]−1, in the order of their columns. */
    private final int[] start;
    private final int[] column;
    private final double[] value;
    /** Aᵀ, computed at the first multiplication by it. A race is harmless: every thread computes the same matrix. */
    private SparseMatrix transposed;

    private SparseMatrix(int rows, int cols, int[] row, int[] start, int[] column, double[] value) {
        this.rows = rows;
        this.cols = cols;
        this.row = row;
        this.start = start;
        this.column = column;
        this.value = value;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int cols() {
        return cols;
    }

    /** The number of stored entries. */
    public int entries() {
        return value.length;
    }

    /** Receives the entries in {@link #forEach}. */
    @FunctionalInterface
    public interface Visitor {

        /** One stored entry. */
        void entry(int row, int col, double value);
    }

    /** Visits the stored entries row by row, in each row by column. */
    public void forEach(Visitor visitor) {
        for (int r = 0; r < row.length; r++) {
            for (int e = start[r]; e < start[r + 1]; e++) {
                visitor.entry(row[r], column[e], value[e]);
            }
        }
    }

    @Override
    public double[][] multiply(double[][] x, int k) {
        double[][] y = Matrices.zeros(rows, k);
        for (int r = 0; r < row.length; r++) {
            addRow(r, x, k, y[row[r]]);
        }
        return y;
    }

    @Override
    public double[][] multiplyTransposed(double[][] x, int k) {
        SparseMatrix turned = transposed;
        if (turned == null) {
            turned = transpose();
            transposed = turned;
        }
        return turned.multiply(x, k);
    }

    /** Aᵀ: entries go to their columns in the order of the rows. */
    private SparseMatrix transpose() {
        int[] next = new int[cols + 1];
        for (int j : column) {
            next[j + 1]++;
        }
        int filled = 0;
        for (int j = 0; j < cols; j++) {
            filled += next[j + 1] > 0 ? 1 : 0;
            next[j + 1] += next[j];
        }
        int[] rowOf = new int[filled];
        int[] from = new int[filled + 1];
        for (int j = 0, r = 0; j < cols; j++) {
            if (next[j + 1] > next[j]) {
                rowOf[r] = j;
                from[++r] = next[j + 1];
            }
        }
        int[] columnOf = new int[value.length];
        double[] valueOf = new double[value.length];
        for (int r = 0; r < row.length; r++) {
            for (int e = start[r]; e < start[r + 1]; e++) {
                int to = next[column[e]]++;
                columnOf[to] = row[r];
                valueOf[to] = value[e];
            }
        }
        return new SparseMatrix(cols, rows, rowOf, from, columnOf, valueOf);
    }

    /**
     * Uᵀ A X, k×k, row-major, a new array; the rows of A without entries cost nothing.
     *
     * @param u rows×k, an array for each row, not modified
     * @param x cols×k, an array for each row, not modified
     */
    public double[] between(double[][] u, double[][] x, int k) {
        OuterSum product = new OuterSum(k, k);
        double[] y = new double[k];
        for (int r = 0; r < row.length; r++) {
            Arrays.fill(y, 0);
            addRow(r, x, k, y);
            product.add(y, u[row[r]]);
        }
        return Matrices.flat(product.columns(), k);
    }

    /** y ← y + the r-th nonempty row times X. y: k long. */
    private void addRow(int r, double[][] x, int k, double[] y) {
        int e = start[r];
        int end = start[r + 1];
        for (; e + 5 <= end; e += 5) {
            Columns.add5(k, value[e], x[column[e]], value[e + 1], x[column[e + 1]], value[e + 2], x[column[e + 2]],
                    value[e + 3], x[column[e + 3]], value[e + 4], x[column[e + 4]], y);
        }
        for (; e < end; e++) {
            Kernels.add(value[e], x[column[e]], k, y);
        }
    }

    @Override
    public double[] toDense() {
        double[] dense = new double[Matrices.size(rows, cols)];
        forEach((i, j, v) -> dense[i * cols + j] = v);
        return dense;
    }

    @Override
    public String toString() {
        return rows + "×" + cols + ", " + entries() + " entries";
    }

    /**
     * Sums entries that come in any order; the result has them sorted by position. Not thread-safe.
     *
     * <p>An open-addressing hash table: the order of its slots is never visible, and each entry's sum has the order of
     * its additions.
     */
    public static final class Builder {

        private static final long FREE = -1;

        /** A table with fewer slots grows fourfold: it will not stay small, and moving an entry costs as much as adding one. */
        private static final int FEW = 1 << 12;

        private long[] keys = new long[16];
        private double[] sums = new double[16];
        private int used;

        /** An empty matrix; {@link #build} sets its size. */
        public Builder() {
            Arrays.fill(keys, FREE);
        }

        /** Adds a number to the entry at row and column, both 0 or more. */
        public Builder add(int row, int col, double amount) {
            if (2 * used >= keys.length) {
                grow();
            }
            long key = (long) row << 32 | col;
            int slot = slot(keys, key);
            if (keys[slot] == FREE) {
                keys[slot] = key;
                used++;
            }
            sums[slot] += amount;
            return this;
        }

        private static int slot(long[] keys, long key) {
            // Fibonacci hashing spreads neighboring positions over the table.
            int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 33) & keys.length - 1;
            while (keys[slot] != FREE && keys[slot] != key) {
                slot = slot + 1 & keys.length - 1;
            }
            return slot;
        }

        private void grow() {
            long[] wider = new long[(keys.length < FEW ? 4 : 2) * keys.length];
            double[] moved = new double[wider.length];
            Arrays.fill(wider, FREE);
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] != FREE) {
                    int slot = slot(wider, keys[i]);
                    wider[slot] = keys[i];
                    moved[slot] = sums[i];
                }
            }
            keys = wider;
            sums = moved;
        }

        /**
         * The matrix of all sums, each times a factor.
         *
         * @throws IllegalArgumentException if an entry lies outside of rows×cols
         */
        public SparseMatrix build(int rows, int cols, double factor) {
            int[] slots = new int[used];
            int n = 0;
            for (int slot = 0; slot < keys.length; slot++) {
                long key = keys[slot];
                if (key != FREE) {
                    if (key >>> 32 >= rows || (int) key >= cols) {
                        throw new IllegalArgumentException("entries must lie within " + rows + "×" + cols
                                + "; found one at " + (key >>> 32) + ", " + (int) key);
                    }
                    slots[n++] = slot;
                }
            }
            slots = sorted(slots, rows, cols);
            int[] column = new int[used];
            double[] value = new double[used];
            int[] row = new int[Math.min(rows, used)];
            int[] start = new int[row.length + 1];
            int filled = 0;
            for (int e = 0; e < used; e++) {
                long key = keys[slots[e]];
                column[e] = (int) key;
                value[e] = sums[slots[e]] * factor;
                int i = (int) (key >>> 32);
                if (filled == 0 || row[filled - 1] != i) {
                    row[filled++] = i;
                }
                start[filled] = e + 1;
            }
            return new SparseMatrix(rows, cols, Arrays.copyOf(row, filled), Arrays.copyOf(start, filled + 1), column, value);
        }

        /** Slots in the order of their keys: sorted by column, then by row, or by comparison if they are few. */
        private int[] sorted(int[] slots, int rows, int cols) {
            if (slots.length >= Math.max(rows, cols) / 2) {
                return countingSort(countingSort(slots, 0, cols), 32, rows);
            }
            long[] sorted = new long[slots.length];
            for (int e = 0; e < sorted.length; e++) {
                sorted[e] = keys[slots[e]];
            }
            Arrays.sort(sorted);
            for (int e = 0; e < sorted.length; e++) {
                slots[e] = slot(keys, sorted[e]);
            }
            return slots;
        }

        /** Slots in the order of one half of their keys; the sort is stable. */
        private int[] countingSort(int[] slots, int shift, int size) {
            int[] next = new int[size + 1];
            for (int slot : slots) {
                next[(int) (keys[slot] >>> shift) + 1]++;
            }
            for (int i = 0; i < size; i++) {
                next[i + 1] += next[i];
            }
            int[] dealt = new int[slots.length];
            for (int slot : slots) {
                dealt[next[(int) (keys[slot] >>> shift)]++] = slot;
            }
            return dealt;
        }
    }
}
