package psr.baselines.exterior;

import java.util.Optional;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.Size;
import psr.api.settings.ValidationError;
import psr.baselines.MadeOnce;
import psr.baselines.hmm.HmmNumbers;
import psr.math.linear.Eigenbasis;
import psr.math.linear.Matrices;
import psr.math.moments.History;
import psr.math.moments.Moments;
import psr.math.optimization.Lbfgs;
import psr.math.optimization.Simplex;

/**
 * Moves from a spectral solution to a valid hidden Markov model, from outside of the set of valid models. The model that
 * the moments imply has entries that are not probabilities; a penalty that grows from stage to stage drives them into the
 * valid range, while the trigrams of the model stay close to those of the data.
 *
 * <p>After Shaban et al. 2015; their abstract leaves some steps open, which we derived. The start provides the features
 * and the number of states; the moments are counted again from the data.
 *
 * <p>Unlike Shaban et al., who start from the infeasible spectral solution itself: the rows of the start are projected to
 * the nearest distributions and mixed with 30 % of uniform ones. With 20 states and 5000 sequences of the ring the
 * spectral solution is so far outside that the penalty leads to worse minima: 1.767 nats per step on average over four
 * rings instead of 1.659 (2SR 1.655). Their algorithm is {@code start=spectral}.
 */
@Component
@PsrService(name = "exterior", summary = "from a spectral solution to a valid hidden Markov model",
        paper = "Shaban, Farajtabar, Xie, Song, Boots 2015")
public final class ExteriorPoint implements Refiner<ExteriorPoint.Settings> {

    /** Strings of this length determine emissions, transitions and the order of the two. */
    private static final int LENGTH = 2;
    /** The weight of the recovered model in the first point; the rest is uniform, which keeps it inside. */
    private static final double RECOVERED = .7;
    /** The weight of the penalty in the first stage, and its growth factor from one stage to the next. */
    private static final double FIRST_PENALTY = 1e-2;
    private static final double GROWTH = 10;
    private static final int MEMORY = 10;
    /** A gradient of the mismatch below this is noise (it is about 1e-4 at the start). */
    private static final double FLAT = 1e-10;

    /** How trigrams are weighted. */
    public enum Weights {

        /** By 1/(frequency + kappa), as in a chi-squared distance. */
        INVERSE,

        /** All equally. */
        NONE
    }

    /** The first point of the minimization. */
    public enum FirstPoint {

        /** The distributions nearest to the recovered rows, mixed with uniform ones. */
        INSIDE,

        /** The recovered parameters themselves, valid or not, as in Shaban et al. */
        SPECTRAL
    }

