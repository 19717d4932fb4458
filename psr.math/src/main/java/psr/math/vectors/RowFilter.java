package psr.math.vectors;

/**
 * What a model knows after some rows of a sequence. Everything is in the user's units. Whatever rows come, forecasts are
 * finite. Methods other than {@link #copy} allocate nothing. Used by one thread.
 */
public interface RowFilter {

    /** Back to before the first row. */
    void reset();

    /**
     * Takes in the next row.
     *
     * @param row d values; NaN: the filter takes its own prediction. Not modified
     * @param inputs the inputs, row-major; null if the model has none. NaN: the filter takes the mean of the training data
     * @param from where the input of this row begins
     */
    void update(double[] row, double[] inputs, int from);

    /**
     * into ← the expected row {@code ahead} rows ahead; 1 is the next row.
     *
     * @param inputs the inputs, row-major; null if the model has none
     * @param from where the input of the next row begins; those of the next {@code ahead} rows are read
     * @param into d values, overwritten
     */
    void mean(int ahead, double[] inputs, int from, double[] into);

    /** into ← the covariance of the error of {@link #mean}, d×d, row-major. */
    void covariance(int ahead, double[] into);

    /** An independent filter that knows the same. */
    RowFilter copy();
}
