package psr.api.model;

import java.util.Arrays;

/**
 * What a linear PSR does when its normaliser vanishes. Immutable and thread-safe.
 *
 * <p>Filtering divides by s = b∞ᵀ B_o q, the model's own probability of the symbol o. A state that left the simplex can
 * make it tiny or negative, and the next state huge. Where s is below the level for o, or not finite, the guard forgets
 * the past and goes on from the mean state q̄: q' = B_o q̄ / (b∞ᵀ B_o q̄), or q̄ itself where that denominator is not
 * above 1e-6. Unlike the paper, which has no guard: it divides by whatever comes.
 *
 * <p>A guard that is off acts only where nothing else can be done: when s is zero or the new state is not finite.
 */
public final class Guard {

    /** Below this the fallback itself has no direction. */
    static final double VANISHING = 1e-6;

    /** Per symbol, or one for all, or none where the guard is off. */
    private final double[] levels;
    private final double[] meanState;

    private Guard(double[] levels, double[] meanState) {
        this.levels = levels.clone();
        this.meanState = meanState.clone();
        Finite.check("levels of the guard", this.levels);
        Finite.check("mean state of the guard", this.meanState);
    }

    /** Acts only when no state can be computed; then goes on from the mean state q̄, copied. */
    public static Guard off(double[] meanState) {
        return new Guard(new double[0], meanState);
    }

    /** Acts when s is below the level; goes on from the mean state q̄, copied. */
    public static Guard below(double level, double[] meanState) {
        return new Guard(new double[] {level}, meanState);
    }

    /** Acts when s is below the symbol's own level; goes on from the mean state q̄. Both copied. */
    public static Guard below(double[] levels, double[] meanState) {
        return new Guard(levels, meanState);
    }

    /** Whether it acts on small normalisers. */
    public boolean on() {
        return levels.length > 0;
    }

    /** The level for a symbol; minus infinity when the guard is off. */
    public double level(int symbol) {
        return levels.length == 0 ? Double.NEGATIVE_INFINITY : levels[levels.length == 1 ? 0 : symbol];
    }

    /** q̄ itself; not to be changed. */
    double[] mean() {
        return meanState;
    }

    /** How many levels there are. */
    int count() {
        return levels.length;
    }

    /** q̄; a new array. */
    public double[] meanState() {
        return meanState.clone();
    }

    /** All levels: none where the guard is off, one for all symbols alike, or one per symbol; a new array. */
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
