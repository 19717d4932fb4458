package psr.api.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import psr.api.data.Seeds;

/**
 * Draws sequences from a model: each symbol from the repaired scores after those before it, until the end where the model
 * has one. Used by one thread at a time.
 */
public final class Sampler {

    private final Filter filter;
    private final Repair repair;
    private final RandomGenerator random;
    private final double[] scores;
    private final int end;

    /**
     * A sampler.
     *
     * @param repair how scores become probabilities; not {@link Repair#RAW}, which are none
     * @param random where all randomness comes from: one number for each symbol
     * @throws IllegalArgumentException if the scores are not to be repaired
     */
    public Sampler(Model model, Repair repair, RandomGenerator random) {
        if (repair == Repair.RAW) {
            throw new IllegalArgumentException("scores must be repaired before symbols are drawn: raw ones are no"
                    + " probabilities");
        }
        this.repair = Objects.requireNonNull(repair, "repair");
        this.random = Objects.requireNonNull(random, "random");
        filter = model.filter();
        scores = new double[model.alphabet().size()];
        end = model.alphabet().end().orElse(-1);
    }

    /**
     * What {@code sample} and the server draw from: the same seed, the same sequences.
     *
     * @throws IllegalArgumentException if the scores are not to be repaired
     */
    public static Sampler seeded(Model model, Repair repair, long seed) {
        return new Sampler(model, repair, new SplittableRandom(Seeds.derive(seed, "sample")));
    }

    /**
     * The next sequence; where the model has an end, it is its last symbol unless the sequence was cut.
     *
     * @param longest cut at this length, at least 0
     */
    public int[] draw(int longest) {
        return draw(new int[0], longest);
    }

    /**
     * How the next sequence goes on that begins like this.
     *
     * @param prefix its first symbols, which are not in the answer; without an end
     * @param longest what follows is cut at this length, at least 0
     */
    public int[] draw(int[] prefix, int longest) {
        // Grows with the sequence: the longest one allowed may be far longer than any that is drawn.
        int[] sequence = new int[Math.min(longest, 64)];
        filter.reset();
        for (int symbol : prefix) {
            filter.update(symbol);
        }
        int t = 0;
        while (t < longest && (t == 0 || sequence[t - 1] != end)) {
            if (t == sequence.length) {
                sequence = Arrays.copyOf(sequence, (int) Math.min(longest, 2L * t));
            }
            filter.scores(1, scores);
            repair.apply(scores);
            sequence[t] = draw(scores, random.nextDouble());
            filter.update(sequence[t++]);
        }
        return Arrays.copyOf(sequence, t);
    }

    /** The first symbol whose cumulated probability exceeds u; never one of probability 0. */
    private static int draw(double[] distribution, double u) {
        double sum = 0;
        int last = 0;
        for (int o = 0; o < distribution.length; o++) {
            if (distribution[o] > 0) {
                last = o;
                sum += distribution[o];
                if (u < sum) {
                    return o;
                }
            }
        }
        return last;
    }
}
