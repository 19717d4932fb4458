package psr.api.linear;

import java.util.Arrays;

/**
 * How a linear PSR behaves if its normalizer vanishes. Immutable and thread-safe.
 *
 * <p>Filtering divides by s = b∞ᵀ B_o q, the model's own probability of the symbol o. If a state is not a valid one, s
 * may be tiny or negative, and the next state huge. If s is below the level for o, or not finite, the guard forgets the
 * past and continues from the mean state q̄: q' = B_o q̄ / (b∞ᵀ B_o q̄), or q̄ itself if that denominator is not above
 * 1e-6. Unlike the paper, which has no guard.
 *
 * <p>A guard that is off acts only if there is no alternative: if s is zero or the new state is not finite.
 */
public final class Guard {

    /** Below this the fallback itself has no direction. */
    static final double VANISHING = 1e-6;

    /** One per symbol, or one for all, or none if the guard is off. */
    private final double[] levels;
    private final double[] meanState;

    private Guard(double[] levels, double[] meanState) {
        this.levels = levels.clone();
        this.meanState = meanState.clone();
        Finite.check("levels of the guard", this.levels);
        Finite.check("mean state of the guard", this.meanState);
    }

    /** A guard that acts only if no state can be computed, and then continues from the mean state q̄, copied. */
    public static Guard off(double[] meanState) {
        return new Guard(new double[0], meanState);
    }

    /** A guard that acts if s is below the level, and continues from the mean state q̄, copied. */
    public static Guard below(double level, double[] meanState) {
        return new Guard(new double[] {level}, meanState);
    }

    /** A guard that acts if s is below the symbol's own level, and continues from the mean state q̄. Both copied. */
    public static Guard below(double[] levels, double[] meanState) {
        return new Guard(levels, meanState);
    }

    /** Whether it acts on small normalizers. */
    public boolean on() {
        return levels.length > 0;
    }

    /** The level for a symbol; minus infinity if the guard is off. */
    public double level(int symbol) {
        return levels.length == 0 ? Double.NEGATIVE_INFINITY : levels[levels.length == 1 ? 0 : symbol];
    }

    /** q̄ itself; do not modify. */
    double[] mean() {
        return meanState;
    }

    /** The number of levels. */
    int count() {
        return levels.length;
    }

    /** q̄; a new array. */
    public double[] meanState() {
        return meanState.clone();
    }

    /** All levels: none if the guard is off, one for all symbols, or one per symbol; a new array. */
    public double[] levels() {
        return levels.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Guard guard && Arrays.equals(levels, guard.levels)
                && Arrays.equals(meanState, guard.meanState);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(levels) + Arrays.hashCode(meanState);
    }
}
