package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import psr.api.data.Channels;
import psr.api.data.Vectors;
import psr.api.learn.Run;
import psr.api.source.Dataset;
import psr.math.csv.CsvRows;
import psr.math.csv.Times;

/**
 * Reads columns of numbers. A field that is empty, NA, N/A, NaN, null, none or ? is a missing value; units are read from headings
 * as in {@code temp [°C]}.
 *
 * <p>With a lag of L, the input of a row is that of the row L rows before it in the same piece; the first L are missing.
 * Several sequences are divided at random into training and test; a single one, also one in pieces, in time.
 */
final class CsvVectors {

    /** The maximum length of an array. */
    private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

    private final CsvFile.Settings settings;
    private final Run run;
    private Channels channels;
    /** Null if there are no inputs. */
    private Channels inputs;
    private double step;

    CsvVectors(CsvFile.Settings settings, Run run) {
        this.settings = settings;
        this.run = run;
    }

    /** The pieces of all sequences, and how many belong to each sequence. */
    private record Pieces(Vectors data, int[] perSequence, String gaps) {

        /** The numbers of the pieces of some sequences. */
        int[] of(int[] sequences) {
            int[] starts = new int[perSequence.length + 1];
            for (int s = 0; s < perSequence.length; s++) {
                starts[s + 1] = starts[s] + perSequence[s];
            }
            return Arrays.stream(sequences).flatMap(s -> IntStream.range(starts[s], starts[s + 1])).toArray();
        }
    }

    Dataset load() throws IOException {
        Path file = settings.file();
        Pieces first = read(file, true);
        String origin = file + ", columns " + names(channels) + (inputs == null ? "" : " with inputs " + names(inputs))
                + settings.sequence().map(column -> " by " + column)
                        .orElse(", all rows one sequence (sequence=COLUMN divides them)")
                + settings.time().map(column -> ", in the order of " + column).orElse("") + first.gaps;
        Dataset.Builder split;
        if (settings.test().isPresent()) {
            Pieces second = read(settings.test().get(), false);
            split = Dataset.builder(first.data).test(second.data);
            origin += ", tested on " + settings.test().get() + second.gaps;
        } else if (first.perSequence.length == 1) {
            split = Split.cutPieces(first.data, settings.share());
            origin += ", cut at " + settings.share();
        } else {
            int[][] parts = Split.random(first.perSequence.length, settings.share(), run);
            split = Dataset.builder(first.data.select(first.of(parts[0]))).test(first.data.select(first.of(parts[1])));
            origin += ", split at " + settings.share() + " by the seed";
        }
        return split.origin(origin).build();
    }

    private static String names(Channels channels) {
        int shown = 8;
        return channels.names().stream().limit(shown).collect(Collectors.joining(", "))
                + (channels.size() > shown ? " and " + (channels.size() - shown) + " more" : "");
    }

    private Pieces read(Path file, boolean training) throws IOException {
        try (CsvRows rows = CsvRows.open(run.file(file), settings.between(), settings.header())) {
            run.progress(Double.NaN, "reading " + rows.name());
            NumberTable table = table(rows, training);
            if (table.count() == 0) {
                throw new IOException(rows.name() + " must have at least 1 row; it has only headings");
            }
            if (training && settings.test().isEmpty() && table.count() < 2) {
                throw new IOException(rows.name() + " must have at least 2 rows, to be split (or specify a test file); found 1");
            }
            if (training) {
                requireNumbers(table, rows.name());
            }
            if (settings.time().isEmpty()) {
                return pieces(table, Arrays.stream(table.rows()).map(List::of).toList(), "");
            }
            TimeOrder order = new TimeOrder(table, rows.name());
            if (training) {
                step = order.step();
            }
            return pieces(table, order.pieces(step, settings.gaps()), order.description(settings.gaps()));
        }
    }

