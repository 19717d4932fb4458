package psr.math.channels;

import java.util.Objects;
import java.util.Optional;

import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.model.VectorFilter;
import psr.api.store.StorableModel;
import psr.api.store.StoredModel;
import psr.math.vectors.RowModel;

/** A model of rows over named channels. Immutable and thread-safe. */
public final class ForecastModel implements StorableModel {

    private final Channels channels;
    /** Null if the model needs none. */
    private final Channels inputs;
    private final RowModel rows;

    /**
     * A model.
     *
     * @param inputs null if the model has no inputs
     * @throws IllegalArgumentException if the numbers of channels are not those of the model
     */
    public ForecastModel(Channels channels, Channels inputs, RowModel rows) {
        this.channels = Objects.requireNonNull(channels, "channels");
        this.inputs = inputs;
        this.rows = Objects.requireNonNull(rows, "rows");
        int m = inputs == null ? 0 : inputs.size();
        if (channels.size() != rows.width() || m != rows.inputWidth()) {
            throw new IllegalArgumentException("a model of " + rows.width() + " channels and " + rows.inputWidth()
                    + " inputs must have as many names; found " + channels.size() + " and " + m);
        }
    }

    /** The model that was learned from some data. */
    public static ForecastModel of(Sequences data, RowModel rows) {
        return new ForecastModel(data.space().as(Channels.class),
                data.inputs().map(inputs -> inputs.space().as(Channels.class)).orElse(null), rows);
    }

    /** The model without names. */
    public RowModel rows() {
        return rows;
    }

    @Override
    public Channels space() {
        return channels;
    }

    @Override
    public Optional<Space> inputs() {
        return Optional.ofNullable(inputs);
    }

    @Override
    public VectorFilter filter() {
        return new ForecastFilter(channels, inputs, rows.start());
    }

    @Override
    public StoredModel stored() {
        return ForecastTensors.stored(this);
    }

    @Override
    public String toString() {
        return rows.getClass().getSimpleName() + " of " + channels + (inputs == null ? "" : " with inputs, " + inputs);
    }
}
