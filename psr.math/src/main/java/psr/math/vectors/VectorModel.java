package psr.math.vectors;

import java.util.Objects;
import java.util.Optional;

import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.model.Model;
import psr.api.model.VectorFilter;

/**
 * A {@link RowModel} with names: a model of the API. Immutable and thread-safe.
 *
 * @param rows the model
 * @param space the observed channels
 * @param inputs the input channels; empty if the model has no inputs
 */
public record VectorModel(RowModel rows, Channels space, Optional<Space> inputs) implements Model {

    public VectorModel {
        int named = inputs.map(Space::size).orElse(0);
        if (rows.width() != space.size() || rows.inputWidth() != named) {
            throw new IllegalArgumentException("a model of " + rows.width() + " observed and " + rows.inputWidth()
                    + " input channels must have as many names; found " + space.size() + " and " + named);
        }
        inputs.ifPresent(each -> each.as(Channels.class));
    }

    @Override
    public VectorFilter filter() {
        return new Named(rows.start());
    }

    private final class Named implements VectorFilter {

        private final RowFilter filter;
        /** The inputs of the planned sequence, row-major; null if there is no plan. */
        private double[] planned;
        private int next;

        Named(RowFilter filter) {
            this.filter = filter;
        }

        @Override
        public void reset() {
            filter.reset();
            planned = null;
            next = 0;
        }

        @Override
        public void plan(Sequences plan, int i, int from) {
            if (inputs.isEmpty()) {
                return;
            }
            if (!plan.space().equals(inputs.get())) {
                throw new IllegalArgumentException("planned inputs must be over the input channels of the model ("
                        + inputs.get() + "); found " + plan.space());
            }
            planned = plan.as(Vectors.class).copy(i);
            next = Objects.checkIndex(from, plan.length(i) + 1);
        }

        /** The index of the next input, after a check that as many are planned. */
        private int from(int rowsAhead) {
            int width = VectorModel.this.rows.inputWidth();
            if (width > 0) {
                int left = planned == null ? 0 : planned.length / width - next;
                if (rowsAhead > left) {
                    throw new IllegalStateException("the model needs the inputs of the next " + rowsAhead
                            + " rows; planned are " + left);
                }
            }
            return next * width;
        }

        @Override
        public void update(double[] row) {
            filter.update(row, planned, from(1));
            next++;
        }

        @Override
        public void mean(int ahead, double[] into) {
            filter.mean(ahead, planned, from(ahead), into);
        }

        @Override
        public boolean covariance(int ahead, double[] into) {
            filter.covariance(ahead, into);
            return true;
        }

        @Override
        public VectorFilter copy() {
            Named copy = new Named(filter.copy());
            copy.planned = planned;
            copy.next = next;
            return copy;
        }
    }
}
