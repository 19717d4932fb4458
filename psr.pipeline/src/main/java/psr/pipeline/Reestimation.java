package psr.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.math.linear.TruncatedSvd;

/**
 * Re-estimates operators with the states of a filter as instruments. A state summarizes the whole past, a string only its
 * last few symbols.
 */
final class Reestimation {

    /** A state counts if the scores largely agree in sign: |Σp| is at least this fraction of Σ|p|. */
    private static final double AGREEMENT = .2;

    /** A state counts if its length is at most this many medians. */
    private static final double LENGTH = 20;

    /** If all sequences together have more scores than this, the median length is computed from evenly spaced sequences. */
    private static final long MEDIAN_SCORES = 500_000_000;

    private Reestimation() {}

    /**
     * New operators for each ridge: A_o = C⁻ Σ_{x_t=o} i_t z_{t+1}ᵀ, with i_t = q_t/Σp the states of a filter,
     * C0 = Σ i_t z_tᵀ = P diag(s) Qᵀ and C⁻ = Q diag(s/(s² + (ρ s_1)²)) Pᵀ.
     *
     * @param psr the filter; its rank is at most that of the basis
     * @param ridges ρ, each at least 0
     */
    static List<Operators> of(Operators psr, Basis basis, Corpus data, double... ridges) {
        int d = psr.d;
        double[] gauge = basis.gauge(data);
        double level = LENGTH * medianLength(psr, basis, data);
        Sums sums = new Sums(data, basis, d);
        StringFilter walk = new StringFilter(psr);
        double[] instrument = new double[d];
        for (int i = 0; i < data.count(); i++) {
            walk.start();
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                walk.score();
                if (counts(walk) && 1 / Math.abs(walk.sum) <= level && Basis.used(data, basis.futures, i, t)) {
                    RowLoops.set(1 / walk.sum, walk.q, d, instrument);
                    sums.add(t, t + 1 == data.start[i + 1], instrument);
                }
                walk.update(data.x[t]);
            }
        }
        double[][] together = sums.together();
        double[] flat = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(together[i], 0, flat, i * d, d);
        }
        TruncatedSvd svd = TruncatedSvd.exact(flat, d, d, d);
        List<Operators> all = new ArrayList<>();
        for (double ridge : ridges) {
            Operators next = sums.operators(inverse(svd, ridge), psr.guard);
            next.gauge(Arrays.copyOf(gauge, d));
            if (next.finite()) {
                all.add(next);
            }
        }
        return all;
    }

    private static boolean counts(StringFilter walk) {
        return Math.abs(walk.sum) >= AGREEMENT * walk.absolute && walk.absolute > 0;
    }

    /** The length of i_t is 1/|Σp|, since the filter's states have length 1. */
    private static double medianLength(Operators psr, Basis basis, Corpus data) {
        StringFilter walk = new StringFilter(psr);
        double[] length = new double[data.total()];
        int count = 0;
        int every = (int) Math.min(Math.max(1, data.count()), 1 + (long) data.total() * data.n / MEDIAN_SCORES);
        for (int i = 0; i < data.count(); i += every) {
            walk.start();
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                walk.score();
                if (counts(walk) && Basis.used(data, basis.futures, i, t)) {
                    length[count++] = 1 / Math.abs(walk.sum);
                }
                walk.update(data.x[t]);
            }
        }
        Arrays.sort(length, 0, count);
        return count == 0 ? 0 : length[count / 2];
    }

    /** C⁻ by rows. */
    static double[][] inverse(TruncatedSvd svd, double ridge) {
        int d = svd.rank();
        double[][] inverse = new double[d][d];
        double square = ridge * svd.s()[0] * ridge * svd.s()[0];
        for (int m = 0; m < d; m++) {
            double s = svd.s()[m];
            double factor = s > 0 ? s / (s * s + square) : 0;
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    inverse[i][j] += svd.v()[i * d + m] * factor * svd.u()[j * d + m];
                }
            }
        }
        return inverse;
    }
}
