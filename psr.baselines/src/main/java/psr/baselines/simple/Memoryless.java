package psr.baselines.simple;

import java.util.Arrays;
import java.util.Objects;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.baselines.Preconditions;

/**
 * Predicts the same distribution at every step, whatever the past. If the alphabet has an end, only the end follows the
 * end.
 */
final class Memoryless implements Model {

    /** Tolerance for the sum of the distribution: rounding of a sum of many terms. */
    private static final double SUM_TOLERANCE = 1e-9;

    private final Alphabet alphabet;
    private final int end;
    private final double[] distribution;

    /**
     * A model of a distribution.
     *
     * @param distribution one probability per symbol; copied
     * @throws IllegalArgumentException if it is not a distribution over the symbols of the alphabet
     */
    Memoryless(Alphabet alphabet, double[] distribution) {
        if (distribution.length != alphabet.size()) {
            throw new IllegalArgumentException("the distribution must have one probability for each of the "
                    + alphabet.size() + " symbols; found " + distribution.length);
        }
        double sum = 0;
        for (int o = 0; o < distribution.length; o++) {
            if (!(distribution[o] >= 0 && distribution[o] <= 1)) {
                throw new IllegalArgumentException("a probability must be 0 to 1; that of symbol " + o + " is "
                        + distribution[o]);
            }
            sum += distribution[o];
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException("the probabilities must sum to 1; found " + sum);
        }
        this.alphabet = alphabet;
        this.end = alphabet.end().orElse(-1);
        this.distribution = distribution.clone();
    }

    @Override
    public Alphabet space() {
        return alphabet;
    }

    /** One probability per symbol; a new array. */
    double[] distribution() {
        return distribution.clone();
    }

    @Override
    public SymbolFilter filter() {
        return new MemorylessFilter();
    }

    private final class MemorylessFilter implements SymbolFilter {

        private boolean ended;

        @Override
        public void reset() {
            ended = false;
        }

        @Override
        public void update(int symbol) {
            ended |= Objects.checkIndex(symbol, distribution.length) == end;
        }

        @Override
        public boolean skip() {
            return true;
        }

        @Override
        public void scores(int ahead, double[] into) {
            Preconditions.ahead(ahead);
            if (ended) {
                Arrays.fill(into, 0, distribution.length, 0);
                into[end] = 1;
                return;
            }
            // The sequence must not have ended in the steps between.
            double alive = end < 0 ? 1 : Math.pow(1 - distribution[end], ahead - 1);
            for (int o = 0; o < distribution.length; o++) {
                into[o] = distribution[o] * alive;
            }
            if (end >= 0) {
                into[end] += 1 - alive;
            }
        }

        @Override
        public SymbolFilter copy() {
            MemorylessFilter copy = new MemorylessFilter();
            copy.ended = ended;
            return copy;
        }
    }
}
