package psr.math.linear;

import java.util.Arrays;

/** A sparse matrix, stored row by row, empty rows not at all. Immutable and thread-safe. */
public final class SparseMatrix implements LinearMap {

    private final int rows;
    private final int cols;
    /** The rows that have entries, in order. */
    private final int[] row;
    /** Row row[r] has the entries start[r] … start[r+1]−1, in the order of their columns. */
    private final int[] start;
    private final int[] column;
    private final double[] value;

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

    /** What {@link #forEach} calls. */
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
    public double[] multiply(double[] x, int k) {
        double[] y = new double[Matrices.size(rows, k)];
        for (int r = 0; r < row.length; r++) {
            for (int e = start[r]; e < start[r + 1]; e++) {
                addRow(value[e], x, column[e] * k, y, row[r] * k, k);
            }
        }
        return y;
    }

    @Override
    public double[] multiplyTransposed(double[] x, int k) {
        double[] y = new double[Matrices.size(cols, k)];
        for (int r = 0; r < row.length; r++) {
            for (int e = start[r]; e < start[r + 1]; e++) {
                addRow(value[e], x, row[r] * k, y, column[e] * k, k);
            }
        }
        return y;
    }

    /**
     * Uᵀ A X, k×k, a new array; the rows of A without entries cost nothing.
     *
     * @param u rows×k, row-major, not modified
     * @param x cols×k, row-major, not modified
     */
    public double[] between(double[] u, double[] x, int k) {
        double[] product = new double[Matrices.size(k, k)];
        double[] y = new double[k];
        for (int r = 0; r < row.length; r++) {
            Arrays.fill(y, 0);
            for (int e = start[r]; e < start[r + 1]; e++) {
                addRow(value[e], x, column[e] * k, y, 0, k);
            }
            for (int i = 0; i < k; i++) {
                addRow(u[row[r] * k + i], y, 0, product, i * k, k);
            }
        }
        return product;
    }

    /** k entries of y from {@code to} ← themselves + α · k entries of x from {@code from}. */
    private static void addRow(double alpha, double[] x, int from, double[] y, int to, int k) {
        for (int j = 0; j < k; j++) {
            y[to + j] += alpha * x[from + j];
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
     * Adds up entries in any order; their positions end up sorted. Not thread-safe.
     *
     * <p>An open hash table: the order of its slots never shows, and each entry's sum has the order of its additions.
     */
    public static final class Builder {

        private static final long FREE = -1;

        private long[] keys = new long[16];
        private double[] sums = new double[16];
        private int used;

        /** An empty matrix whose size is given in the end. */
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
            // Fibonacci hashing spreads neighbouring positions over the table.
            int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 33) & keys.length - 1;
            while (keys[slot] != FREE && keys[slot] != key) {
                slot = slot + 1 & keys.length - 1;
            }
            return slot;
        }

        private void grow() {
            long[] wider = new long[2 * keys.length];
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
            long[] sorted = new long[used];
            int n = 0;
            for (long key : keys) {
                if (key != FREE) {
                    sorted[n++] = key;
                }
            }
            Arrays.sort(sorted);
            int[] column = new int[used];
            double[] value = new double[used];
            int filled = 0;
            for (int e = 0; e < used; e++) {
                int row = (int) (sorted[e] >>> 32);
                column[e] = (int) sorted[e];
                if (row >= rows || column[e] >= cols) {
                    throw new IllegalArgumentException("entries must lie within " + rows + "×" + cols
                            + "; found one at " + row + ", " + column[e]);
                }
                value[e] = sums[slot(keys, sorted[e])] * factor;
                filled += e == 0 || row != (int) (sorted[e - 1] >>> 32) ? 1 : 0;
            }
            int[] row = new int[filled];
            int[] start = new int[filled + 1];
            for (int e = 0, r = -1; e < used; e++) {
                int i = (int) (sorted[e] >>> 32);
                if (r < 0 || row[r] != i) {
                    row[++r] = i;
                }
                start[r + 1] = e + 1;
            }
            return new SparseMatrix(rows, cols, row, start, column, value);
        }
    }
}
