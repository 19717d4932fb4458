package psr.gradients;

import java.util.Arrays;

import psr.api.linear.Features;
import psr.api.linear.LinearPsr;
import psr.math.linear.Matrices;

/**
 * The target of each state: U⁺ψ_t for every position of the training data. Immutable and thread-safe.
 *
 * <p>The strings of a window are the prefixes of its longest one that has a feature, so there are only as many different
 * targets as features, and each position stores just one number. Strings without a feature contribute nothing; a window
 * that extends beyond the end of its sequence has no target.
 */
final class Targets {

    /** Directions that U maps to less than this fraction of the largest are not determined by the features. */
    private static final double UNDETERMINED = 1e-10;

    /** Tolerance for rounding in the difference between UᵀU and the identity. */
    private static final double ORTHONORMAL = 1e-10;

    /** Row f: U⁺ψ, where ψ indicates the string of feature f and its prefixes. */
    private final double[][] byFeature;
    /** Per sequence and position 0 … last complete: the longest string with a feature. */
    private final int[][] feature;

    Targets(double[][] byFeature, int[][] feature) {
        this.byFeature = byFeature;
        this.feature = feature;
    }

    /** The targets of sequences, in the state space of a model. */
    static Targets of(LinearPsr model, int[][] sequences) {
        Features features = model.features();
        int[] window = new int[features.longest()];
        int[][] feature = new int[sequences.length][];
        for (int i = 0; i < sequences.length; i++) {
            int[] x = sequences[i];
            int[] found = new int[x.length + 1];
            int t = 0;
            while (t <= x.length && features.window(x, x.length, t, window)) {
                int k = window.length - 1;
                while (window[k] == Features.UNSEEN) {
                    k--;
                }
                found[t++] = window[k];
            }
            feature[i] = Arrays.copyOf(found, t);
        }
        return new Targets(byFeature(model), feature);
    }

    /** For every feature f: U⁺ times the indicator of f and its prefixes. */
    static double[][] byFeature(LinearPsr model) {
        Features features = model.features();
        int d = model.dimension();
        double[] inverse = inverse(model.map(), features.count(), d);
        double[][] byFeature = new double[features.count()][d];
        for (int f = 0; f < byFeature.length; f++) {
            int[] string = features.string(f);
            if (string.length > 1) {
                int prefix = features.feature(Arrays.copyOf(string, string.length - 1));
                System.arraycopy(byFeature[prefix], 0, byFeature[f], 0, d);
            }
            for (int i = 0; i < d; i++) {
                byFeature[f][i] += inverse[i * byFeature.length + f];
            }
        }
        return byFeature;
    }

    /** U⁺, d×D. */
    private static double[] inverse(double[] map, int count, int d) {
        double[] gram = Matrices.multiplyTransposed(map, count, d, map, d);
        double off = 0;
        for (int i = 0; i < d; i++) {
            gram[i * d + i] -= 1;
        }
        for (double v : gram) {
            off = Math.max(off, Math.abs(v));
        }
        // If U is orthonormal, its transpose is the inverse, without the cost and the rounding of a decomposition.
        return off < ORTHONORMAL ? Matrices.transpose(map, count, d)
                : Matrices.pseudoInverse(map, count, d, UNDETERMINED);
    }

    /** Whether a sequence has a target at position t. */
    boolean any(int t) {
        for (int[] found : feature) {
            if (found.length > t) {
                return true;
            }
        }
        return false;
    }

    /** The last position of a sequence that has a target; −1 if none has. */
    int last(int sequence) {
        return feature[sequence].length - 1;
    }

    /** U⁺ψ_t, for t up to {@link #last}; do not modify. */
    double[] at(int sequence, int t) {
        return byFeature[feature[sequence][t]];
    }
}
