package psr.math.vectors;

/**
 * A state with readouts: the common form of regression filters, autoregression, echo state networks and subspace
 * identification. Immutable and thread-safe. The arrays are not copied: do not modify them.
 */
public final class ReadoutModel implements RowModel {

    private final Standardization scale;
    private final Dynamics dynamics;
    private final Readout[] readouts;
    private final boolean[] rolled;
    private final double[][] covariances;

    /**
     * A model.
     *
     * @param scale from the user's units to those of the state
     * @param dynamics the filter
     * @param readouts for 1 … K rows ahead
     * @param rolled for 1 … K rows ahead: whether the filter is rolled out on its own forecasts instead, which is always
     *         done beyond K
     * @param covariances for 1 … K rows ahead: the covariance of the error in standard units, d×d
     */
    public ReadoutModel(Standardization scale, Dynamics dynamics, Readout[] readouts, boolean[] rolled,
            double[][] covariances) {
        this.scale = scale;
        this.dynamics = dynamics;
        this.readouts = readouts;
        this.rolled = rolled;
        this.covariances = covariances.clone();
        for (int k = 0; k < covariances.length; k++) {
            this.covariances[k] = symmetric(covariances[k], scale.mean().length);
        }
    }

    /** The mean of a matrix and its transpose, which differ by rounding errors. */
    static double[] symmetric(double[] a, int n) {
        double[] mean = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                mean[i * n + j] = .5 * (a[i * n + j] + a[j * n + i]);
            }
        }
        return mean;
    }

    @Override
    public int width() {
        return scale.mean().length;
    }

    @Override
    public int inputWidth() {
        return scale.inputMean().length;
    }

    /** K, the number of readouts. */
    public int horizon() {
        return readouts.length;
    }

    /** The units. */
    public Standardization scale() {
        return scale;
    }

    /** The filter. */
    public Dynamics dynamics() {
        return dynamics;
    }

    /** For 1 … K rows ahead; do not modify it. */
    public Readout[] readouts() {
        return readouts;
    }

    /** For 1 … K rows ahead, whether the filter is rolled out; do not modify it. */
    public boolean[] rolled() {
        return rolled;
    }

    /** For 1 … K rows ahead, in standard units; do not modify it. */
    public double[][] covariances() {
        return covariances;
    }

    /** The same model with other choices and covariances, for example those measured on held-out data. */
    public ReadoutModel with(boolean[] otherRolled, double[][] otherCovariances) {
        return new ReadoutModel(scale, dynamics, readouts, otherRolled, otherCovariances);
    }

    /** The same model that reads out or rolls out at every distance but the first. */
    public ReadoutModel rolling(boolean all) {
        boolean[] choice = new boolean[readouts.length];
        for (int k = 1; k < choice.length; k++) {
            choice[k] = all;
        }
        return with(choice, covariances);
    }

    @Override
    public RowFilter start() {
        return new ReadoutFilter(this);
    }
}
