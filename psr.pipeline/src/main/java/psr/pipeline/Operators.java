package psr.pipeline;

import java.util.Arrays;

import psr.math.Columns;

/**
 * The parameters of a linear PSR in row form, where states are rows: u = q A_o, the score of o is q A_o β, that of the
 * end q a_end. Predictions do not depend on the length of the state. A mutable data holder without copies.
 */
final class Operators {

    /** The size of a state. */
    final int d;
    /** The size of the alphabet, the end included. */
    final int n;
    /** The end symbol; −1 if there is none. */
    final int end;
    /** q_1, of length 1. */
    final double[] initial;
    /** q̄, of length 1. */
    final double[] mean;
    /** Row i of A_o is a[o][i]; null for the end and for symbols without an operator, whose score is 0. */
    final double[][][] a;
    /** β. */
    final double[] normaliser;
    /** a_end; zero if there is no end. */
    final double[] ending;
    /** One threshold per symbol: if its fraction of the sum of scores is below, the state is reset. */
    final double[] guard;

    Operators(int d, int n, int end, double[] guard) {
        this.d = d;
        this.n = n;
        this.end = end;
        this.guard = guard;
        initial = new double[d];
        mean = new double[d];
        a = new double[n][][];
        normaliser = new double[d];
        ending = new double[d];
    }

    /** The leading block of every array. */
    Operators leading(int rank) {
        Operators part = new Operators(rank, n, end, guard);
        System.arraycopy(initial, 0, part.initial, 0, rank);
        System.arraycopy(mean, 0, part.mean, 0, rank);
        System.arraycopy(normaliser, 0, part.normaliser, 0, rank);
        System.arraycopy(ending, 0, part.ending, 0, rank);
        for (int o = 0; o < n; o++) {
            if (a[o] != null) {
                part.a[o] = new double[rank][];
                for (int i = 0; i < rank; i++) {
                    part.a[o][i] = Arrays.copyOf(a[o][i], rank);
                }
            }
        }
        return part;
    }

    Operators copy() {
        return leading(d);
    }

    /** Changes the gauge, q ← q diag(g), without changing any prediction; then scales q_1 and q̄ to length 1. */
    void gauge(double[] g) {
        for (int i = 0; i < d; i++) {
            normaliser[i] /= g[i];
            ending[i] /= g[i];
            initial[i] *= g[i];
            mean[i] *= g[i];
        }
        for (double[][] operator : a) {
            if (operator != null) {
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        operator[i][j] *= g[j] / g[i];
                    }
                }
            }
        }
        unit(initial);
        unit(mean);
    }

    /** The gauge in which the states of a filter have the same size in every coordinate. */
    double[] even(Corpus data) {
        double[] g = new double[d];
        StringFilter walk = new StringFilter(this);
        for (int i = 0; i < data.count(); i++) {
            walk.start();
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                for (int k = 0; k < d; k++) {
                    g[k] += walk.q[k] * walk.q[k];
                }
                walk.score();
                walk.update(data.x[t]);
            }
        }
        for (int k = 0; k < d; k++) {
            g[k] = g[k] > 0 ? Math.sqrt(data.total() / g[k]) : 1;
        }
        return g;
    }

    /** x ← x/‖x‖; returns whether x has a length. */
    static boolean unit(double[] x) {
        double norm = Math.sqrt(Columns.dot(x.length, x, x));
        if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
            return false;
        }
        RowLoops.set(1 / norm, x, x.length, x);
        return true;
    }

    /** readout[i][o] ← (A_o β)_i, and a_end in the column of the end. */
    void readout(double[][] readout) {
        for (int i = 0; i < d; i++) {
            Arrays.fill(readout[i], 0, n, 0);
            for (int o = 0; o < n; o++) {
                if (a[o] != null) {
                    readout[i][o] = Columns.dot(d, a[o][i], normaliser);
                }
            }
            if (end >= 0) {
                readout[i][end] = ending[i];
            }
        }
    }

    boolean finite() {
        double sum = 0;
        for (double[][] operator : a) {
            if (operator != null) {
                for (double[] row : operator) {
                    sum += zero(row);
                }
            }
        }
        sum += zero(initial) + zero(mean) + zero(normaliser) + zero(ending);
        return sum == 0;
    }

    /** 0 if all numbers are finite, otherwise NaN. */
    private static double zero(double[] x) {
        double sum = 0;
        for (double v : x) {
            sum += 0 * v;
        }
        return sum;
    }
}
