package psr.math;

import java.util.Arrays;

/**
 * Sums of outer products x yᵀ, one sum for each symbol, stored by columns. Products are buffered in their order until the
 * sums are read or {@value #CAPACITY} are waiting. Those of one symbol are then added together, so its sum is read and
 * written once for up to five of them. docs/PERFORMANCE.md has the figures. Not thread-safe.
 */
public final class OuterSums {

    /** The size of the buffer; a minibatch of the ring has 160 products. */
    private static final int CAPACITY = 256;

    /** The number of columns that are updated together, so that they stay in the cache. */
    private static final int BLOCK = 16;

    private final int rows;
    private final int cols;
    private final double[][][] columns;
    /** For each symbol, whether its columns hold a sum; otherwise they hold old values. */
    private final boolean[] filled;
    /** x, y and symbol of the buffered products; the first {@link #waiting}. */
    private final double[][] left;
    private final double[][] right;
    private final int[] symbol;
    private int waiting;
    /** The buffered products by symbol; those of a symbol end before index {@code end}, and there are {@code count} of them. */
    private final int[] order;
    private final int[] end;
    private final int[] count;
    /** The symbols that have a sum; the first {@link #touched}. One element more is written than is used. */
    private final int[] symbols;
    private int touched;
    /** Σ|sum| of each row, over all symbols. */
    private final double[] sizes;
    private final double[] zero;

    /** Zeros, for this many symbols and of this size. */
    public OuterSums(int n, int rows, int cols) {
        this.rows = rows;
        this.cols = cols;
        columns = new double[n][][];
        filled = new boolean[n];
        left = new double[CAPACITY][rows];
        right = new double[CAPACITY][cols];
        symbol = new int[CAPACITY];
        order = new int[CAPACITY];
        end = new int[n];
        count = new int[n];
        symbols = new int[n + 1];
        sizes = new double[rows];
        zero = new double[Math.max(rows, cols)];
        // Allocated one after the other, so that they are adjacent in memory, too.
        double[][] all = new double[Math.multiplyExact(n, cols)][rows];
        Arrays.setAll(columns, o -> Arrays.copyOfRange(all, o * cols, (o + 1) * cols));
    }

    /** Back to zero. */
    public void clear() {
        for (int k = 0; k < touched; k++) {
            filled[symbols[k]] = false;
        }
        touched = 0;
        waiting = 0;
    }

    /** Adds x yᵀ to the sum of a symbol. Both are copied. */
    public void add(int o, double[] x, double[] y) {
        System.arraycopy(x, 0, left[waiting], 0, rows);
        add(o, y);
    }

    /** Where to put an x right before {@link #add(int, double[])}. */
    public double[] left() {
        return left[waiting];
    }

    /** Adds x yᵀ to the sum of a symbol, where x is in {@link #left}. y is copied. */
    public void add(int o, double[] y) {
        System.arraycopy(y, 0, right[waiting], 0, cols);
        symbol[waiting] = o;
        if (++waiting == CAPACITY) {
            settle(false);
        }
    }

    /** The number of symbols that have a sum. */
    public int touched() {
        settle(false);
        return touched;
    }

    /** The k-th symbol that has a sum. */
    public int touched(int k) {
        return symbols[k];
    }

    /** Σ|entry|, over all sums. */
    public double normL1() {
        Arrays.fill(sizes, 0);
        settle(true);
        return Columns.normL1(rows, sizes);
    }

    /** The sum of a symbol, by columns, until something is added or cleared; do not change it. */
    public double[][] columns(int o) {
        settle(false);
        if (!filled[o]) {
            for (double[] column : columns[o]) {
                Arrays.fill(column, 0);
            }
        }
        return columns[o];
    }

    /**
     * Adds all buffered products. On request also adds the sizes of the sums to {@link #sizes}, each while it is in the
     * cache.
     */
    private void settle(boolean measured) {
        sort();
        for (int k = 0; k < touched && (measured || waiting > 0); k++) {
            int o = symbols[k];
            if (count[o] > 0) {
                if (rows == Columns.USUAL && cols == Columns.USUAL) {
                    addUsual(end[o] - count[o], end[o], !filled[o], columns[o]);
                } else {
                    addAny(end[o] - count[o], end[o], !filled[o], columns[o]);
                }
                filled[o] = true;
                count[o] = 0;
            }
            if (measured) {
                Columns.addAbs(columns[o], rows, cols, sizes);
            }
        }
        waiting = 0;
    }

