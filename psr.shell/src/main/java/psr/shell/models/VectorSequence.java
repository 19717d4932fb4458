package psr.shell.models;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import psr.api.data.Channels;
import psr.api.data.Vectors;
import psr.api.model.Model;
import psr.api.model.VectorFilter;

/** A filter of vectors along one sequence of a table, with the inputs that act later. Not thread-safe. */
final class VectorSequence {

    private final VectorFilter filter;
    /** Null if the model needs no inputs. */
    private final Channels inputs;
    private final int lag;
    /** The inputs of the last rows that act on future rows, oldest first. */
    private final List<double[]> waiting = new ArrayList<>();
    private int rows;
    private String time = "";

    /** @param lag rows after which an input acts */
    VectorSequence(Model model, int lag) {
        this.filter = VectorFilter.of(model);
        this.inputs = model.inputs().map(space -> space.as(Channels.class)).orElse(null);
        this.lag = lag;
        for (int k = 0; inputs != null && k < lag; k++) {
            double[] unknown = new double[inputs.size()];
            Arrays.fill(unknown, Double.NaN);
            waiting.add(unknown);
        }
    }

    /** Plans the input of the next row, which the table logged {@code lag} rows before; call it before forecasts of this row. */
    void input(double[] logged) {
        if (inputs != null) {
            waiting.add(logged.clone());
            filter.plan(Vectors.of(inputs, new double[][] {waiting.remove(0)}), 0, 0);
        }
    }

    /** Advances by a row after {@link #input}. */
    void update(double[] row, String at) {
        filter.update(row);
        rows++;
        time = at;
    }

    /**
     * Plans the inputs of future rows.
     *
     * @param logged the inputs that the table would log in these rows; with a lag fewer are needed
     * @param ahead how many rows
     */
    void plan(List<double[]> logged, int ahead) {
        if (inputs != null) {
            List<double[]> all = new ArrayList<>(waiting);
            all.addAll(logged);
            if (all.size() < ahead) {
                throw new IllegalArgumentException(missing(ahead, lag, inputs, logged.size()));
            }
            filter.plan(Vectors.of(inputs, all.subList(0, ahead).toArray(double[][]::new)), 0, 0);
        }
    }

    /** The message about missing inputs of future rows. */
    static String missing(int ahead, int lag, Channels inputs, int found) {
        return "the model needs inputs (" + String.join(", ", inputs.names().subList(0, Math.min(8, inputs.size())))
                + (inputs.size() > 8 ? ", …" : "") + "): a forecast of " + ahead + (ahead == 1 ? " row" : " rows")
                + " needs those of the next " + (ahead - lag) + ", in --inputs FILE; found " + found;
    }

    VectorFilter filter() {
        return filter;
    }

    /** The number of rows so far. */
    int rows() {
        return rows;
    }

    /** The time of the last row as it was written; empty if there is none. */
    String time() {
        return time;
    }

    /** The number of inputs of future rows that a forecast needs. */
    static int needed(Model model, int ahead, int lag) {
        Optional<?> acting = model.inputs();
        return acting.isEmpty() ? 0 : Math.max(0, ahead - lag);
    }
}
