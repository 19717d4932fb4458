package psr.math.linear;

/** A matrix of which only products are needed, so that it may be sparse or a product of others. */
public interface LinearMap {

    /** The number of rows. */
    int rows();

    /** The number of columns. */
    int cols();

    /** A X, rows×k, a new array. X: cols×k, row-major, not modified. */
    double[] multiply(double[] x, int k);

    /** Aᵀ X, cols×k, a new array. X: rows×k, row-major, not modified. */
    double[] multiplyTransposed(double[] x, int k);

    /** All entries, rows×cols, row-major, a new array. */
    default double[] toDense() {
        return multiply(Matrices.identity(cols()), cols());
    }
}
