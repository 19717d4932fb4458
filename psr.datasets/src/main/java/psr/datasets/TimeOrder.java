package psr.datasets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import psr.datasets.CsvFile.Gaps;

/** Sorts the rows of sequences by time and treats gaps. */
final class TimeOrder {

    /** A step of more than this many times the median one is a gap. */
    private static final double GAP = 1.5;

    /** At most this many rows are inserted for each row of the file. */
    private static final int MOST_INSERTED = 10;

    private final NumberTable table;
    private final String name;
    /** The rows of each sequence, sorted. */
    private final int[][] rows;
    private int found;
    private int inserted;

    /** @param name of the file, for messages */
    TimeOrder(NumberTable table, String name) throws IOException {
        this.table = table;
        this.name = name;
        rows = table.rows();
        for (int[] sequence : rows) {
            sort(sequence);
        }
    }

    private void sort(int[] sequence) throws IOException {
        if (IntStream.range(1, sequence.length).anyMatch(k -> table.time(sequence[k - 1]) > table.time(sequence[k]))) {
            int[] sorted = Arrays.stream(sequence).boxed().sorted(Comparator.comparingDouble(table::time))
                    .mapToInt(Integer::intValue).toArray();
            System.arraycopy(sorted, 0, sequence, 0, sorted.length);
        }
        for (int k = 1; k < sequence.length; k++) {
            if (table.time(sequence[k - 1]) == table.time(sequence[k])) {
                throw new IOException("line " + table.line(sequence[k]) + " of " + name
                        + ": the rows of a sequence must have different times; that of line " + table.line(sequence[k - 1])
                        + " has the same");
            }
        }
    }

    /** The median step; NaN if no sequence has two rows. */
    double step() {
        double[] steps = new double[table.count()];
        int count = 0;
        for (int[] sequence : rows) {
            for (int k = 1; k < sequence.length; k++) {
                steps[count++] = table.time(sequence[k]) - table.time(sequence[k - 1]);
            }
        }
        Arrays.sort(steps, 0, count);
        return count == 0 ? Double.NaN : steps[count / 2];
    }

    /**
     * The pieces of each sequence, as rows of the table; −1 is a row that is missing.
     *
     * @throws IOException if the times are so irregular that most steps would be gaps, or so many rows are missing that they would
     *         be most of the data
     */
    List<List<int[]>> pieces(double step, Gaps gaps) throws IOException {
        List<List<int[]>> all = new ArrayList<>();
        for (int[] sequence : rows) {
            List<int[]> pieces = new ArrayList<>();
            int[] piece = new int[sequence.length];
            int length = 0;
            for (int k = 0; k < sequence.length; k++) {
                double elapsed = k == 0 ? 0 : table.time(sequence[k]) - table.time(sequence[k - 1]);
                if (gaps != Gaps.IGNORE && elapsed > GAP * step) {
                    found++;
                    if (gaps == Gaps.SPLIT) {
                        pieces.add(Arrays.copyOf(piece, length));
                        length = 0;
                    } else {
                        int missing = missing(elapsed / step, table.line(sequence[k]));
                        piece = Arrays.copyOf(piece, Math.max(piece.length, length + missing + sequence.length - k));
                        Arrays.fill(piece, length, length + missing, -1);
                        length += missing;
                    }
                }
                piece[length++] = sequence[k];
            }
            pieces.add(Arrays.copyOf(piece, length));
            all.add(pieces);
        }
        if (gaps == Gaps.SPLIT && found > table.count() / 4) {
            throw new IOException("the times of " + name + " must be regular with gaps=split; " + found + " of its "
                    + table.count() + " rows come later than " + GAP + " × the median step, " + step
                    + ": use gaps=ignore, or sequence=COLUMN if it has several sequences");
        }
        return all;
    }

    private int missing(double steps, int line) throws IOException {
        long all = inserted + Math.round(steps) - 1;
        if (all > (long) MOST_INSERTED * table.count()) {
            throw new IOException("line " + line + " of " + name + ": gaps=fill inserts at most " + MOST_INSERTED
                    + " rows for each row of the file; up to this line " + all + " are missing: use gaps=split");
        }
        int missing = (int) (all - inserted);
        inserted = (int) all;
        return missing;
    }

    /** What was changed, for the origin of the data. */
    String description(Gaps gaps) {
        return found == 0 ? "" : ", " + found + (found == 1 ? " gap" : " gaps")
                + (gaps == Gaps.SPLIT ? " split" : " filled with " + inserted + " missing rows");
    }
}
