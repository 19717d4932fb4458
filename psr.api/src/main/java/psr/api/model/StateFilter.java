package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

/** A filter whose state predicts features of the future: q̂_t = E[ψ_t | o_1 … o_{t−1}]. */
@ConsumerType
public interface StateFilter extends Filter {

    /** The features that the state predicts. */
    Features features();

    /** The expected value of one feature of the future. */
    double expectedFeature(int feature);

    /** The sum of the squares of all expected features, ‖U q‖². */
    double expectedSquare();

    @Override
    StateFilter copy();
}
