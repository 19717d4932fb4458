package psr.spectral;

import java.util.OptionalDouble;

import psr.api.linear.Guard;
import psr.math.moments.Moments;

/** When a vanishing normalizer is replaced (see {@link Guard}). */
public enum GuardMode {

    /** Below one level for all symbols. */
    ON,

    /** Never, as in the paper. */
    OFF,

    /** Below a share of the symbol's own frequency. */
    FREQUENCY;

    /** The default for 20 symbols; measured on the ring and on text. */
    private static final double LEVEL = 3e-3;

    /** The fraction of a symbol's frequency that worked better than any single level on small alphabets. */
    private static final double SHARE = 2e-3;

    /**
     * The guard of a model.
     *
     * @param level the level or the fraction; empty for the default
     * @param meanState q̄
     */
    Guard guard(OptionalDouble level, Moments moments, double[] meanState) {
        return switch (this) {
            case OFF -> Guard.off(meanState);
            case ON -> Guard.below(level.orElse(LEVEL), meanState);
            case FREQUENCY -> {
                double[] mean = moments.futureMean();
                double[] levels = new double[moments.features().alphabet().size()];
                for (int o = 0; o < levels.length; o++) {
                    levels[o] = level.orElse(SHARE) * mean[o];
                }
                yield Guard.below(levels, meanState);
            }
        };
    }
}