    public record Settings(
            @Option(value = "auto", help = "number of hidden states; auto is at most the dimension of the start",
                    min = 1) OptionalInt states,
            @Option(value = "inside",
                    help = "first point: inside, near the spectral solution, or the spectral solution itself (as Shaban et al.)") FirstPoint start,
            @Option(value = "inverse", help = "weight of a trigram: inverse to its frequency, or equal weights") Weights weights,
            @Option(value = "1e-3", help = "added to a frequency before dividing by it, above 0", min = 0) double kappa,
            @Option(value = "6", help = "number of stages; the penalty grows tenfold from one to the next", min = 1) int stages,
            @Option(value = "400", help = "largest number of L-BFGS iterations in a stage", min = 1) int iterations,
            @Option(value = "20", help = "number of random combinations of the operators to try", min = 1) int combinations,
            @Option(value = "complete",
                    help = "complete: only steps with a complete past; short: also the first steps of a sequence") History history,
            @Option(value = "1e-4", help = "smallest probability in the model", min = 0,
                    max = 1) double floor) {

        public Settings {
            if (weights == Weights.INVERSE && !(kappa > 0)) {
                throw new IllegalArgumentException("kappa must be above 0 with weights=inverse; kappa=" + kappa);
            }
        }
    }

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return start instanceof LinearPsr ? Optional.empty()
                : Optional.of(ValidationError
                        .of("exterior starts from a linear PSR, for example one of 2sr; the stage before it makes none"));
    }

    @Override
    public Hmm refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        LinearPsr psr = (LinearPsr) start;
        // The recovery uses strings of no other length.
        Features features = psr.features().longest() == LENGTH ? psr.features() : Features.seenIn(data, LENGTH);
        Moments moments = Moments.count(data, features, settings.history(), run);
        SpectralRecovery recovery = new SpectralRecovery(moments, settings.states().isPresent()
                ? Size.exactly(settings.states().getAsInt()) : Size.atMost(psr.dimension()), run.random("svd"));
        int m = recovery.states();
        if (settings.states().isEmpty() && m < psr.dimension()) {
            run.count("states cut to " + m, 1);
        }
        int n = data.alphabet().size();
        Eigenbasis basis = recovery.basis(
                SpectralRecovery.combinations(settings.combinations(), n, run.random("combinations")), run::cancelled);
        if (basis.complex() > 0) {
            run.count("complex eigenvalues", basis.complex());
        }
        double[] mean = data.count() > 1 && moments.starts() > 0 ? moments.startMean()
                : moments.futureMean();
        TrigramMismatch mismatch = new TrigramMismatch(n, m, TrigramMismatch.count(data),
                settings.weights() == Weights.INVERSE ? settings.kappa() : -1, run::cancelled);
        HmmNumbers recovered = recovery.recover(basis);
        double[] theta = settings.start() == FirstPoint.INSIDE ? inside(recovered) : theta(recovered);
        double penalty = FIRST_PENALTY;
        for (int stage = 1;; stage++, penalty *= GROWTH) {
            mismatch.penalty(penalty);
            new Lbfgs(mismatch, theta, MEMORY).minimize(settings.iterations(), FLAT, run::cancelled);
            MadeOnce<Hmm> now = new MadeOnce<>(() -> model(theta, m, features, mean, settings.floor()));
            if (!run.iterated(stage, now) || stage == settings.stages()) {
                return now.get();
            }
        }
    }

    /** The first θ: the distributions nearest to the recovered rows, mixed with uniform ones. */
    static double[] inside(HmmNumbers recovered) {
        int m = recovered.states();
        int n = recovered.symbols();
        double[] theta = theta(recovered);
        project(theta, m, n);
        for (int k = 0; k < theta.length; k++) {
            int width = k < m + m * m ? m : n;
            theta[k] = RECOVERED * theta[k] + (1 - RECOVERED) / width;
        }
        return theta;
    }

    /** π, T and E concatenated; a new array. */
    static double[] theta(HmmNumbers numbers) {
        int m = numbers.states();
        double[] theta = new double[m + m * m + numbers.emission().length];
        System.arraycopy(numbers.initial(), 0, theta, 0, m);
        System.arraycopy(numbers.transition(), 0, theta, m, m * m);
        System.arraycopy(numbers.emission(), 0, theta, m + m * m, numbers.emission().length);
        return theta;
    }

    /** Replaces every row of θ by the nearest distribution. */
    private static void project(double[] theta, int m, int n) {
        Simplex.project(theta, 0, m);
        for (int i = 0; i < m; i++) {
            Simplex.project(theta, m + i * m, m);
            Simplex.project(theta, m + m * m + i * n, n);
        }
    }

    /**
     * The model of θ. Rows are projected to the simplex. Trigrams pooled over time do not determine the initial
     * distribution; it is the one whose expected features are nearest to the mean at the starts. All probabilities are
     * raised to the floor.
     */
    static Hmm model(double[] theta, int m, Features features, double[] mean, double floor) {
        int n = features.alphabet().size();
        double[] valid = theta.clone();
        project(valid, m, n);
        HmmNumbers numbers = HmmNumbers.zeros(m, n);
        System.arraycopy(valid, m, numbers.transition(), 0, m * m);
        System.arraycopy(valid, m + m * m, numbers.emission(), 0, m * n);
        double[] following = Matrices.multiply(numbers.transition(), m, m, numbers.emission(), n);
        double[] futures = SpectralRecovery.futures(features, numbers.emission(), following, m);
        System.arraycopy(Simplex.leastSquares(futures, features.count(), m, mean), 0, numbers.initial(), 0, m);
        numbers.floor(floor);
        return numbers.model(features.alphabet());
    }
}