    /** Groups the buffered products by symbol. */
    @SuppressWarnings("ShortCircuitBoolean") // a branch that no processor can predict costs more than the comparison
    private void sort() {
        for (int w = 0; w < waiting; w++) {
            int o = symbol[w];
            symbols[touched] = o;
            touched += count[o] == 0 & !filled[o] ? 1 : 0;
            count[o]++;
        }
        if (waiting > 0) {
            int at = 0;
            for (int k = 0; k < touched; k++) {
                end[symbols[k]] = at;
                at += count[symbols[k]];
            }
        }
        for (int w = 0; w < waiting; w++) {
            order[end[symbol[w]]++] = w;
        }
    }

    /** A ← A + the products at these indices of the order; A counts as zero if it is fresh. */
    private void addAny(int from, int to, boolean fresh, double[][] a) {
        // A may be larger than the cache: one block of columns gets all products before the next.
        for (int j = 0; j < cols; j += BLOCK) {
            boolean first = fresh;
            for (int w = from; w < to; w += 4, first = false) {
                addFour(w, to, first, j, Math.min(j + BLOCK, cols), a);
            }
        }
    }

    /** Columns begin … end−1 of A ← A + the products at four indices of the order, or at fewer before {@code to}. */
    private void addFour(int w, int to, boolean fresh, int begin, int end, double[][] a) {
        double[] x0 = left[order[w]];
        double[] x1 = left(w + 1, to);
        double[] x2 = left(w + 2, to);
        double[] x3 = left(w + 3, to);
        double[] y0 = right[order[w]];
        double[] y1 = right(w + 1, to);
        double[] y2 = right(w + 2, to);
        double[] y3 = right(w + 3, to);
        for (int j = begin; j < end; j++) {
            if (fresh) {
                Columns.set4(rows, y0[j], x0, y1[j], x1, y2[j], x2, y3[j], x3, a[j]);
            } else {
                Columns.add4(rows, y0[j], x0, y1[j], x1, y2[j], x2, y3[j], x3, a[j]);
            }
        }
    }

    private double[] left(int w, int to) {
        return w < to ? left[order[w]] : zero;
    }

    private double[] right(int w, int to) {
        return w < to ? right[order[w]] : zero;
    }

    /** As {@link #addAny}, three to five at a time: six are three and three, eight four and four. */
    private void addUsual(int from, int to, boolean fresh, double[][] a) {
        boolean first = fresh;
        for (int w = from; w < to; first = false) {
            int more = to - w;
            int part = more <= 5 ? more : more <= 10 ? (more + 1) / 2 : 5;
            int k0 = order[w];
            int k1 = order[Math.min(w + 1, to - 1)];
            int k2 = order[Math.min(w + 2, to - 1)];
            int k3 = order[Math.min(w + 3, to - 1)];
            int k4 = order[Math.min(w + 4, to - 1)];
            if (part <= 3) {
                double[] x1 = part > 1 ? left[k1] : zero;
                double[] x2 = part > 2 ? left[k2] : zero;
                if (first) {
                    UsualOuter.set(left[k0], x1, x2, right[k0], right[k1], right[k2], a);
                } else {
                    UsualOuter.add(left[k0], x1, x2, right[k0], right[k1], right[k2], a);
                }
            } else if (part == 4) {
                if (first) {
                    UsualOuter.set(left[k0], left[k1], left[k2], left[k3], right[k0], right[k1], right[k2], right[k3], a);
                } else {
                    UsualOuter.add(left[k0], left[k1], left[k2], left[k3], right[k0], right[k1], right[k2], right[k3], a);
                }
            } else {
                if (first) {
                    UsualOuter.set(left[k0], left[k1], left[k2], left[k3], left[k4], right[k0], right[k1], right[k2], right[k3],
                            right[k4], a);
                } else {
                    UsualOuter.add(left[k0], left[k1], left[k2], left[k3], left[k4], right[k0], right[k1], right[k2], right[k3],
                            right[k4], a);
                }
            }
            w += part;
        }
    }
}
