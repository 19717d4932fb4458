package psr.shell.models;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import psr.api.data.Channels;
import psr.math.csv.CsvRows;
import psr.shell.command.Invocation;

/**
 * The inputs of future rows, in the format of the table.
 *
 * @param inputs one array per row
 * @param times the time of each row as it is written, if the table has a column for it; otherwise none
 */
record InputPlan(List<double[]> inputs, List<String> times) {

    /** No inputs. */
    static final InputPlan EMPTY = new InputPlan(List.of(), List.of());

    /** The plan of the option {@code --inputs}; empty if it was not given. */
    static Optional<InputPlan> of(Invocation call, Channels inputs, TableLayout layout) throws IOException {
        Optional<String> file = call.arguments().text("inputs");
        if (file.isEmpty()) {
            return Optional.empty();
        }
        if (file.get().equals("-")) {
            throw new IllegalArgumentException("--inputs must be a file; found -");
        }
        try (CsvRows rows = layout.open(call, file.get())) {
            int time = layout.optional(rows, "time", layout.time(), false);
            int[] columns = layout.columns(rows, inputs, 0, "inputs");
            rows.choose(time < 0 ? new int[0] : new int[] {time}, columns);
            List<double[]> all = new ArrayList<>();
            List<String> times = new ArrayList<>();
            while (rows.next()) {
                double[] row = new double[columns.length];
                rows.numbers(columns, row, 0);
                all.add(row);
                if (time >= 0) {
                    times.add(rows.word(time).strip());
                }
            }
            return Optional.of(new InputPlan(all, times));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The plan for a model; throws if there is one for a model without inputs. */
    static InputPlan of(Invocation call, Optional<Channels> inputs, TableLayout layout) throws IOException {
        if (inputs.isEmpty()) {
            call.arguments().text("inputs").ifPresent(file -> {
                throw new IllegalArgumentException("--inputs is for models with inputs; this model has none");
            });
            return EMPTY;
        }
        return of(call, inputs.get(), layout).orElse(EMPTY);
    }
}
