package psr.baselines.exterior;

import java.util.Optional;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.TrainingData;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Features;
import psr.api.model.Hmm;
import psr.api.model.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.Size;
import psr.baselines.MadeOnce;
import psr.baselines.hmm.HmmNumbers;
import psr.math.linear.Eigenbasis;
import psr.math.linear.Matrices;
import psr.math.moments.History;
import psr.math.moments.Moments;
import psr.math.optimization.Lbfgs;
import psr.math.optimization.Simplex;

/**
 * From a spectral solution to a valid hidden Markov model, from outside: the model that the moments imply has entries
 * that are no probabilities; a penalty that grows from stage to stage drives them to be some, while the trigrams of the
 * model stay close to those of the data.
 *
 * <p>After Shaban et al. 2015; what their abstract leaves open is our derivation. The start gives the features and the
 * number of states; the moments are counted again from the data.
 *
 * <p>Unlike Shaban et al., who start from the infeasible spectral solution itself: the rows of the start are drawn to the
 * nearest distributions and mixed with 30 % of uniform ones. With 20 states and 5000 sequences of the ring the spectral
 * solution is so far outside that the penalty leads to worse minima: 1.767 nats per step on average of four rings instead of
 * 1.659 (2SR 1.655). Theirs is {@code start=spectral}.
 */
@Component
@PsrService(name = "exterior", summary = "from a spectral solution to a valid hidden Markov model",
        paper = "Shaban, Farajtabar, Xie, Song, Boots 2015")
public final class ExteriorPoint implements Refiner<ExteriorPoint.Settings> {

    /** The strings that determine emissions, transitions and the order of the two. */
    private static final int LENGTH = 2;
    /** How much of the start of the minimisation is the recovered model; the rest is uniform and keeps it inside. */
    private static final double RECOVERED = .7;
    /** The weight of the penalty in the first stage, and its growth from one to the next. */
    private static final double FIRST_PENALTY = 1e-2;
    private static final double GROWTH = 10;
    private static final int MEMORY = 10;
    /** Below this a gradient of the mismatch (about 1e-4 at the start) is noise. */
    private static final double FLAT = 1e-10;

    /** How trigrams are weighed. */
    public enum Weights {

        /** By 1/(frequency + kappa), as in a chi-squared distance. */
        INVERSE,

        /** All alike. */
        NONE
    }

    /** Where the minimisation begins. */
    public enum FirstPoint {

        /** The distributions nearest to the recovered rows, mixed with uniform ones. */
        INSIDE,

        /** The recovered numbers as they are, valid or not, as Shaban et al. do. */
        SPECTRAL
    }

    /** What may be chosen. */
    public record Settings(
            @Option(value = "auto", help = "number of hidden states; auto is at most the dimension of the start",
                    min = 1) OptionalInt states,
            @Option(value = "inside",
                    help = "begin inside, near the spectral solution, or at the spectral solution itself (as Shaban et al.)") FirstPoint start,
            @Option(value = "inverse", help = "weight of a trigram: inverse to its frequency, or none") Weights weights,
            @Option(value = "1e-3", help = "added to a frequency before dividing by it, above 0", min = 0) double kappa,
            @Option(value = "6", help = "stages; the penalty grows tenfold from one to the next", min = 1) int stages,
            @Option(value = "400", help = "iterations of L-BFGS in a stage at most", min = 1) int iterations,
            @Option(value = "20", help = "random combinations of the operators that are tried", min = 1) int combinations,
            @Option(value = "complete",
                    help = "complete uses only steps with a whole past, short also the first of a sequence") History history,
            @Option(value = "1e-4", help = "what every probability of the model is raised to at least", min = 0,
                    max = 1) double floor) {

        /** Refuses to divide by nothing. */
        public Settings {
            if (weights == Weights.INVERSE && !(kappa > 0)) {
                throw new IllegalArgumentException("kappa must be above 0 with weights=inverse; kappa=" + kappa);
            }
        }
    }

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public Optional<String> objection(Model start) {
        return start instanceof LinearPsr ? Optional.empty()
                : Optional.of("exterior starts from a linear PSR, such as 2sr makes; the stage before it makes none");
    }

    @Override
    public Hmm refine(Model start, TrainingData data, Settings settings, Run run) {
        LinearPsr psr = (LinearPsr) start;
        // Strings of other lengths would tell nothing that the recovery uses.
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
        double[] mean = data.sequences().count() > 1 && moments.starts() > 0 ? moments.startMean()
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

    /** θ to begin with: the distributions nearest to the recovered rows, mixed with uniform ones. */
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

    /** π, T and E behind each other; a new array. */
    static double[] theta(HmmNumbers numbers) {
        int m = numbers.states();
        double[] theta = new double[m + m * m + numbers.emission().length];
        System.arraycopy(numbers.initial(), 0, theta, 0, m);
        System.arraycopy(numbers.transition(), 0, theta, m, m * m);
        System.arraycopy(numbers.emission(), 0, theta, m + m * m, numbers.emission().length);
        return theta;
    }

    /** Replaces every row of θ by the distribution nearest to it. */
    private static void project(double[] theta, int m, int n) {
        Simplex.project(theta, 0, m);
        for (int i = 0; i < m; i++) {
            Simplex.project(theta, m + i * m, m);
            Simplex.project(theta, m + m * m + i * n, n);
        }
    }

    /**
     * The model of θ: rows to the simplex; the initial distribution, which trigrams pooled over time do not tell, is
     * the one whose expected features are nearest to the mean at the starts; all raised to the floor.
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
