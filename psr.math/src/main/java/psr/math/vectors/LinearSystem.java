package psr.math.vectors;

import java.util.random.RandomGenerator;

import psr.math.linear.Matrices;

/**
 * A random linear Gaussian system: damped rotations in a random basis, half as much observation noise as signal.
 *
 * @param model the true model
 * @param rootQ a matrix whose product with its transpose is Q
 */
public record LinearSystem(LinearGaussian model, double[] rootQ) {

    /** Rows before each sequence, after which the first state hardly matters: .98¹⁰⁰⁰ is below 1e-8. */
    private static final int BURN_IN = 1_000;

    /**
     * Draws a system. Angles are uniform in .1 … 1.2, radii in .9 … .98; the input of row t acts before row t is observed.
     *
     * @param n the length of the state, even
     * @param m the number of inputs
     * @param d the number of outputs
     */
    public static LinearSystem draw(int n, int m, int d, RandomGenerator random) {
        double[] rotation = new double[n * n];
        for (int i = 0; i < n; i += 2) {
            double angle = .1 + 1.1 * random.nextDouble();
            double radius = .9 + .08 * random.nextDouble();
            rotation[i * n + i] = radius * Math.cos(angle);
            rotation[i * n + i + 1] = -radius * Math.sin(angle);
            rotation[(i + 1) * n + i] = radius * Math.sin(angle);
            rotation[(i + 1) * n + i + 1] = radius * Math.cos(angle);
        }
        double[] basis = gaussian(n * n, 1, random);
        double[] a = Matrices.multiply(Matrices.multiply(basis, n, n, rotation, n), n, n,
                Matrices.pseudoInverse(basis, n, n, 1e-12), n);
        double[] c = gaussian(d * n, 1, random);
        double[] root = gaussian(n * n, Math.sqrt(.1 / n), random);
        double[] q = Matrices.multiply(root, n, n, Matrices.transpose(root, n, n), n);
        double[] before = gaussian(n * m, .3, random);
        double[] b = Matrices.multiply(a, n, n, before, m);
        double[] e = Matrices.multiply(c, d, n, before, m);
        double[] p = stationary(n, m, a, b, q);
        double[] cpc = Matrices.multiply(Matrices.multiply(c, d, n, p, n), d, n, Matrices.transpose(c, d, n), d);
        double[] r = new double[d];
        for (int i = 0; i < d; i++) {
            r[i] = .5 * cpc[i * d + i];
        }
        return new LinearSystem(new LinearGaussian(n, m, d, a, b, c, e, q, r, new double[n], p), root);
    }

    /** The covariance of the state under inputs of variance 1: P = A P Aᵀ + B Bᵀ + Q. */
    private static double[] stationary(int n, int m, double[] a, double[] b, double[] q) {
        double[] noise = Matrices.multiply(b, n, m, Matrices.transpose(b, n, m), n);
        for (int i = 0; i < n * n; i++) {
            noise[i] += q[i];
        }
        double[] at = Matrices.transpose(a, n, n);
        double[] p = noise.clone();
        for (int step = 0; step < BURN_IN; step++) {
            p = Matrices.multiply(Matrices.multiply(a, n, n, p, n), n, n, at, n);
            for (int i = 0; i < n * n; i++) {
                p[i] += noise[i];
            }
        }
        return p;
    }

    private static double[] gaussian(int count, double deviation, RandomGenerator random) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = deviation * random.nextGaussian();
        }
        return values;
    }

    /** Draws sequences; inputs are Gaussian with variance 1. */
    public Rows sample(int count, int length, RandomGenerator random) {
        int m = model.m();
        double[][] y = new double[count][];
        double[][] u = new double[count][];
        for (int i = 0; i < count; i++) {
            double[] state = new double[model.n()];
            model.sample(BURN_IN, gaussian(BURN_IN * m, 1, random), rootQ, state, random);
            u[i] = gaussian(length * m, 1, random);
            y[i] = model.sample(length, u[i], rootQ, state, random);
        }
        return new Rows(model.d(), y, m, u);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearSystem that && model.equals(that.model);
    }

    @Override
    public int hashCode() {
        return model.hashCode();
    }

    @Override
    public String toString() {
        return model.toString();
    }
}
