package psr.pipeline;

import java.util.Arrays;
import java.util.SplittableRandom;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

/**
 * Sentences of about 20 words from a random hidden Markov model with 50 states: word r has a frequency of about 1/r, each
 * state prefers some words, and moves to few other states. A sentence stops with probability 1/21 after each word, but has
 * at least one. Not thread-safe.
 */
final class ZipfWords {

    private static final int STATES = 50;
    private static final double STOP = 1. / 21;

    private final int n;
    private final SplittableRandom random;
    private final double[][] moves = new double[STATES][STATES];
    private final double[][] emits;
    /** The sums of the rows up to each entry, for drawing. */
    private final double[][] movesUpTo;
    private final double[][] emitsUpTo;

    /** @param n the number of words, without the end */
    ZipfWords(int n, SplittableRandom random) {
        this.n = n;
        this.random = random;
        emits = new double[STATES][n];
        for (int s = 0; s < STATES; s++) {
            for (int next = 0; next < STATES; next++) {
                moves[s][next] = uneven(4);
            }
            for (int o = 0; o < n; o++) {
                emits[s][o] = uneven(3) / (o + 1);
            }
        }
        movesUpTo = upTo(moves);
        emitsUpTo = upTo(emits);
    }

    /** A power of an exponentially distributed number: mostly small, rarely large. */
    private double uneven(int power) {
        return Math.pow(-Math.log(1 - random.nextDouble()), power);
    }

    /** Normalizes the rows, and returns their partial sums. */
    private static double[][] upTo(double[][] rows) {
        double[][] sums = new double[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            double sum = Arrays.stream(rows[i]).sum();
            for (int j = 0; j < rows[i].length; j++) {
                rows[i][j] /= sum;
            }
            sums[i] = rows[i].clone();
            for (int j = 1; j < sums[i].length; j++) {
                sums[i][j] += sums[i][j - 1];
            }
        }
        return sums;
    }

    private int draw(double[] upTo) {
        int k = Arrays.binarySearch(upTo, random.nextDouble());
        return Math.min(upTo.length - 1, k < 0 ? -k - 1 : k + 1);
    }

    /** Sentences of this many words together, or a few more, each with an end. */
    Symbols draw(int total) {
        Symbols.Builder all = new Symbols.Builder();
        int[] sentence = new int[2_000];
        for (int drawn = 0; drawn < total;) {
            int length = 0;
            int state = random.nextInt(STATES);
            do {
                sentence[length++] = draw(emitsUpTo[state]);
                state = draw(movesUpTo[state]);
            } while (length < sentence.length - 1 && random.nextDouble() >= STOP);
            drawn += length;
            sentence[length] = n;
            all.add(sentence, 0, length + 1);
        }
        return all.build(Alphabet.numbered(n).withEnd("end"));
    }

    /** Bits per symbol of the true model. */
    double bits(Symbols test) {
        double nats = 0;
        for (int i = 0; i < test.count(); i++) {
            double[] belief = new double[STATES];
            Arrays.fill(belief, 1. / STATES);
            for (int t = 0; t < test.length(i) - 1; t++) {
                double p = 0;
                double[] next = new double[STATES];
                for (int s = 0; s < STATES; s++) {
                    double with = belief[s] * emits[s][test.symbol(i, t)];
                    p += with;
                    for (int to = 0; to < STATES; to++) {
                        next[to] += with * moves[s][to];
                    }
                }
                for (int s = 0; s < STATES; s++) {
                    belief[s] = next[s] / p;
                }
                nats -= Math.log(t == 0 ? p : p * (1 - STOP));
            }
            nats -= Math.log(STOP);
        }
        return nats / test.total() / Math.log(2);
    }
}
