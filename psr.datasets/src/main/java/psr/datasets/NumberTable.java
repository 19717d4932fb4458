package psr.datasets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects rows of numbers, each with its sequence, time and line. Grows without copying the numbers. */
final class NumberTable {

    /** The size of a block, in numbers. */
    private static final int BLOCK = 1 << 17;

    private final int width;
    private final int rowsPerBlock;
    private final List<double[]> blocks = new ArrayList<>();
    private int count;
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private String lastName;
    private int lastKey;
    private int[] keys = new int[1024];
    private int[] lines = new int[1024];
    private double[] times = new double[0];

    /** @param width numbers of a row */
    NumberTable(int width) {
        this.width = width;
        this.rowsPerBlock = Math.max(1, BLOCK / width);
    }

    int width() {
        return width;
    }

    int count() {
        return count;
    }

    /** The number of different names of sequences. */
    int sequences() {
        return names.size();
    }

    /** Adds a row; its numbers are then written to {@link #block} from {@link #offset}. */
    void add(String sequence, double time, boolean timed, int line) {
        if (!sequence.equals(lastName)) {
            lastName = sequence;
            lastKey = names.computeIfAbsent(sequence, any -> names.size());
        }
        if (count % rowsPerBlock == 0) {
            blocks.add(new double[rowsPerBlock * width]);
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            lines = Arrays.copyOf(lines, 2 * count);
        }
        if (timed && count >= times.length) {
            times = Arrays.copyOf(times, keys.length);
        }
        keys[count] = lastKey;
        lines[count] = line;
        if (timed) {
            times[count] = time;
        }
        count++;
    }

    /** The array with the numbers of a row. */
    double[] block(int row) {
        return blocks.get(row / rowsPerBlock);
    }

    /** The index in {@link #block} at which the numbers of a row begin. */
    int offset(int row) {
        return row % rowsPerBlock * width;
    }

    double time(int row) {
        return times[row];
    }

    int line(int row) {
        return lines[row];
    }

    /** Whether a column has a number. */
    boolean hasNumber(int column) {
        for (int row = 0; row < count; row++) {
            if (!Double.isNaN(block(row)[offset(row) + column])) {
                return true;
            }
        }
        return false;
    }

    /** The rows of each sequence, in the order of the file. */
    int[][] rows() {
        int[] sizes = new int[names.size()];
        for (int row = 0; row < count; row++) {
            sizes[keys[row]]++;
        }
        int[][] rows = new int[sizes.length][];
        for (int key = 0; key < sizes.length; key++) {
            rows[key] = new int[sizes[key]];
        }
        int[] next = new int[sizes.length];
        for (int row = 0; row < count; row++) {
            rows[keys[row]][next[keys[row]]++] = row;
        }
        return rows;
    }
}
