package psr.baselines.simple;

import java.util.Optional;
import java.util.random.RandomGenerator;

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

/**
 * A PSR with random parameters in the state space of the data: a baseline, and the random start of the paper's
 * comparisons.
 *
 * <p>B_o = Uᵀ X_o U and q_1 = Uᵀ x with the entries of X_o and x uniform on [0, 1], b∞ = Uᵀ[1_{|O|}; 0], so that b∞ᵀ q is
 * the sum of the expectations of the single symbols. q_1 is scaled to b∞ᵀ q_1 = 1, as every later state is, and B such
 * that the scores of the first step sum to one: Σ_o b∞ᵀ B_o q_1 = 1.
 */
@Component
@PsrService(name = "random", summary = "predictive state representation with random parameters",
        paper = "Downey, Hefny, Gordon 2017")
public final class RandomPsr implements Learner<RandomPsr.Settings> {

    public record Settings(
            @Option(value = "at-most-20", help = "size of the predictive state", min = 1) Size rank,
            @Option(value = "2", help = "length of the longest feature strings; 2 in the paper", min = 1, max = 8) int length,
            @Option(value = "short",
                    help = "complete: only steps with a complete past; short: also the first steps of a sequence") History history,
            @Option(value = "3e-3", help = "forget the past if the normalizer is below this; 0 is off",
                    min = 0) double guardLevel) {}

    @Override
    public LinearPsr learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Features features = Features.seenIn(data, settings.length());
        StateSpace space = StateSpace.of(data, features, Optional.of(settings.rank()), settings.history(), run,
                "random");
        RandomGenerator random = run.random("numbers");
        double[] normaliser = space.normaliser();
        double[] initial = space.randomState(random);
        StateSpace.divide(initial, Kernels.dot(initial.length, normaliser, initial));
        double[][] operators = space.randomOperators(initial, normaliser, random, run);
        Guard guard = settings.guardLevel() > 0 ? Guard.below(settings.guardLevel(), space.mean())
                : Guard.off(space.mean());
        return new LinearPsr(features, space.map(), new LinearPsr.Parameters(initial, operators, normaliser), guard);
    }
}
