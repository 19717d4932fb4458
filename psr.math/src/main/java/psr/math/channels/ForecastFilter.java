package psr.math.channels;

import java.util.List;

import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Vectors;
import psr.api.model.VectorFilter;
import psr.math.vectors.RowFilter;

/** A filter whose inputs come from a plan. Not thread-safe. */
final class ForecastFilter implements VectorFilter {

    private final Channels channels;
    private final Channels inputs;
    private final RowFilter filter;
    private Vectors plan;
    private int sequence;
    private int next;
    /** A buffer for the inputs of the rows that a call needs, row by row; null if the model has none. */
    private double[] rows;

    /** @param inputs null if the model has none */
    ForecastFilter(Channels channels, Channels inputs, RowFilter filter) {
        this.channels = channels;
        this.inputs = inputs;
        this.filter = filter;
        rows = inputs == null ? null : new double[inputs.size()];
    }

    @Override
    public void reset() {
        filter.reset();
        plan = null;
    }

    @Override
    public void plan(Sequences planned, int i, int from) {
        if (inputs == null) {
            return;
        }
        Vectors vectors = planned.as(Vectors.class);
        List<String> names = vectors.channels().names();
        if (!names.equals(inputs.names())) {
            throw new IllegalArgumentException("planned inputs must have the input channels of the model (" + inputs + "); found "
                    + vectors.channels());
        }
        plan = vectors;
        sequence = i;
        next = from;
    }

    /** Copies the inputs of the next rows. */
    private void read(int count) {
        if (inputs == null) {
            return;
        }
        int length = plan == null ? 0 : plan.length(sequence) - next;
        if (count > length) {
            throw new IllegalStateException("the model needs the inputs " + String.join(", ", inputs.names())
                    + " of the next " + count + (count == 1 ? " row" : " rows") + "; planned are " + Math.max(0, length));
        }
        int m = inputs.size();
        if (rows.length < count * m) {
            rows = new double[2 * count * m];
        }
        for (int k = 0; k < count; k++) {
            for (int c = 0; c < m; c++) {
                rows[k * m + c] = plan.value(sequence, next + k, c);
            }
        }
    }

    @Override
    public void update(double[] row) {
        if (row.length < channels.size()) {
            throw new IllegalArgumentException("a row must have " + channels.size() + " values, one for each channel; found "
                    + row.length);
        }
        read(1);
        filter.update(row, rows, 0);
        next++;
    }

    @Override
    public void mean(int ahead, double[] into) {
        if (ahead < 1) {
            throw new IllegalArgumentException("a forecast must be at least 1 row ahead; found " + ahead);
        }
        read(ahead);
        filter.mean(ahead, rows, 0, into);
    }

    @Override
    public boolean covariance(int ahead, double[] into) {
        filter.covariance(ahead, into);
        return true;
    }

    @Override
    public VectorFilter copy() {
        ForecastFilter copy = new ForecastFilter(channels, inputs, filter.copy());
        copy.plan = plan;
        copy.sequence = sequence;
        copy.next = next;
        return copy;
    }
}
