package psr.math.vectors;

/**
 * A linear Gaussian model of rows, whose filter is Kalman's.
 *
 * @param scale from the user's units to those of the model
 * @param linear the model
 */
public record KalmanModel(Standardization scale, LinearGaussian linear) implements RowModel {

    @Override
    public int width() {
        return linear.d();
    }

    @Override
    public int inputWidth() {
        return linear.m();
    }

    @Override
    public RowFilter start() {
        return new KalmanFilter(this);
    }
}