    private NumberTable table(CsvRows rows, boolean training) throws IOException {
        Set<Integer> used = new HashSet<>();
        int sequence = settings.sequence().isPresent() ? Columns.one(rows, "sequence", settings.sequence().get()) : -1;
        int time = settings.time().isPresent() ? Columns.one(rows, "time", settings.time().get()) : -1;
        used.add(sequence);
        used.add(time);
        int[] acting = {};
        if (settings.inputs().isPresent()) {
            acting = training ? Columns.several(rows, "inputs", settings.inputs().get(), used)
                    : same(rows, "inputs", settings.inputs().get(), inputs);
            Arrays.stream(acting).forEach(used::add);
        }
        String typed = settings.values().orElseThrow();
        int[] observed = training ? Columns.several(rows, "values", typed, used) : same(rows, "values", typed, channels);
        if (training) {
            channels = Columns.channels(rows, observed);
            inputs = acting.length == 0 ? null : Columns.channels(rows, acting);
        }
        rows.choose(IntStream.of(sequence, time).filter(c -> c >= 0).toArray(),
                IntStream.concat(IntStream.of(observed), IntStream.of(acting)).toArray());
        return fill(rows, sequence, time, observed, acting);
    }

    /** The columns of a second file; with headings they may be in another order. */
    private int[] same(CsvRows rows, String setting, String typed, Channels known) throws IOException {
        if (!settings.header()) {
            return Columns.several(rows, setting, typed, Set.of());
        }
        int[] columns = new int[known.size()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = Columns.one(rows, setting, known.names().get(c));
        }
        return columns;
    }

    private NumberTable fill(CsvRows rows, int sequence, int time, int[] observed, int[] acting) throws IOException {
        int width = observed.length + acting.length;
        NumberTable table = new NumberTable(width);
        Times times = new Times();
        while (rows.next()) {
            if (table.count() % 256 == 0) {
                Reading.checkCancelled(run);
            }
            if ((table.count() + 1L) * width > MOST_NUMBERS) {
                throw rows.wrong("a table must have at most " + MOST_NUMBERS + " numbers");
            }
            String key = sequence < 0 ? "" : rows.word(sequence).strip();
            if (sequence >= 0 && key.isEmpty()) {
                throw rows.wrong("a row must name its sequence; column " + settings.sequence().get() + " is empty");
            }
            double when = 0;
            if (time >= 0) {
                String word = rows.word(time);
                when = times.parse(word).orElseThrow(() -> rows.wrong("column " + settings.time().get()
                        + " must have a finite number in each row, or a date as in ISO 8601 in each; found '" + word + "'"));
            }
            table.add(key, when, time >= 0, rows.line());
            int row = table.count() - 1;
            rows.numbers(observed, table.block(row), table.offset(row));
            rows.numbers(acting, table.block(row), table.offset(row) + observed.length);
        }
        return table;
    }

    private void requireNumbers(NumberTable table, String name) throws IOException {
        for (int c = 0; c < table.width(); c++) {
            if (!table.hasNumber(c)) {
                throw new IOException("column " + (c < channels.size() ? channels.names().get(c)
                        : inputs.names().get(c - channels.size())) + " of " + name + " must have numbers; all are missing");
            }
        }
    }

    private Pieces pieces(NumberTable table, List<List<int[]>> sequences, String gaps) {
        int d = channels.size();
        int m = table.width() - d;
        Vectors.Builder observed = new Vectors.Builder(channels);
        Vectors.Builder acting = inputs == null ? null : new Vectors.Builder(inputs);
        for (List<int[]> pieces : sequences) {
            for (int[] piece : pieces) {
                observed.add(numbers(table, piece, 0, d, 0), 0, piece.length);
                if (acting != null) {
                    acting.add(numbers(table, piece, d, m, settings.inputLag()), 0, piece.length);
                }
            }
        }
        Vectors all = observed.build();
        return new Pieces(acting == null ? all : all.withInputs(acting.build()),
                sequences.stream().mapToInt(List::size).toArray(), gaps);
    }

    /** Some columns of some rows, each from {@code lag} rows before. */
    private static double[] numbers(NumberTable table, int[] rows, int column, int width, int lag) {
        double[] numbers = new double[Math.multiplyExact(rows.length, width)];
        Arrays.fill(numbers, Double.NaN);
        for (int t = lag; t < rows.length; t++) {
            int row = rows[t - lag];
            if (row >= 0) {
                System.arraycopy(table.block(row), table.offset(row) + column, numbers, t * width, width);
            }
        }
        return numbers;
    }
}
