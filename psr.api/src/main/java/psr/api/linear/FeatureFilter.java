package psr.api.linear;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.SymbolFilter;

/** A filter whose state predicts features of the future: q̂_t = E[ψ_t | o_1 … o_{t−1}]. */
@ConsumerType
public interface FeatureFilter extends SymbolFilter {

    /** The features that the state predicts. */
    Features features();

    /** The expected value of one feature of the future. */
    double expectedFeature(int feature);

    /**
     * The expected value of every single symbol, (U q)_o: features 0 … |O|−1, up to rounding.
     *
     * @param into overwritten; one number per symbol, not necessarily finite if the state is huge
     */
    default void expectedSymbols(double[] into) {
        for (int o = 0; o < features().alphabet().size(); o++) {
            into[o] = expectedFeature(o);
        }
    }

    /** The sum of the squares of all expected features, ‖U q‖². */
    double expectedSquare();

    @Override
    FeatureFilter copy();
}
