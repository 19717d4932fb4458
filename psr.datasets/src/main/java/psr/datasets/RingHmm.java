package psr.datasets;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * The paper's synthetic data: a random hidden Markov model whose states form a ring; each state has transitions to its
 * neighbors and emits few symbols. The model itself is the true model.
 *
 * <p>The order of the random draws, so that other implementations can repeat them. All are uniform; weights are in (0, 1]
 * and normalized.
 * <ol>
 * <li>From the stream {@code run.random("ring model")}, which is {@code SplittableRandom} of
 * {@link psr.api.learn.SeededRun#derive}: S weights of the initial distribution; then for each state s
 * the weights of its targets s−r … s+r (mod S, each target once), then its k symbols, with replacement, then their k
 * weights.
 * <li>From the stream {@code run.random("ring sequences")}, for each sequence: its first state, then in each step the
 * symbol and the next state. A larger number of sequences of the same seed begins with the same ones.
 * </ol>
 */
@Component
@PsrService(name = "ring", summary = "synthetic HMM whose states form a ring; includes its true model",
        paper = "Downey, Hefny, Gordon 2017")
public final class RingHmm implements DatasetSource<RingHmm.Settings> {

    /** The number of entries of the model's largest table: 80 MB, of which a few copies are made. */
    private static final int MOST_ENTRIES = 10_000_000;

    /** The number of symbols of all sequences: 200 MB, and twice as much while they are drawn. */
    private static final int MOST_STEPS = 50_000_000;

    public record Settings(
            @Option(value = "20", help = "number of states on the ring", min = 1) int states,
            @Option(value = "20", help = "size of the alphabet", min = 1) int symbols,
            @Option(value = "2", help = "number of symbols drawn per state, with replacement", min = 1) int emissions,
            @Option(value = "1", help = "distance on the ring that a state reaches, in either direction", min = 0) int neighbours,
            @Option(value = "10000", help = "number of sequences, training and test together", min = 2) int sequences,
            @Option(value = "10", help = "length of each sequence", min = 1) int length,
            @Option(value = "0.5", help = "fraction of the sequences for training, the first ones", min = 0,
                    max = 1) double share) {

        /** Rejects sizes that do not fit in memory. */
        public Settings {
            atMost(MOST_ENTRIES, "states × states", states, states, "states=" + states);
            atMost(MOST_ENTRIES, "states × symbols", states, symbols, "states=" + states + ", symbols=" + symbols);
            atMost(MOST_ENTRIES, "states × emissions", states, emissions,
                    "states=" + states + ", emissions=" + emissions);
            atMost(MOST_STEPS, "sequences × length", sequences, length,
                    "sequences=" + sequences + ", length=" + length);
        }

        private static void atMost(int most, String product, long a, long b, String found) {
            if (a * b > most) {
                throw new IllegalArgumentException(product + " must be at most " + most + "; " + found);
            }
        }
    }

    @Override
    public Dataset load(Settings settings, Run run) {
        Hmm hmm = model(settings, run.random("ring model"));
        Symbols all = sample(hmm, settings, run.random("ring sequences"), run);
        int cut = Split.first(settings.sequences, settings.share, "sequences");
        return Dataset.builder(all.range(0, cut)).test(all.range(cut, all.count()))
                .trueModel(hmm).origin("ring of " + settings.states + " states, " + settings.symbols + " symbols, "
                        + settings.sequences + " sequences of length " + settings.length)
                .build();
    }

    private static Hmm model(Settings settings, RandomGenerator random) {
        int m = settings.states;
        double[] initial = new double[m];
        for (int s = 0; s < m; s++) {
            initial[s] = weight(random);
        }
        normalize(initial);
        double[][] transition = new double[m][m];
        double[][] emission = new double[m][settings.symbols];
        // If the neighborhood covers the whole ring, each state still counts as one target.
        int targets = (int) Math.min(m, 2L * settings.neighbours + 1);
        int[] drawn = new int[settings.emissions];
        for (int s = 0; s < m; s++) {
            for (int k = 0; k < targets; k++) {
                transition[s][Math.floorMod((long) s - settings.neighbours + k, m)] = weight(random);
            }
            for (int k = 0; k < drawn.length; k++) {
                drawn[k] = random.nextInt(settings.symbols);
            }
            for (int symbol : drawn) {
                emission[s][symbol] += weight(random);
            }
            normalize(transition[s]);
            normalize(emission[s]);
        }
        return new Hmm(Alphabet.numbered(settings.symbols), initial, transition, emission);
    }

    private static Symbols sample(Hmm hmm, Settings settings, RandomGenerator random, Run run) {
        double[] initial = cumulative(hmm.initial());
        double[][] transition = hmm.transition();
        double[][] emission = hmm.emission();
        for (int s = 0; s < initial.length; s++) {
            transition[s] = cumulative(transition[s]);
            emission[s] = cumulative(emission[s]);
        }
        Symbols.Builder builder = new Symbols.Builder();
        int[] sequence = new int[settings.length];
        for (int i = 0; i < settings.sequences; i++) {
            Reading.checkCancelled(run);
            int state = draw(initial, random);
            for (int t = 0; t < sequence.length; t++) {
                sequence[t] = draw(emission[state], random);
                state = draw(transition[state], random);
            }
            builder.add(sequence);
        }
        return builder.build(hmm.alphabet());
    }

    /** Uniform on (0, 1]: never zero, so every row can be normalized. */
    private static double weight(RandomGenerator random) {
        return 1 - random.nextDouble();
    }

    private static void normalize(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= sum;
        }
    }

    /** Partial sums. From the last possible outcome on they are 1, so that rounding never draws an impossible one. */
    static double[] cumulative(double[] distribution) {
        double[] sums = new double[distribution.length];
        int last = 0;
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += distribution[i];
            sums[i] = sum;
            last = distribution[i] > 0 ? i : last;
        }
        Arrays.fill(sums, last, sums.length, 1);
        return sums;
    }

    /** The first outcome whose cumulative probability exceeds a uniform draw. */
    private static int draw(double[] cumulative, RandomGenerator random) {
        double u = random.nextDouble();
        int outcome = 0;
        while (u >= cumulative[outcome]) {
            outcome++;
        }
        return outcome;
    }
}
