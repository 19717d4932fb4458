package psr.pipeline;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.PairTable;

/**
 * The sums over positions from which operators are computed, for any instruments i_t: Σ i_t z_tᵀ, Σ_{x_t=o} i_t z_{t+1}ᵀ,
 * Σ i_t, Σ_{x_t=end} i_t. Instruments with the same future string are added before the multiplication. Not thread-safe.
 */
final class Sums {

    private final Corpus data;
    private final Basis basis;
    private final int rank;
    /** Σ i_t over the positions whose own future is this string. */
    private final double[][] before;
    /** (symbol, string) ↦ its index in {@link #gathered}. */
    private final PairTable places = new PairTable();
    /** Σ i_t over the positions with this symbol whose next future is this string. */
    private double[][] gathered = new double[64][];
    private int[] symbol = new int[64];
    private int[] string = new int[64];
    private final double[] all;
    private final double[] ended;

    Sums(Corpus data, Basis basis, int rank) {
        this.data = data;
        this.basis = basis;
        this.rank = rank;
        before = new double[basis.futures.size()][];
        all = new double[rank];
        ended = new double[rank];
    }

    /**
     * Adds a position that counts.
     *
     * @param last whether the sequence ends here
     * @param now i_t in its first elements; the array may be longer
     */
    void add(int t, boolean last, double[] now) {
        int f = basis.futures.longest[t];
        if (before[f] == null) {
            before[f] = new double[rank];
        }
        RowLoops.add(1, now, rank, before[f]);
        RowLoops.add(1, now, rank, all);
        int o = data.x[t];
        if (o == data.end) {
            RowLoops.add(1, now, rank, ended);
        } else if (!last) {
            int next = basis.futures.longest[t + 1];
            int place = places.number(o, next);
            if (place == gathered.length) {
                gathered = Arrays.copyOf(gathered, 2 * place);
                symbol = Arrays.copyOf(symbol, 2 * place);
                string = Arrays.copyOf(string, 2 * place);
            }
            if (gathered[place] == null) {
                gathered[place] = new double[rank];
                symbol[place] = o;
                string[place] = next;
            }
            RowLoops.add(1, now, rank, gathered[place]);
        }
    }

    /** C0 = Σ i_t z_tᵀ. */
    double[][] together() {
        double[][] sum = new double[rank][rank];
        for (int f = 0; f < before.length; f++) {
            if (before[f] != null) {
                RowLoops.addOuter(before[f], rank, basis.target[f], rank, sum);
            }
        }
        return sum;
    }

    /**
     * The operators C⁻ Σ ….
     *
     * @param inverse C⁻ by rows; null for the identity
     */
    Operators operators(double[][] inverse, double[] guard) {
        Operators psr = new Operators(rank, data.n, data.end, guard);
        apply(inverse, all, psr.normaliser);
        apply(inverse, ended, psr.ending);
        for (int place = 0; place < places.size(); place++) {
            int o = symbol[place];
            if (psr.a[o] == null) {
                psr.a[o] = new double[rank][rank];
            }
            RowLoops.addOuter(gathered[place], rank, basis.target[string[place]], rank, psr.a[o]);
        }
        if (inverse != null) {
            for (int o = 0; o < data.n; o++) {
                if (psr.a[o] != null) {
                    double[][] product = new double[rank][rank];
                    for (int i = 0; i < rank; i++) {
                        Columns.multiply(psr.a[o], rank, rank, inverse[i], product[i]);
                    }
                    psr.a[o] = product;
                }
            }
        }
        basis.means(data, psr);
        return psr;
    }

    private void apply(double[][] inverse, double[] x, double[] y) {
        for (int i = 0; i < rank; i++) {
            y[i] = inverse == null ? x[i] : Columns.dot(rank, inverse[i], x);
        }
    }
}
