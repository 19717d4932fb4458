package psr.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

import psr.math.ngram.ContextCounts;
import psr.math.ngram.Smoothing;

/** The whole pipeline, from counts to refined operators. */
final class Pipeline {

    private static final int[] RANKS = {2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30, 40, 50, 65, 80, 100, 125, 150};

    /** Operators and how they did on held-out data, mixed with the n-gram. */
    record Candidate(Operators psr, String stage, double loss, double weight, double[] probability) {}

    final Corpus train;
    final Corpus held;
    final double[] ngram;
    final double[] leftOut;
    final int order;

    Pipeline(Corpus train, Corpus held, int deepest) {
        this.train = train;
        this.held = held;
        ContextCounts counts = new ContextCounts(train.alphabet, train.sequences, deepest);
        double[][] probability = counts.probabilities(Smoothing.WITTEN_BELL, held.sequences);
        int best = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int k = 0; k <= deepest; k++) {
            double loss = Weights.loss(new double[] {1}, probability[k]);
            if (loss < lowest) {
                lowest = loss;
                best = k;
            }
        }
        order = best + 1;
        ngram = probability[best];
        leftOut = counts.leaveOneOut(train.sequences, best);
    }

    Candidate judged(Operators psr, String stage) {
        double[] probability = Walk.probabilities(psr, held);
        double[] w = Weights.of(probability, ngram);
        return new Candidate(psr, stage, Weights.loss(w, probability, ngram), w[0], probability);
    }

    static double[] guard(Corpus train) {
        double[] level = train.frequencies();
        for (int o = 0; o < level.length; o++) {
            level[o] *= .002;
        }
        return level;
    }

    List<Candidate> spectral(Basis basis, int largest) {
        Operators whole = basis.operators(train, guard(train));
        List<Candidate> all = new ArrayList<>();
        for (int rank : RANKS) {
            if (rank <= Math.min(whole.d, largest)) {
                all.add(judged(whole.leading(rank), "spectral"));
            }
        }
        return all;
    }

    static List<Candidate> sorted(List<Candidate> all) {
        List<Candidate> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingDouble(Candidate::loss));
        return sorted;
    }

    List<Candidate> reestimated(List<Candidate> spectral, Basis basis) {
        List<Candidate> sorted = sorted(spectral);
        List<Integer> ranks = new ArrayList<>();
        for (int k = 0; k < Math.min(3, sorted.size()); k++) {
            ranks.add(sorted.get(k).psr.d);
        }
        int top = ranks.stream().mapToInt(r -> r).max().getAsInt();
        for (Candidate c : spectral) {
            if (c.psr.d > top) {
                ranks.add(c.psr.d);
                break;
            }
        }
        List<Candidate> all = new ArrayList<>();
        for (Candidate c : spectral) {
            if (ranks.contains(c.psr.d)) {
                for (Operators next : Reestimation.of(c.psr, basis, train, .003, .02)) {
                    all.add(judged(next, "iv"));
                }
            }
        }
        return all;
    }

    Candidate refined(Candidate start, Refinement.Plan plan, RandomGenerator random, BooleanSupplier goOn) {
        Operators best = new Refinement(start.psr, train, leftOut, plan).run(psr -> {
                    Candidate c = judged(psr, "refined");
                    if (Boolean.getBoolean("trace")) {
                        System.out.printf("alone %.4f  mixed %.4f w %.3f%n", Weights.loss(new double[] {1}, c.probability)
                                / Math.log(2), c.loss / Math.log(2), c.weight);
                    }
                    return Boolean.getBoolean("alone") ? Weights.loss(new double[] {1}, c.probability) : c.loss;
                }, random, goOn);
        return judged(best, "refined");
    }
}
