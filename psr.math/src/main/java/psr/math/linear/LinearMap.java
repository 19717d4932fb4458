package psr.math.linear;

/**
 * A matrix of which only products are needed, so that it may be sparse or a product of others. What it multiplies has an
 * array for each row: loops over whole arrays are the ones that the compiler vectorises, see {@link psr.math.Columns}.
 */
public interface LinearMap {

    /** The number of rows. */
    int rows();

    /** The number of columns. */
    int cols();

    /** A X, rows×k, new arrays, one for each row. X: cols×k, an array for each row, not modified. */
    double[][] multiply(double[][] x, int k);

    /** Aᵀ X, cols×k, new arrays, one for each row. X: rows×k, an array for each row, not modified. */
    double[][] multiplyTransposed(double[][] x, int k);

    /** The same matrix; each multiplication calls somebody first, who may throw to end it. */
    default LinearMap after(Runnable checkpoint) {
        return new LinearMap() {
            @Override
            public int rows() {
                return LinearMap.this.rows();
            }

            @Override
            public int cols() {
                return LinearMap.this.cols();
            }

            @Override
            public double[][] multiply(double[][] x, int k) {
                checkpoint.run();
                return LinearMap.this.multiply(x, k);
            }

            @Override
            public double[][] multiplyTransposed(double[][] x, int k) {
                checkpoint.run();
                return LinearMap.this.multiplyTransposed(x, k);
            }

            @Override
            public double[] toDense() {
                checkpoint.run();
                return LinearMap.this.toDense();
            }
        };
    }

    /** All entries, rows×cols, row-major, a new array. */
    default double[] toDense() {
        int n = cols();
        return Matrices.flat(multiply(Matrices.rows(Matrices.identity(n), n, n), n), n);
    }
}
