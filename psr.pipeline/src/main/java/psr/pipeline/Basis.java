package psr.pipeline;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.api.learn.LearningException;
import psr.api.model.SingularValues;
import psr.math.Columns;
import psr.math.linear.LinearMap;
import psr.math.linear.TruncatedSvd;

/**
 * Frequent strings of the past and of the future, and the directions they have in common: H = Σ_t x_t f_tᵀ ≈ U S Vᵀ. One
 * decomposition serves every rank up to the largest. Immutable.
 *
 * <p>The sums over the strings at a position depend only on the longest of them: the vectors e_t = S⁻¹Uᵀx_t and z_t =
 * Vᵀf_t are rows of tables.
 */
final class Basis {

    /** More steps, up to full convergence, did not change any result. */
    private static final int POWER_STEPS = 4;

    final StringTree histories;
    final StringTree futures;
    final int rank;
    /** e of each history node: S⁻¹ Uᵀ x. */
    final double[][] instrument;
    /** z of each future node: Vᵀ f. */
    final double[][] target;
    /** S. */
    final double[] singular;
    /** The singular values of H that were computed: S and some more. */
    private final double[] seen;

    private Basis(StringTree histories, StringTree futures, int rank, double[][] instrument, double[][] target,
            double[] singular, double[] seen) {
        this.histories = histories;
        this.futures = futures;
        this.rank = rank;
        this.instrument = instrument;
        this.target = target;
        this.singular = singular;
        this.seen = seen;
    }

    /**
     * Counts and decomposes.
     *
     * @param largest the largest rank; smaller if the strings have fewer directions
     */
    static Basis of(Corpus data, Shape shape, int largest, RandomGenerator random) {
        StringTree histories = StringTree.histories(data, shape.historyLength(), shape.strings(), shape.least());
        StringTree futures = StringTree.futures(data, shape.futureLength(), shape.strings(), shape.least());
        double[][] h = together(data, histories, futures);
        int rank = Math.min(largest, Math.min(h.length, h[0].length));
        TruncatedSvd svd = TruncatedSvd.approximate(new Dense(h).withCheckpoint(data.checkpoint), rank, POWER_STEPS, random);
        int carried = Math.max(1, svd.numericalRank(1e-9));
        double[] inverse = new double[carried];
        double[] one = new double[carried];
        for (int i = 0; i < carried; i++) {
            if (!(svd.s()[i] > 0)) {
                throw new LearningException("the data must have a position with a past and a future; found none");
            }
            inverse[i] = 1 / svd.s()[i];
            one[i] = 1;
        }
        return new Basis(histories, futures, carried, table(histories, svd.u(), svd.rank(), inverse),
                table(futures, svd.v(), svd.rank(), one), Arrays.copyOf(svd.s(), carried), svd.seen());
    }

    /** The singular values of H and the chosen rank. */
    SingularValues singularValues(int chosen) {
        return SingularValues.of(seen, chosen);
    }

    /** H with weighted columns: how often a past and a future string occur together. */
    private static double[][] together(Corpus data, StringTree histories, StringTree futures) {
        double[][] h = new double[histories.size()][futures.size()];
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                if (used(data, futures, i, t)) {
                    h[histories.longest[t]][futures.longest[t]]++;
                }
            }
        }
        // A position that matches a string matches its parents, too; children come after their parents.
        for (int p = histories.size() - 1; p > 0; p--) {
            RowLoops.add(1, h[p], futures.size(), h[histories.parent[p]]);
        }
        for (double[] row : h) {
            for (int f = futures.size() - 1; f > 0; f--) {
                row[futures.parent[f]] += row[f];
            }
        }
        for (int p = 0; p < histories.size(); p++) {
            double weight = histories.weight(p);
            for (int f = 0; f < futures.size(); f++) {
                h[p][f] *= weight * futures.weight(f);
            }
        }
        return h;
    }

    /** Whether a position counts: its future and that of the next position must be complete. */
    static boolean used(Corpus data, StringTree futures, int sequence, int t) {
        return data.end >= 0
                || futures.longest[t] >= 0 && t + 1 < data.start[sequence + 1] && futures.longest[t + 1] >= 0;
    }

    private static double[][] table(StringTree tree, double[] columns, int rank, double[] scale) {
        int kept = scale.length;
        double[][] table = new double[tree.size()][kept];
        for (int node = 0; node < tree.size(); node++) {
            double weight = tree.weight(node);
            for (int i = 0; i < kept; i++) {
                table[node][i] = weight * columns[node * rank + i] * scale[i]
                        + (node == 0 ? 0 : table[tree.parent[node]][i]);
            }
        }
        return table;
    }

    /** q_1 ← the mean z at the starts of sequences (of a single sequence: at all positions), q̄ ← the mean z. */
    void means(Corpus data, Operators psr) {
        long count = 0;
        long starts = 0;
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                if (used(data, futures, i, t)) {
                    double[] z = target[futures.longest[t]];
                    count++;
                    RowLoops.add(1, z, psr.d, psr.mean);
                    if (t == data.start[i] || data.count() == 1) {
                        starts++;
                        RowLoops.add(1, z, psr.d, psr.initial);
                    }
                }
            }
        }
        RowLoops.set(1.0 / count, psr.mean, psr.d, psr.mean);
        RowLoops.set(1.0 / starts, psr.initial, psr.d, psr.initial);
    }

    /** The gauge of every coordinate, 1 / rms_t (Uᵀx_t)_i, so that the states of the histories have the same size in each. */
    double[] gauge(Corpus data) {
        double[] square = new double[rank];
        long count = 0;
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                if (used(data, futures, i, t)) {
                    count++;
                    double[] e = instrument[histories.longest[t]];
                    for (int k = 0; k < rank; k++) {
                        square[k] += e[k] * e[k];
                    }
                }
            }
        }
        double[] g = new double[rank];
        for (int k = 0; k < rank; k++) {
            // (Uᵀx)_k = s_k e_k
            g[k] = 1 / (singular[k] * Math.sqrt(square[k] / count));
        }
        return g;
    }

    /** The operators of the largest rank; those of a smaller rank are their leading blocks. */
    Operators operators(Corpus data, double[] guard) {
        Sums sums = new Sums(data, this, rank);
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                if (used(data, futures, i, t)) {
                    sums.add(t, t + 1 == data.start[i + 1], instrument[histories.longest[t]]);
                }
            }
        }
        Operators psr = sums.operators(null, guard);
        psr.gauge(gauge(data));
        return psr;
    }

    /** A dense matrix by rows. */
    record Dense(double[][] row) implements LinearMap {

        @Override
        public int rows() {
            return row.length;
        }

        @Override
        public int cols() {
            return row[0].length;
        }

        @Override
        public double[][] multiply(double[][] x, int k) {
            double[][] y = new double[rows()][k];
            for (int i = 0; i < y.length; i++) {
                Columns.multiply(x, k, cols(), row[i], y[i]);
            }
            return y;
        }

        @Override
        public double[][] multiplyTransposed(double[][] x, int k) {
            double[][] y = new double[cols()][k];
            int i = 0;
            double[][] four = new double[4][];
            double[][] with = new double[4][];
            for (; i + 4 <= rows(); i += 4) {
                for (int m = 0; m < 4; m++) {
                    four[m] = row[i + m];
                    with[m] = x[i + m];
                }
                RowLoops.addOuter4(four, with, cols(), k, y);
            }
            for (; i < rows(); i++) {
                RowLoops.addOuter(row[i], cols(), x[i], k, y);
            }
            return y;
        }
    }
}
