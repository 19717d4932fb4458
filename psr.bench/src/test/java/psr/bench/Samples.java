package psr.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.SymbolFilter;

/** Deterministic models and data of any size. */
final class Samples {

    private Samples() {}

    /** A hidden Markov model whose distributions are far from uniform. */
    static Hmm hmm(int states, int symbols) {
        SplittableRandom random = new SplittableRandom(1);
        double[][] transition = new double[states][];
        double[][] emission = new double[states][];
        for (int i = 0; i < states; i++) {
            transition[i] = distribution(states, random);
            emission[i] = distribution(symbols, random);
        }
        return new Hmm(Alphabet.numbered(symbols), distribution(states, random), transition, emission);
    }

    private static double[] distribution(int size, SplittableRandom random) {
        double[] p = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            p[i] = Math.pow(random.nextDouble(), 3);
            sum += p[i];
        }
        for (int i = 0; i < size; i++) {
            p[i] /= sum;
        }
        return p;
    }

    /** The same model as a linear PSR with a guard; its features are those of the data. */
    static LinearPsr psr(Hmm hmm, Symbols data) {
        LinearPsr psr = hmm.toLinearPsr(Features.seenIn(data, 2));
        return psr.with(Guard.below(1e-9, psr.parameters().initial()));
    }

    /** Draws sequences from a model. */
    static Symbols draw(Hmm hmm, int count, int length) {
        SplittableRandom random = new SplittableRandom(2);
        SymbolFilter filter = hmm.filter();
        double[] scores = new double[hmm.alphabet().size()];
        int[][] sequences = new int[count][length];
        for (int[] sequence : sequences) {
            filter.reset();
            for (int t = 0; t < length; t++) {
                filter.scores(1, scores);
                double u = random.nextDouble();
                int o = 0;
                while (o < scores.length - 1 && u >= scores[o]) {
                    u -= scores[o++];
                }
                sequence[t] = o;
                filter.update(o);
            }
        }
        return Symbols.of(hmm.alphabet(), sequences);
    }

    /** Data with the length and the alphabet size of the paper's text. */
    static Symbols text() {
        return zipf(50, 50_000);
    }

    /** One long sequence with the frequencies of words; every third symbol is determined by the one before it. */
    static Symbols zipf(int symbols, int length) {
        SplittableRandom random = new SplittableRandom(3);
        double[] cumulative = new double[symbols];
        double sum = 0;
        for (int o = 0; o < symbols; o++) {
            sum += 1 / (o + 1.5);
            cumulative[o] = sum;
        }
        int[] sequence = new int[length];
        int before = 0;
        for (int t = 0; t < length; t++) {
            int found = Arrays.binarySearch(cumulative, random.nextDouble() * sum);
            before = random.nextInt(3) == 0 ? (int) ((before * 31L + random.nextInt(3)) % symbols)
                    : found < 0 ? Math.min(-found - 1, symbols - 1) : found;
            sequence[t] = before;
        }
        return Symbols.of(Alphabet.numbered(symbols), sequence);
    }
}
