package psr.shell.models;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import psr.api.data.Channels;
import psr.api.model.Model;
import psr.math.csv.CsvRows;
import psr.math.csv.Times;
import psr.shell.command.Invocation;

/** The rows of a table, each with the filter of its sequence. Not thread-safe. */
final class VectorTable implements AutoCloseable {

    private final CsvRows rows;
    private final Model model;
    private final TableLayout layout;
    private final int sequence;
    private final int time;
    private final int[] observed;
    private final int[] acting;
    private final double[] row;
    private final double[] logged;
    private final Map<String, VectorSequence> sequences = new LinkedHashMap<>();
    private final Map<String, Double> last = new LinkedHashMap<>();
    private final Times times = new Times();
    private String name = "";

    private VectorTable(CsvRows rows, Model model, TableLayout layout) throws IOException {
        this.rows = rows;
        this.model = model;
        this.layout = layout;
        sequence = layout.optional(rows, "sequence", layout.sequence(), layout.chosenSequence());
        time = layout.optional(rows, "time", layout.time(), layout.chosenTime());
        Channels channels = model.space().as(Channels.class);
        Optional<Channels> inputs = model.inputs().map(space -> space.as(Channels.class));
        observed = layout.columns(rows, channels, 0, "channels");
        acting = inputs.isPresent() ? layout.columns(rows, inputs.get(), observed.length, "inputs") : new int[0];
        rows.choose(IntStream.of(sequence, time).filter(c -> c >= 0).toArray(),
                IntStream.concat(Arrays.stream(observed), Arrays.stream(acting)).toArray());
        row = new double[observed.length];
        logged = new double[acting.length];
    }

    /** Opens a file, or standard input for {@code -}, and finds the columns of the model. */
    static VectorTable open(Invocation call, String file, Model model, TableLayout layout) throws IOException {
        CsvRows rows = layout.open(call, file);
        try {
            return new VectorTable(rows, model, layout);
        } catch (IOException | RuntimeException e) {
            rows.close();
            throw e instanceof IOException ? new IllegalArgumentException(e.getMessage(), e) : (RuntimeException) e;
        }
    }

    /** Reads the next row, without its effect on the filter; returns whether there is one. */
    boolean next() {
        try {
            return rows.next();
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Plans the input of the current row in the filter of its sequence.
     *
     * @throws IllegalArgumentException if the row is wrong; then no filter has changed
     */
    VectorSequence sequence() {
        try {
            rows.numbers(observed, row, 0);
            rows.numbers(acting, logged, 0);
            name = sequence < 0 ? "" : rows.word(sequence).strip();
            if (time >= 0) {
                checkTime(rows.word(time));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        VectorSequence current = sequences.computeIfAbsent(name, any -> new VectorSequence(model, layout.lag()));
        current.input(logged);
        return current;
    }

    private void checkTime(String word) throws IOException {
        double when = times.parse(word)
                .orElseThrow(() -> rows.wrong("column " + layout.time().orElseThrow()
                        + " must have a finite number in each row, or a date as in ISO 8601 in each; found '" + word + "'"));
        Double before = last.get(name);
        if (before != null && when <= before) {
            throw rows.wrong("rows must be in the order of time (--time " + layout.time().orElseThrow() + "); found '" + word
                    + "' after a later or equal time");
        }
        last.put(name, when);
    }

    /** The time of the current row as it is written; empty if there is no column for it. */
    String time() {
        try {
            return time < 0 ? "" : rows.word(time).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The observed values of the current row; overwritten by the next. */
    double[] row() {
        return row;
    }

    /** The name of the sequence of the current row; empty if there is no column for it. */
    String name() {
        return name;
    }

    /** The sequences by name, in the order of their first rows. */
    Map<String, VectorSequence> sequences() {
        return sequences;
    }

    /** The heading of the column of the sequence, if there is one. */
    Optional<String> sequenceHeading() {
        return sequence < 0 ? Optional.empty() : Optional.of(rows.headings().get(sequence).toString());
    }

    /** The heading of the column of the time, if there is one. */
    Optional<String> timeHeading() {
        return time < 0 ? Optional.empty() : Optional.of(rows.headings().get(time).toString());
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
