package psr.math.vectors;

/**
 * How a state follows from rows: q_{t+1} = f(q_t, y_t, v_t), in standard units. v_t is the input that is known before row
 * t + 1, so that q_t knows everything on which row t can depend. Immutable and thread-safe.
 */
public interface Dynamics {

    /** The length of a state. */
    int dimension();

    /** New work space for {@link #step}. */
    double[][] work();

    /**
     * q ← the state before the first row.
     *
     * @param v the input of the first row, m values
     */
    void begin(double[] v, double[] q);

    /**
     * next ← the state after one more row.
     *
     * @param q the state before the row, not modified
     * @param y the row, d values, finite, not modified
     * @param v the input of the row after it, m values, not modified
     * @param work what {@link #work} gave, overwritten
     * @param next overwritten; not q
     */
    void step(double[] q, double[] y, double[] v, double[][] work, double[] next);
}
