package earlier;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/**
 * A learner of pairs of symbols. It uses as much of psr.api as fits on a page: what it calls, what it implements, and
 * what it gives away. README.md says why it must not be compiled again.
 */
@Component
@PsrService(name = "earlier", summary = "Pairs of symbols, built against psr.api 1.0.0", paper = "none")
public final class EarlierLearner implements Learner<EarlierLearner.Settings> {

    /** What it returns. */
    public enum Gives { OWN, HMM }

    /** @param smoothing added to every count */
    public record Settings(
            @Option(value = "0.5", help = "added to every count", min = 1e-9) double smoothing,
            @Option(value = "3", help = "how often it reports", min = 1) int iterations,
            @Option(value = "own", help = "a model of its own, or a hidden Markov model") Gives gives) {}

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        Symbols sequences = data.as(Symbols.class);
        int n = sequences.alphabet().size();
        if (sequences.total() == 0) {
            throw new LearningException("there must be at least one symbol; the data have none");
        }
        double[] first = new double[n];
        double[][] next = new double[n][n];
        for (int i = 0; i < sequences.count(); i++) {
            for (int t = 0; t < sequences.length(i); t++) {
                if (t == 0) {
                    first[sequences.symbol(i, t)]++;
                } else {
                    next[sequences.symbol(i, t - 1)][sequences.symbol(i, t)]++;
                }
            }
        }
        // A little noise, far below any count: so that the seed is used, and a run can be repeated only with it.
        var random = run.random("noise");
        share(first, settings.smoothing() + 1e-9 * random.nextDouble());
        for (double[] row : next) {
            share(row, settings.smoothing() + 1e-9 * random.nextDouble());
        }
        Model model = settings.gives() == Gives.OWN ? new PairModel(sequences.alphabet(), first, next)
                : hmm(sequences, first, next);
        for (int i = 1; i <= settings.iterations(); i++) {
            run.count("pairs seen", sequences.total() - sequences.count());
            if (!run.iterated(i, () -> model)) {
                return model;
            }
        }
        return model;
    }

    private static void share(double[] counts, double smoothing) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] += smoothing;
            sum += counts[i];
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] /= sum;
        }
    }

    /** The same as a hidden Markov model: the state is the symbol to come. */
    private static Hmm hmm(Symbols data, double[] first, double[][] next) {
        double[][] emission = new double[first.length][first.length];
        for (int i = 0; i < first.length; i++) {
            emission[i][i] = 1;
        }
        return new Hmm(data.alphabet(), first, next, emission);
    }
}
