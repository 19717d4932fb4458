package psr.math.linear;

/**
 * A matrix of which only products are needed, so that it may be sparse or a product of other matrices. The matrices it
 * multiplies have an array for each row: the compiler vectorizes loops over whole arrays, see {@link psr.math.Columns}.
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

    /** The same matrix, but each multiplication first calls a checkpoint, which may throw to end the work. */
    default LinearMap withCheckpoint(Runnable checkpoint) {
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
