package psr.api.lab;

import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import psr.api.data.Alphabet;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;

/**
 * Draws sequences from a model: each symbol from the repaired scores given those before it, until the end if the model
 * has one. Not thread-safe.
 */
public final class Sampler {

    private final SymbolFilter filter;
    private final Repair repair;
    private final RandomGenerator random;
    private final double[] scores;
    private final int end;

    /**
     * A sampler.
     *
     * @param repair how scores become probabilities; not {@link Repair#RAW}
     * @param random the source of random numbers: one for each symbol
     * @throws IllegalArgumentException if the repair is {@link Repair#RAW}
     */
    public Sampler(Model model, Repair repair, RandomGenerator random) {
        if (repair == Repair.RAW) {
            throw new IllegalArgumentException("scores must be repaired before symbols are drawn: raw scores are not"
                    + " probabilities");
        }
        this.repair = Objects.requireNonNull(repair, "repair");
        this.random = Objects.requireNonNull(random, "random");
        filter = SymbolFilter.of(model);
        Alphabet alphabet = model.space().as(Alphabet.class);
        scores = new double[alphabet.size()];
        end = alphabet.end().orElse(-1);
    }

    /**
     * A sampler with a seed, as in {@code sample} and the server: the same seed gives the same sequences.
     *
     * @throws IllegalArgumentException if the repair is {@link Repair#RAW}
     */
    public static Sampler seeded(Model model, Repair repair, long seed) {
        return new Sampler(model, repair, new SplittableRandom(SeededRun.derive(seed, "sample")));
    }

    /**
     * The next sequence; if the model has an end, it is the last symbol unless the sequence was cut.
     *
     * @param longest the largest length, at least 0
     */
    public int[] draw(int longest) {
        return draw(new int[0], longest);
    }

    /**
     * A continuation of a prefix.
     *
     * @param prefix the first symbols, which are not part of the result; without an end
     * @param longest the largest length of the continuation, at least 0
     */
    public int[] draw(int[] prefix, int longest) {
        // The array grows with the sequence, because the largest length may be far longer than any sequence drawn.
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

    /** The first symbol whose cumulative probability exceeds u; never one with probability 0. */
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
