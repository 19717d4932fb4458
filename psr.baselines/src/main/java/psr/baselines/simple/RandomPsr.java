package psr.baselines.simple;

import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.Size;
import psr.baselines.StateSpace;
import psr.math.Kernels;
import psr.math.moments.History;
import psr.math.moments.Moments;

/**
 * A PSR with random parameters in the state space of the data: a baseline, and the random start of the paper's
 * comparisons.
 *
 * <p>The paper does not say how a random PSR is drawn, so the draw is a setting. By default B_o = Uᵀ X_o U and q_1 = Uᵀ x
 * with the entries of X_o and x uniform on [0, 1], and b∞ = Uᵀ[1_{|O|}; 0], so that b∞ᵀ q is the sum of the expectations of
 * the single symbols. Except for the initial state and normalizer of 2SR, q_1 is scaled to b∞ᵀ q_1 = 1, as every later
 * state is. B is always scaled such that the scores of the first step sum to one: Σ_o b∞ᵀ B_o q_1 = 1.
 */
@Component
@PsrService(name = "random", summary = "predictive state representation with random parameters",
        paper = "Downey, Hefny, Gordon 2017")
public final class RandomPsr implements Learner<RandomPsr.Settings> {

    /** How the parameters are drawn. */
    public enum Draw {
        /** Uniform on [0, 1] in the space of the features, then projected; the normalizer sums single symbols. */
        FEATURES,
        /** Operators with Gaussian entries; initial state and normalizer are those of 2SR. */
        GAUSSIAN,
        /** Gaussian entries of all parameters. */
        GAUSSIAN_ALL,
        /** Entries of all parameters uniform on [0, 1], in the space of the states. */
        STATES
    }

    public record Settings(
            @Option(value = "at-most-20", help = "size of the predictive state", min = 1) Size rank,
            @Option(value = "2", help = "length of the longest feature strings; 2 in the paper", min = 1, max = 8) int length,
            @Option(value = "short",
                    help = "complete: only steps with a complete past; short: also the first steps of a sequence") History history,
            @Option(value = "3e-3", help = "forget the past if the normalizer is below this; 0 is off",
                    min = 0) double guardLevel,
            @Option(value = "features",
                    help = "features: uniform, in the space of the features; gaussian: Gaussian operators, initial state and normalizer of 2sr;"
                            + " gaussian-all: all Gaussian; states: uniform, in the space of the states") Draw draw) {}

    @Override
    public LinearPsr learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Features features = Features.seenIn(data, settings.length());
        StateSpace space = StateSpace.of(data, features, Optional.of(settings.rank()), settings.history(), run,
                "random");
        LinearPsr.Parameters parameters = switch (settings.draw()) {
            case FEATURES -> inFeatureSpace(space, run);
            case GAUSSIAN -> {
                double[] normalizer = space.spectralNormaliser(Moments.count(data, features, settings.history(), run));
                RandomGenerator random = run.random("numbers");
                yield parameters(space, space.initial(), normalizer, random::nextGaussian, run);
            }
            case GAUSSIAN_ALL -> inStateSpace(space, run.random("numbers")::nextGaussian, run);
            case STATES -> inStateSpace(space, run.random("numbers")::nextDouble, run);
        };
        Guard guard = settings.guardLevel() > 0 ? Guard.below(settings.guardLevel(), space.mean())
                : Guard.off(space.mean());
        return new LinearPsr(features, space.map(), parameters, guard);
    }

    private static LinearPsr.Parameters inFeatureSpace(StateSpace space, Run run) {
        RandomGenerator random = run.random("numbers");
        double[] normalizer = space.normaliser();
        double[] initial = normalized(space.randomState(random), normalizer);
        return new LinearPsr.Parameters(initial, space.randomOperators(initial, normalizer, random, run), normalizer);
    }

    private static LinearPsr.Parameters inStateSpace(StateSpace space, DoubleSupplier numbers, Run run) {
        double[] normalizer = drawn(space.dimension(), numbers);
        double[] initial = normalized(drawn(space.dimension(), numbers), normalizer);
        return parameters(space, initial, normalizer, numbers, run);
    }

    private static LinearPsr.Parameters parameters(StateSpace space, double[] initial, double[] normalizer,
            DoubleSupplier numbers, Run run) {
        int entries = space.dimension() * space.dimension();
        return new LinearPsr.Parameters(initial, space.randomOperators(initial, normalizer, () -> {
            run.checkpoint();
            return drawn(entries, numbers);
        }), normalizer);
    }

    private static double[] drawn(int count, DoubleSupplier numbers) {
        return DoubleStream.generate(numbers).limit(count).toArray();
    }

    private static double[] normalized(double[] state, double[] normalizer) {
        StateSpace.divide(state, Kernels.dot(state.length, normalizer, state));
        return state;
    }
}
