package psr.math.channels;

import psr.api.data.Sequences;
import psr.api.data.Vectors;
import psr.math.vectors.Rows;

/** The rows of data over channels. */
public final class ChannelRows {

    private ChannelRows() {}

    /** All rows, with their inputs if there are some; copied. */
    public static Rows of(Sequences data) {
        Vectors observations = data.as(Vectors.class);
        double[][] y = copies(observations);
        if (data.inputs().isEmpty()) {
            return new Rows(observations.channels().size(), y);
        }
        Vectors inputs = data.inputs().get().as(Vectors.class);
        return new Rows(observations.channels().size(), y, inputs.channels().size(), copies(inputs));
    }

    private static double[][] copies(Vectors vectors) {
        double[][] copies = new double[vectors.count()][];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = vectors.copy(i);
        }
        return copies;
    }
}
